import type { Command } from 'commander';
import { ConnectionFailed, type Transport } from '../../../client/errors.ts';
import { createHttpTransport } from '../../../client/http-transport.ts';
import { wait } from '../../../client/retry.ts';
import type { StreamedEvent } from '../../../client/streams.ts';
import { limits } from '../../../model/core/limits.ts';
import { type MessageParams, message } from '../../../model/core/message.ts';
import { eventNames } from '../../../model/core/resource.ts';
import { formatInstant } from '../../../tools/calendar.ts';
import type { Clock } from '../../../tools/clock.ts';
import { nextAttemptAt, RETRY_DELAYS_MILLIS } from '../../../tools/retry.ts';
import { signDelivery } from '../../../tools/webhook-signature.ts';
import { collectValue } from '../../core/command-line.ts';
import { usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Paint } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { type FollowedEvent, followStream, requireLineFormat } from './tail-events.ts';
import {
  eventsOption,
  FARM_FLAG,
  parseEvents,
  type Reception,
  requireAddress,
  webhookFarms,
} from './webhook-flags.ts';
import { signingSecret } from './webhook-secrets.ts';

const EXAMPLES = `
Delivers the events of a server to a program under development on this machine: no public URL, no
webhook on the server. Each event is posted like a webhook delivery, signed with a secret that is
fixed for the profile, and retried like the service does while this command runs.

Examples:
  $ farmctl webhook listen --print-secret > webhook.secret
  $ farmctl webhook listen --forward-to http://127.0.0.1:3000/hooks/farm --events alert.critical`;

export function addWebhookListen(parent: Command, context: CommandContext): void {
  parent
    .command('listen')
    .description('Forward events to a program on this machine in real time')
    .option('--forward-to <address>', 'URL that receives each event')
    .addOption(eventsOption('only these events; repeatable'))
    .option(FARM_FLAG, 'only events of this farm; repeatable', collectValue)
    .option('--secret-file <file>', 'sign with the secret in this file, or - for standard input')
    .option('--print-secret', 'print the secret of the profile and exit')
    .addHelpText('after', EXAMPLES)
    .action((flags: ListenFlags) => runListen(context, flags));
}

export interface ListenFlags {
  readonly forwardTo?: string;
  readonly events?: readonly string[];
  readonly farm?: readonly string[];
  readonly secretFile?: string;
  readonly printSecret?: boolean;
}

/** `webhook listen`: posts the server's events to a URL until interrupted. */
async function runListen(context: CommandContext, flags: ListenFlags): Promise<void> {
  const eventNames = flags.events && parseEvents(flags.events);
  const url = flags.printSecret ? undefined : findAddress(flags.forwardTo);
  // Loads the settings first: they may contain a format.
  await context.settings();
  if (url !== undefined) requireLineFormat(await context.format());
  const secret = await signingSecret(context, flags.secretFile);
  if (url === undefined) {
    await context.print({ kind: 'reading', data: secret, render: () => `${secret}\n` });
    return;
  }
  const events = eventNames?.includes('*') ? undefined : eventNames;
  const { server } = await context.client();
  const stream = followStream(context, {
    events,
    farmIds: await webhookFarms(context, flags.farm),
    onReady: () => context.report('note.forwarding', readyParams({ server, url, events })),
  });
  const forwarder = createForwarder({
    url,
    secret,
    userAgent: context.program,
    clock: context.now,
    signal: context.io.interruption,
    onAttempt: (attempt) => showAttempt(context, attempt),
  });
  try {
    await forwardAll(stream, forwarder);
  } finally {
    const undelivered = await forwarder.close();
    if (undelivered > 0) await context.report('note.eventsLost', { count: undelivered });
  }
}

/** Ends with the stream, or when an attempt can no longer be shown. */
async function forwardAll(
  stream: AsyncGenerator<FollowedEvent>,
  forwarder: Forwarder,
): Promise<void> {
  for (;;) {
    const next = await Promise.race([stream.next(), forwarder.failed]);
    if (next.done) return;
    await forwarder.take(next.value);
  }
}

function findAddress(forwardTo: string | undefined): string {
  if (forwardTo === undefined) {
    throw usageError(message('fault.forwardToMissing'), {
      hint: message('hint.exampleForwardTo'),
    });
  }
  return requireAddress(forwardTo, '--forward-to');
}

function readyParams(ready: {
  readonly server: string;
  readonly url: string;
  readonly events: readonly string[] | undefined;
}): MessageParams {
  const { server, url, events } = ready;
  return {
    isAll: events ? 'no' : 'yes',
    count: eventNames.length,
    events: events?.join(', ') ?? '',
    server: neutralise(server),
    host: neutralise(new URL(url).host),
  };
}

