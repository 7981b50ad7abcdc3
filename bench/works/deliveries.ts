import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../src/tools/statistics.ts';
import { API, type OurServer, startOurs } from '../contestants/ours.ts';
import type { Load } from '../results/load.ts';
import { residentMib } from '../results/process-use.ts';
import { taskRows } from '../stages/task-table.ts';
import type { Bench, WorkResult } from '../work.ts';
import type { Worker } from '../workshop.ts';
import { newTasks } from './create.ts';

const WEBHOOKS = 10;
const EVENTS = 1000;
/** Delivered before the measurement, because the first deliveries are not representative. */
const WARMING_EVENTS = 200;
const CREATORS = 16;
const PATIENCE_SECONDS = 120;
/** Shorter than the deliveries take after their events. */
const ASKED_SECONDS = 4;
/** Low enough that these requests alone do not saturate the API. */
const STEADY_PER_SECOND = 50;

/** Deliveries of events to webhooks, with steady record requests to the API. */
export async function measureDeliveries(bench: Bench): Promise<WorkResult> {
  const { workshop, options } = bench;
  const [receiver, creator, asker] = [
    await workshop.startWorker(),
    await workshop.startWorker(),
    await workshop.startWorker(),
  ];
  const dataDir = await workshop.makeFolder();
  const { keys, admin } = await creator.ask('prepareTasks', { kind: 'sqlite', dataDir });
  const allow = ['--allow-host', '127.0.0.1'];
  const server = await startOurs(bench, { kind: 'sqlite', dataDir }, { keys, args: allow });
  await subscribe(server, { admin, url: await receiver.ask('receiveCalls', null) });
  const tell = async (events: number) => {
    const { count } = await receiver.ask('callsReceived', null);
    await createEvents(creator, server, events);
    return () => lastArrival(receiver, count + events * WEBHOOKS);
  };
  const ask = () => askSteadily(asker, server);
  const warmed = await tell(WARMING_EVENTS);
  await warmed();
  const rounds: Round[] = [];
  for (let n = 0; n < options.rounds; n++) {
    const before = await ask();
    const startedAt = Date.now();
    const arrived = await tell(EVENTS);
    const [meanwhile, end] = await Promise.all([ask(), arrived()]);
    rounds.push({ before, meanwhile, seconds: (end - startedAt) / 1000 });
  }
  return resultOf(rounds, await residentMib(server.pid));
}

interface Round {
  readonly before: Load;
  readonly meanwhile: Load;
  /** Time until the last delivery arrived. */
  readonly seconds: number;
}

/** The medians of the rounds. */
function resultOf(rounds: readonly Round[], rssMib: number): WorkResult {
  const of = (read: (round: Round) => number) => median(rounds.map(read)) ?? 0;
  const api = (who: string, read: (round: Round) => Load) => ({
    who,
    perSecond: of((round) => read(round).perSecond),
    p50: of((round) => read(round).p50),
    p99: of((round) => read(round).p99),
  });
  const seconds = of((round) => round.seconds);
  return {
    measured: [
      api('API before', (round) => round.before),
      api('API meanwhile', (round) => round.meanwhile),
      { who: 'deliveries', perSecond: (EVENTS * WEBHOOKS) / seconds, rssMib },
    ],
    reached: { seconds, p99: of(({ before, meanwhile }) => meanwhile.p99 / before.p99) },
    notes: [
      `${EVENTS} events to ${WEBHOOKS} webhooks; the time counts from the first create. The API ` +
        `is asked for ${STEADY_PER_SECOND} records a second, meanwhile once all events are told.`,
    ],
  };
}

async function subscribe(
  { baseUrl }: OurServer,
  { admin, url }: { readonly admin: string; readonly url: string },
): Promise<void> {
  for (let n = 0; n < WEBHOOKS; n++) {
    const response = await fetch(`${baseUrl}${API}/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${url}/hook/${n}`, events: ['task.created'] }),
    });
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  }
}

function askSteadily(asker: Worker, server: OurServer): Promise<Load> {
  return asker.ask('askSteadily', {
    baseUrl: server.baseUrl,
    paths: taskRows().map(({ id }) => `${API}/tasks/${id}`),
    headers: server.headers[0] ?? {},
    perSecond: STEADY_PER_SECOND,
    seconds: ASKED_SECONDS,
  });
}

async function createEvents(creator: Worker, server: OurServer, events: number): Promise<void> {
  const headers = server.headers.map((own) => ({ ...own, 'content-type': 'application/json' }));
  await creator.ask('loadServer', {
    baseUrl: server.baseUrl,
    headers,
    requests: newTasks().slice(0, events),
    connections: CREATORS,
    seconds: PATIENCE_SECONDS,
    isOnce: true,
    status: 201,
  });
}

/** The time of the last of this many calls, milliseconds since 1970. */
async function lastArrival(receiver: Worker, calls: number): Promise<number> {
  const until = performance.now() + PATIENCE_SECONDS * 1000;
  for (;;) {
    const { count, lastAt } = await receiver.ask('callsReceived', null);
    if (count >= calls) return lastAt;
    if (performance.now() > until) throw new Error(`only ${count} of ${calls} arrived`);
    await sleep(50);
  }
}
