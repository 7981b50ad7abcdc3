import type { Clock } from '../tools/clock.ts';
import { ConnectionFailed, errorOfResponse } from './errors.ts';
import { retryDelay } from './retry.ts';
import type { ClientRequest, ClientResponse, Transport } from './transport.ts';

/** What sending depends on besides the transport; tests pass their own. */
export interface Surroundings {
  readonly clock: Clock;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
  /** Resolves after so many milliseconds; rejects with the reason of the signal. */
  readonly sleep: (millis: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Longest time to wait for retries of one request, in milliseconds. */
  readonly maxWaitMs: number;
  /** Told of every attempt, when it has ended. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
}

/** One sending of a request, and what came of it. */
export interface Attempt {
  readonly request: ClientRequest;
  readonly response?: ClientResponse | undefined;
  readonly error?: unknown;
  readonly number: number;
  readonly durationMs: number;
  /** When it is sent again; absent for the last attempt. */
  readonly retryInMs?: number;
}

/**
 * Sends a request, again where that is safe and may help. The same request goes out every time, so
 * that a write keeps its Idempotency-Key. Throws `FarmError` or `ConnectionFailed` of the last try.
 */
export async function sendWithRetries(
  transport: Transport,
  request: ClientRequest,
  surroundings: Surroundings,
): Promise<ClientResponse> {
  const { clock, random, sleep, maxWaitMs, onAttempt } = surroundings;
  let waitedMs = 0;
  for (let attempts = 1; ; attempts++) {
    const start = clock.now();
    const sent = await sendOnce(transport, request);
    const told = { request, ...sent, number: attempts, durationMs: clock.now() - start };
    if (sent.error === undefined) {
      onAttempt?.(told);
      return sent.response;
    }
    const state = { attempts, waitedMs, maxWaitMs, now: clock.now(), random: random() };
    const retryInMs = retryDelay(sent.error, state);
    onAttempt?.(retryInMs === undefined ? told : { ...told, retryInMs });
    if (retryInMs === undefined) throw sent.error;
    await sleep(retryInMs, request.signal);
    waitedMs += retryInMs;
  }
}

type Sent =
  | { readonly response: ClientResponse; readonly error?: undefined }
  | { readonly response?: ClientResponse; readonly error: Error };

async function sendOnce(transport: Transport, request: ClientRequest): Promise<Sent> {
  const failed = { method: request.method, path: request.path, server: transport.server };
  try {
    const response = await transport.send(request);
    if (response.status >= 400) return { response, error: errorOfResponse(response, failed) };
    if (response.status < 300 || response.status === 304) return { response };
    const detail = `status ${response.status}`;
    return { response, error: new ConnectionFailed('not_understood', failed, { detail }) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
