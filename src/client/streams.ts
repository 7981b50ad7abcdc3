import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { FarmError } from '../model/core/errors.ts';
import { limits } from '../model/core/limits.ts';
import {
  type ClientRequest,
  ConnectionFailed,
  errorOfResponse,
  type OpenResponse,
  type Transport,
} from './errors.ts';
import { retryDelay, type Surroundings, sendWithRetries } from './retry.ts';

/** An event of the farm as the stream tells it. */
export interface StreamedEvent {
  readonly id: string;
  /** Its name, such as `alert.critical`. */
  readonly event: string;
  /** The JSON text that webhooks are sent, to the byte. */
  readonly body: string;
}

/** What becomes of the connection of a stream. */
export type StreamState =
  /** From here on nothing is missed; `isAgain` after a cut. */
  | { readonly kind: 'open'; readonly isAgain: boolean }
  /** Tried again by itself. */
  | { readonly kind: 'cut'; readonly reason: string; readonly retryInMs: number }
  /** The place to go on from is not known any more: events were missed. */
  | { readonly kind: 'missed' };

/** What is listened to. */
export interface EventStreamOptions {
  readonly farmId?: string | undefined;
  /** Names of events; all when left out. */
  readonly events?: readonly string[] | undefined;
  /** The id of an event: what came behind it is told first. */
  readonly since?: string | undefined;
  /** Told when the stream opens, is cut, or has missed something. */
  readonly onState?: (state: StreamState) => void | Promise<void>;
}

/** What a stream is made from. */
export interface EventStreamEquipment extends Surroundings {
  readonly transport: Transport;
  /** Makes the request that goes on behind an id. */
  readonly request: (lastEventId: string | undefined) => ClientRequest;
}

/** Three heartbeats that did not come. */
const STREAM_SILENCE_MILLIS = 3 * limits.eventStreamHeartbeatMillis;
const LONGEST_WAIT_MILLIS = 30_000;
/** However short the pause is that a server asks for, it is not asked without one. */
const SHORTEST_RETRY_MILLIS = 200;
/** However long: timers of Node end at once above 24 days. */
const LONGEST_PAUSE_MILLIS = 24 * 3_600_000;
/** No event comes near it. */
const LONGEST_MESSAGE = 8 * 1024 * 1024;

/** How far a stream has come; it outlives its connections. */
interface Progress {
  lastEventId: string | undefined;
  /** What the server asks to wait before a connection is tried again. */
  retryMillis: number;
  hasOpened: boolean;
  /** Connections in a row that told nothing. */
  failures: number;
}

/**
 * Events as they happen, without an end. A connection that breaks is opened again, behind the last
 * event that was given out. Throws `FarmError` when the server refuses, and what stands in the way
 * of the first connection once the retries of a request are over.
 */
export async function* followEvents(
  equipment: EventStreamEquipment,
  options: EventStreamOptions,
): AsyncGenerator<StreamedEvent> {
  const progress: Progress = {
    lastEventId: options.since,
    retryMillis: limits.eventStreamRetryMillis,
    hasOpened: false,
    failures: 0,
  };
  let waitedMs = 0;
  for (;;) {
    try {
      yield* readConnection(equipment, progress, options);
      throw new ConnectionFailed('broken', whereTo(equipment), { detail: 'the stream ended' });
    } catch (error) {
      const { signal } = equipment.request(undefined);
      signal?.throwIfAborted();
      progress.failures += 1;
      const retryInMs = delayAfter(error, { equipment, progress, waitedMs });
      if (retryInMs === undefined) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (progress.hasOpened) await options.onState?.({ kind: 'cut', reason, retryInMs });
      await equipment.sleep(retryInMs, signal);
      waitedMs += progress.hasOpened ? 0 : retryInMs;
    }
  }
}

function whereTo({ transport, request }: EventStreamEquipment) {
  const { method, path } = request(undefined);
  return { method, path, server: transport.server };
}

