import { setMaxListeners } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { eventNames } from '../../src/model/core/resource.ts';
import { type Load, loadOf } from '../results/load.ts';

/** Consoles that show Today, and programs that listen to the event stream. */
export interface HeldPlan {
  /** Of the API. */
  readonly baseUrl: string;
  /** The key of each stream. */
  readonly streams: readonly string[];
  readonly consoles: readonly { readonly key: string; readonly farmId: string }[];
}

/** What happened to them. */
export interface Held {
  /** Requests of the consoles; refused is any answer but 200. */
  readonly load: Load;
  /** Streams that are open, those of the consoles among them. */
  readonly open: number;
  /** Events that all streams were told. */
  readonly events: number;
}

/** As the console asks again: lists, the dashboard, what changes by the day, and after an event. */
const SHOWN_MILLIS = 10_000;
/** Within which all consoles are opened. */
const OPENING_MILLIS = 60_000;
const DASHBOARD_TURNS = 3;
const CALM_TURNS = 6;
const GATHER_MILLIS = 500;
const MOST_ALERTS = 50;

class Holding {
  readonly #plan: HeldPlan;
  readonly #agent: Agent;
  readonly #stop = new AbortController();
  readonly #begun = performance.now();
  readonly #latencies: number[] = [];
  #refused = 0;
  #open = 0;
  #events = 0;

  constructor(plan: HeldPlan) {
    this.#plan = plan;
    setMaxListeners(0, this.#stop.signal);
    this.#agent = new Agent({ connections: plan.consoles.length * 2 });
  }

  /** Opens everything; resolves when all streams are open or refused. */
  async begin(): Promise<void> {
    const { streams, consoles } = this.#plan;
    for (const key of streams) await this.#listen(key, () => {});
    for (const one of consoles) void this.#show(one);
    await sleep(OPENING_MILLIS + SHOWN_MILLIS);
  }

  end(): Held {
    this.#stop.abort();
    void this.#agent.destroy();
    const millis = performance.now() - this.#begun;
    const load = loadOf(this.#latencies, millis, this.#refused);
    return { load, open: this.#open, events: this.#events };
  }

  /** A console on Today: what it reads at first, by its intervals, and when its farm has an event. */
  async #show({ key, farmId }: HeldPlan['consoles'][number]): Promise<void> {
    await this.#wait(Math.random() * OPENING_MILLIS);
    const lists = [`/alerts?farmId=${farmId}&status=open&limit=${MOST_ALERTS}`];
    const dashboard = [`/os/dashboard?farmId=${farmId}&lang=en`];
    const calm = [`/digest?farmId=${farmId}&lang=en`, `/os/duties/${farmId}`];
    let isReported = false;
    const read = (paths: readonly string[]) =>
      Promise.all(paths.map((path) => this.#ask(key, path)));
    await this.#listen(key, () => {
      if (isReported) return;
      isReported = true;
      void this.#wait(GATHER_MILLIS).then(() => {
        isReported = false;
        return read([...lists, ...dashboard, ...calm]);
      });
    });
    await read(['/me?farms=40', `/farms/${farmId}`]);
    for (let turn = 0; !this.#stop.signal.aborted; turn++) {
      await read([
        ...lists,
        ...(turn % DASHBOARD_TURNS === 0 ? dashboard : []),
        ...(turn % CALM_TURNS === 0 ? calm : []),
      ]);
      await this.#wait(SHOWN_MILLIS);
    }
  }

  #wait(millis: number): Promise<void> {
    return sleep(millis, undefined, { signal: this.#stop.signal }).catch(() => {});
  }

  async #ask(key: string, path: string): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const begun = performance.now();
    try {
      const { statusCode, body } = await request(`${this.#plan.baseUrl}${path}`, {
        headers: { authorization: `Bearer ${key}` },
        dispatcher: this.#agent,
      });
      await body.dump();
      if (statusCode === 200) this.#latencies.push(performance.now() - begun);
      else this.#refused++;
    } catch {
      if (!this.#stop.signal.aborted) this.#refused++;
    }
  }

  #listen(key: string, onEvent: () => void): Promise<void> {
    const { signal } = this.#stop;
    const headers = { authorization: `Bearer ${key}` };
    const url = `${this.#plan.baseUrl}/os/events/stream`;
    return new Promise((resolve) => {
      const stream = get(url, { headers, agent: false, signal }, (response: IncomingMessage) => {
        if (response.statusCode === 200) this.#open++;
        else this.#refused++;
        resolve();
        response.setEncoding('utf8').on('data', (text: string) => {
          const told = [...text.matchAll(/^event: (.+)$/gm)].map(([, name]) => name);
          const events = told.filter((name) => eventNames.some((known) => known === name)).length;
          this.#events += events;
          if (events > 0) onEvent();
        });
        response.on('error', () => {});
      });
      stream.on('error', () => resolve());
    });
  }
}

let holding: Holding | undefined;

/** Opens streams and consoles, and keeps them until they are released. */
export async function holdConsoles(plan: HeldPlan): Promise<null> {
  holding = new Holding(plan);
  await holding.begin();
  return null;
}

/** Closes them all; tells how they did. */
export async function releaseConsoles(_: null): Promise<Held> {
  const held = holding?.end();
  holding = undefined;
  if (!held) throw new Error('no console is held');
  return held;
}
