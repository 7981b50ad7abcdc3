import { ConnectionFailed } from '../../../client/errors.ts';
import type { StreamedEvent } from '../../../client/event-stream.ts';
import { createHttpTransport } from '../../../client/http-transport.ts';
import type { Transport } from '../../../client/transport.ts';
import { wait } from '../../../client/wait.ts';
import { limits } from '../../../model/limits.ts';
import type { Clock } from '../../../tools/clock.ts';
import { nextAttemptAt } from '../../../tools/retry-schedule.ts';
import { signDelivery } from '../../../tools/sign-delivery.ts';
import type { Reception } from './receiver-error.ts';

/** An attempt that is over. */
export interface ForwardAttempt extends Reception {
  readonly event: StreamedEvent;
  /** When it began, milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  /** Which one of this event, from 1. */
  readonly number: number;
  /** When it is tried again; null: it was taken, or is given up. */
  readonly retryInMs: number | null;
}

/** What events are forwarded with. */
export interface ForwarderOptions {
  readonly url: string;
  readonly secret: string;
  readonly userAgent: string;
  readonly clock: Clock;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  readonly onAttempt: (attempt: ForwardAttempt) => Promise<void>;
}

/** Posts events to one address, several at a time, each until it is taken. */
export interface Forwarder {
  /** Takes an event; waits while too many are on their way. */
  take(event: StreamedEvent): Promise<void>;
  /** Rejects when it cannot be told how an attempt went. */
  readonly failed: Promise<never>;
  /** Gives up what is on its way; resolves to how many events that were. */
  close(): Promise<number>;
}

const ATTEMPT_MILLIS = 15_000;
/** Waiting for an attempt or under way. */
const MOST_ON_THEIR_WAY = 1000;
const GONE = 410;

/** Makes a forwarder: the signatures, the number at a time and the schedule are those of the service. */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { origin } = new URL(options.url);
  const transport = createHttpTransport(origin, { timeoutMs: ATTEMPT_MILLIS });
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const slots = createSlots(limits.deliveriesInFlightPerWebhook);
  const underWay = new Set<Promise<void>>();
  let left = 0;
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  return {
    failed,
    async take(event) {
      while (underWay.size >= MOST_ON_THEIR_WAY) await Promise.race([failed, ...underWay]);
      left += 1;
      const done: Promise<void> = deliver(event, { ...options, transport, slots, signal })
        .then(() => {
          left -= 1;
        })
        .catch((error) => {
          if (!signal.aborted) fail(error);
        })
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async close() {
      ending.abort();
      await Promise.all(underWay);
      await transport.close();
      return left;
    },
  };
}

type Delivering = ForwarderOptions & { readonly transport: Transport; readonly slots: Slots };

async function deliver(event: StreamedEvent, delivering: Delivering): Promise<void> {
  const { clock, slots, onAttempt, signal } = delivering;
  const firstAttemptAt = clock.now();
  for (let number = 1; ; number++) {
    const posted = await slots.use(() => post(event, delivering));
    signal.throwIfAborted();
    const { retryAfter, ...attempt } = posted;
    const retryInMs = isOver(attempt)
      ? null
      : delayUntilNext({ attempts: number, firstAttemptAt, now: clock.now(), retryAfter });
    await onAttempt({ ...attempt, event, number, retryInMs });
    if (retryInMs === null) return;
    await wait(retryInMs, signal);
  }
}

function isOver({ status }: Reception): boolean {
  return status !== null && ((status >= 200 && status <= 299) || status === GONE);
}

function delayUntilNext(failed: {
  readonly attempts: number;
  readonly firstAttemptAt: number;
  readonly now: number;
  readonly retryAfter: string | undefined;
}): number | null {
  const at = nextAttemptAt({ ...failed, random: Math.random() });
  return at === undefined ? null : Math.max(0, at - failed.now);
}

interface Posted extends Reception {
  readonly at: number;
  readonly durationMs: number;
  readonly retryAfter: string | undefined;
}

async function post(
  { id, body }: StreamedEvent,
  { url, secret, userAgent, clock, transport, signal }: Delivering,
): Promise<Posted> {
  const { pathname, search } = new URL(url);
  const at = clock.now();
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...signDelivery({ id, body, at }, { secret }),
  };
  try {
    const request = { method: 'POST', path: pathname + search, headers, body, signal };
    const answer = await transport.send(request);
    const retryAfter = answer.headers['retry-after'];
    return { at, durationMs: took(), status: answer.status, failure: null, retryAfter };
  } catch (error) {
    if (!(error instanceof ConnectionFailed)) throw error;
    return { at, durationMs: took(), status: null, failure: error.kind, retryAfter: undefined };
  }
}

/** So many may work at a time; the others wait in line. */
interface Slots {
  use<T>(work: () => Promise<T>): Promise<T>;
}

function createSlots(count: number): Slots {
  let free = count;
  const line: (() => void)[] = [];
  return {
    async use(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => line.push(resolve));
      try {
        return await work();
      } finally {
        const next = line.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