/** A completed attempt. */
export interface ForwardAttempt extends Reception {
  readonly event: StreamedEvent;
  /** Start time, in milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  /** 1-based attempt number for this event. */
  readonly number: number;
  /** Delay until the next attempt; null: delivered or given up. */
  readonly retryInMs: number | null;
}

export interface ForwarderOptions {
  readonly url: string;
  readonly secret: string;
  readonly userAgent: string;
  readonly clock: Clock;
  /** Aborts attempts in progress. */
  readonly signal: AbortSignal;
  readonly onAttempt: (attempt: ForwardAttempt) => Promise<void>;
}

/** Posts events to one URL, several concurrently, with retries. */
export interface Forwarder {
  /** Accepts an event; waits while too many are pending. */
  take(event: StreamedEvent): Promise<void>;
  /** Rejects when an attempt cannot be reported. */
  readonly failed: Promise<never>;
  /** Drops pending events; resolves to their number. */
  close(): Promise<number>;
}

const ATTEMPT_MILLIS = 15_000;
/** Maximum number of events waiting for an attempt or in progress. */
const MOST_ON_THEIR_WAY = 1000;
const GONE = 410;

/** Creates a forwarder with the service's signatures, concurrency and retry schedule. */
function createForwarder(options: ForwarderOptions): Forwarder {
  const { origin } = new URL(options.url);
  const transport = createHttpTransport(origin, { timeoutMs: ATTEMPT_MILLIS });
  const closing = new AbortController();
  const signal = AbortSignal.any([options.signal, closing.signal]);
  const slots = createSlots(limits.deliveriesInFlightPerWebhook);
  const underWay = new Set<Promise<void>>();
  let undelivered = 0;
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  return {
    failed,
    async take(event) {
      while (underWay.size >= MOST_ON_THEIR_WAY) await Promise.race([failed, ...underWay]);
      undelivered += 1;
      const delivered: Promise<void> = deliver(event, { ...options, transport, slots, signal })
        .then(() => {
          undelivered -= 1;
        })
        .catch((error) => {
          if (!signal.aborted) fail(error);
        })
        .finally(() => underWay.delete(delivered));
      underWay.add(delivered);
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
      await transport.close();
      return undelivered;
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
  const elapsedMillis = () => Math.round(performance.now() - startedAt);
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...signDelivery({ id, body, at }, { secret }),
  };
  try {
    const request = { method: 'POST', path: pathname + search, headers, body, signal };
    const answer = await transport.send(request);
    const retryAfter = answer.headers['retry-after'];
    return { at, durationMs: elapsedMillis(), status: answer.status, failure: null, retryAfter };
  } catch (error) {
    if (!(error instanceof ConnectionFailed)) throw error;
    return {
      at,
      durationMs: elapsedMillis(),
      status: null,
      failure: error.kind,
      retryAfter: undefined,
    };
  }
}

/** Limits concurrency; further tasks wait in a queue. */
interface Slots {
  use<T>(work: () => Promise<T>): Promise<T>;
}

function createSlots(count: number): Slots {
  let freeSlots = count;
  const line: (() => void)[] = [];
  return {
    async use(work) {
      if (freeSlots > 0) freeSlots -= 1;
      else await new Promise<void>((resolve) => line.push(resolve));
      try {
        return await work();
      } finally {
        const next = line.shift();
        if (next) next();
        else freeSlots += 1;
      }
    },
  };
}

/** Prints the result of an attempt on one line. */
async function showAttempt(context: CommandContext, attempt: ForwardAttempt): Promise<void> {
  const { event, at, status, failure, durationMs, number, retryInMs } = attempt;
  const summary = { id: event.id, event: event.event, at: formatInstant(at) };
  const next = await nextText(context, attempt);
  return context.print({
    kind: 'reading',
    data: { ...summary, status, failure, durationMs, attempt: number, retryInMs },
    render: ({ paint }) => `${attemptLine(attempt, next, paint)}\n`,
  });
}

function attemptLine(attempt: ForwardAttempt, next: string, paint: Paint): string {
  const { event, at, status, failure, durationMs } = attempt;
  const isTaken = status !== null && status >= 200 && status <= 299;
  const outcome = String(status ?? failure);
  return [
    paint.dim(formatInstant(at)),
    paint.bold(neutralise(event.event)),
    neutralise(event.id),
    isTaken ? paint.green(outcome) : paint.red(outcome),
    `${durationMs} ms`,
    ...(isTaken ? [] : [next]),
  ].join('  ');
}

function nextText({ t }: CommandContext, { number, retryInMs }: ForwardAttempt): Promise<string> {
  const attempt = { number, most: RETRY_DELAYS_MILLIS.length };
  return retryInMs === null
    ? t('note.attemptGivenUp', attempt)
    : t('note.attemptAgain', { ...attempt, seconds: Math.round(retryInMs / 1000) });
}