/** Before the first connection as for every request; later for ever, unless the server refuses. */
function delayAfter(
  error: unknown,
  state: {
    readonly equipment: EventStreamEquipment;
    readonly progress: Progress;
    readonly waitedMs: number;
  },
): number | undefined {
  const { equipment, progress, waitedMs } = state;
  const { clock, maxWaitMs } = equipment;
  const { failures } = progress;
  const random = equipment.random();
  const now = clock.now();
  if (!progress.hasOpened) {
    return retryDelay(error, { attempts: failures, waitedMs, maxWaitMs, now, random });
  }
  // How often it was tried does not matter any more, only whether another try may help.
  const asked = { attempts: 1, waitedMs: 0, maxWaitMs: Number.POSITIVE_INFINITY, now, random };
  const again = retryDelay(error, asked);
  if (again === undefined && !(error instanceof ConnectionFailed)) return undefined;
  const doubled = progress.retryMillis * 2 ** Math.min(10, failures - 1);
  const own = Math.round(Math.min(LONGEST_WAIT_MILLIS, doubled) * (0.5 + random / 2));
  return Math.min(LONGEST_PAUSE_MILLIS, Math.max(own, again ?? 0));
}

async function* readConnection(
  { transport, request }: EventStreamEquipment,
  progress: Progress,
  { onState }: EventStreamOptions,
): AsyncGenerator<StreamedEvent> {
  for await (const message of messagesOf(
    await open(transport, request(progress.lastEventId)),
    progress,
  )) {
    if (message.event === 'ready') {
      await onState?.({ kind: 'open', isAgain: progress.hasOpened });
      progress.hasOpened = true;
      progress.failures = 0;
    }
    if (message.event === 'reset') await onState?.({ kind: 'missed' });
    if (message.id === undefined) continue;
    const { id, event = '', data } = message;
    if (event !== 'ready') yield { id, event, body: data };
    // Only now: what was not taken is told again.
    progress.lastEventId = id;
  }
}

async function open(transport: Transport, request: ClientRequest): Promise<OpenResponse> {
  if (!transport.open) {
    throw new FarmError('not_implemented', {
      code: 'no_streams',
      message: 'Events are streamed by a running server only; start one with farmctl serve.',
    });
  }
  const response = await transport.open(request, STREAM_SILENCE_MILLIS);
  const { status, headers } = response;
  const failed = { method: request.method, path: request.path, server: transport.server };
  if (status >= 400) {
    throw errorOfResponse({ status, headers, body: await readErrorText(response) }, failed);
  }
  if (headers['content-type']?.startsWith('text/event-stream')) return response;
  const detail = `status ${status} without a stream of events`;
  throw new ConnectionFailed('not_understood', failed, { detail });
}

async function* messagesOf(
  { chunks }: OpenResponse,
  progress: Progress,
): AsyncGenerator<EventSourceMessage> {
  const decoder = new TextDecoder();
  const waiting: EventSourceMessage[] = [];
  const parser = createParser({
    maxBufferSize: LONGEST_MESSAGE,
    onEvent: (message) => waiting.push(message),
    onRetry: (millis) => {
      progress.retryMillis = Math.max(SHORTEST_RETRY_MILLIS, millis);
    },
  });
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* waiting.splice(0);
  }
}

const DOWNLOAD_SILENCE_MILLIS = 30_000;

/**
 * Asks for a file, again where that may help until its answer begins. Throws `FarmError`, or
 * `ConnectionFailed`, also from the chunks when the connection breaks in the middle.
 */
export async function downloadFile(
  request: ClientRequest,
  surroundings: Surroundings & { readonly transport: Transport },
): Promise<OpenResponse> {
  const { transport } = surroundings;
  let opened: OpenResponse | undefined;
  const opening: Transport = {
    ...transport,
    async send(sent) {
      if (!transport.download) throw cannotDownload(request, transport);
      const response = await transport.download(sent, DOWNLOAD_SILENCE_MILLIS);
      const { status, headers } = response;
      if (status >= 400) return { status, headers, body: await readErrorText(response) };
      opened = response;
      return { status, headers, body: '' };
    },
  };
  await sendWithRetries(opening, request, surroundings);
  if (!opened) throw cannotDownload(request, transport);
  return opened;
}

function cannotDownload({ method, path }: ClientRequest, { server }: Transport): ConnectionFailed {
  const detail = 'files cannot be read this way';
  return new ConnectionFailed('not_understood', { method, path, server }, { detail });
}

const LONGEST_ERROR = 64 * 1024;

/** The text of an answer that is an error, as far as it is of use; the rest is not read. */
async function readErrorText({ chunks }: OpenResponse): Promise<string> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    bytes += chunk.length;
    if (bytes > LONGEST_ERROR) break;
  }
  return Buffer.concat(read).toString('utf8');
}
