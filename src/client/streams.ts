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
import { type RetryContext, retryDelay, sendWithRetries } from './retry.ts';

/** A farm event from the stream. */
export interface StreamedEvent {
  readonly id: string;
  /** Its name, such as `alert.critical`. */
  readonly event: string;
  /** The JSON text sent to webhooks, byte for byte. */
  readonly body: string;
}

/** Connection state of a stream. */
export type StreamState =
  /** No event is missed from here on; `isAgain` after a reconnect. */
  | { readonly kind: 'open'; readonly isAgain: boolean }
  /** Reconnects automatically. */
  | { readonly kind: 'cut'; readonly reason: string; readonly retryInMs: number }
  /** The server no longer knows the resume position: events were missed. */
  | { readonly kind: 'missed' };

export interface EventStreamOptions {
  readonly farmId?: string | undefined;
  /** Names of events; default: all. */
  readonly events?: readonly string[] | undefined;
  /** The id of an event; events after it are sent first. */
  readonly since?: string | undefined;
  /** Called when the stream opens, is cut, or has missed events. */
  readonly onState?: (state: StreamState) => void | Promise<void>;
}

/** Dependencies of a stream. */
export interface EventStreamEquipment extends RetryContext {
  readonly transport: Transport;
  /** Creates the request that resumes after an event id. */
  readonly request: (lastEventId: string | undefined) => ClientRequest;
}

/** Three missed heartbeats. */
const STREAM_SILENCE_MILLIS = 3 * limits.eventStreamHeartbeatMillis;
const LONGEST_WAIT_MILLIS = 30_000;
/** Minimum pause between reconnects, even if the server asks for a shorter one. */
const SHORTEST_RETRY_MILLIS = 200;
/** Maximum pause: timers of Node fire immediately above 24 days. */
const LONGEST_PAUSE_MILLIS = 24 * 3_600_000;
/** Far above the size of any event. */
const LONGEST_MESSAGE = 8 * 1024 * 1024;

/** Position of a stream; it outlives its connections. */
interface Progress {
  lastEventId: string | undefined;
  /** The reconnect delay requested by the server. */
  retryMillis: number;
  hasOpened: boolean;
  /** Consecutive connections without an event. */
  failures: number;
}

/**
 * Streams events as they happen, without an end. A broken connection is reopened after the last
 * event yielded. Throws `FarmError` if the server refuses, and the error of the first connection
 * once its retries are exhausted.
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

/**
 * Before the first connection, the retry limits of every request apply; later, retries never end
 * unless the server refuses.
 */
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
  // The number of attempts is irrelevant here; only whether the error is retryable.
  const attempt = { attempts: 1, waitedMs: 0, maxWaitMs: Number.POSITIVE_INFINITY, now, random };
  const delayMillis = retryDelay(error, attempt);
  if (delayMillis === undefined && !(error instanceof ConnectionFailed)) return undefined;
  const doubled = progress.retryMillis * 2 ** Math.min(10, failures - 1);
  const jittered = Math.round(Math.min(LONGEST_WAIT_MILLIS, doubled) * (0.5 + random / 2));
  return Math.min(LONGEST_PAUSE_MILLIS, Math.max(jittered, delayMillis ?? 0));
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
    // Set after the yield: an event that was not taken is sent again.
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
 * Downloads a file; retries until the response begins. Throws `FarmError`, or `ConnectionFailed`,
 * which the chunks throw as well if the connection breaks later.
 */
export async function downloadFile(
  request: ClientRequest,
  context: RetryContext & { readonly transport: Transport },
): Promise<OpenResponse> {
  const { transport } = context;
  let openedResponse: OpenResponse | undefined;
  const opening: Transport = {
    ...transport,
    async send(sent) {
      if (!transport.download) throw cannotDownload(request, transport);
      const response = await transport.download(sent, DOWNLOAD_SILENCE_MILLIS);
      const { status, headers } = response;
      if (status >= 400) return { status, headers, body: await readErrorText(response) };
      openedResponse = response;
      return { status, headers, body: '' };
    },
  };
  await sendWithRetries(opening, request, context);
  if (!openedResponse) throw cannotDownload(request, transport);
  return openedResponse;
}

function cannotDownload({ method, path }: ClientRequest, { server }: Transport): ConnectionFailed {
  const detail = 'files cannot be read this way';
  return new ConnectionFailed('not_understood', { method, path, server }, { detail });
}

const LONGEST_ERROR = 64 * 1024;

/** The text of an error response, up to a useful length; the rest is not read. */
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
