import { setTimeout as pause } from 'node:timers/promises';
import { FarmError } from '../model/core/errors.ts';
import type { Clock } from '../tools/clock.ts';
import {
  type ClientRequest,
  type ClientResponse,
  ConnectionFailed,
  connectionFailures,
  errorOfResponse,
  type Transport,
} from './errors.ts';

/** The attempts so far. */
export interface RetryState {
  /** Number of times the request was sent. */
  readonly attempts: number;
  /** Total milliseconds waited so far. */
  readonly waitedMs: number;
  readonly maxWaitMs: number;
  /** Milliseconds since 1970, the reference for a `Retry-After` date. */
  readonly now: number;
  /** From 0 up to but not including 1. */
  readonly random: number;
}

const MOST_ATTEMPTS = 6;
const FIRST_WAIT_MILLIS = 250;
const LONGEST_WAIT_MILLIS = 8_000;
const retriedStatuses: readonly number[] = [408, 429, 502, 503, 504];

/**
 * Milliseconds to wait before the next attempt: at least `Retry-After`, otherwise exponential
 * backoff with jitter. Undefined if the request must not be retried: the error is not retryable,
 * the attempts are used up, or the wait would exceed the remaining time.
 */
export function retryDelay(error: unknown, state: RetryState): number | undefined {
  if (state.attempts >= attemptsFor(error)) return undefined;
  const delay = Math.max(backoff(state), retryAfter(error, state.now));
  return state.waitedMs + delay <= state.maxWaitMs ? delay : undefined;
}

function attemptsFor(error: unknown): number {
  if (error instanceof ConnectionFailed) return connectionFailures[error.kind].tries;
  return error instanceof FarmError && retriedStatuses.includes(error.status) ? MOST_ATTEMPTS : 1;
}

function backoff({ attempts, random }: RetryState): number {
  const full = Math.min(LONGEST_WAIT_MILLIS, FIRST_WAIT_MILLIS * 2 ** (attempts - 1));
  return Math.round(full * (0.5 + random / 2));
}

function retryAfter(error: unknown, now: number): number {
  const text = error instanceof FarmError ? error.headers['retry-after'] : undefined;
  if (text === undefined) return 0;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? 0 : Math.max(0, instant - now);
}

/** Environment of a retry loop besides the transport; tests inject their own. */
export interface RetryContext {
  readonly clock: Clock;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
  /** Resolves after the given milliseconds; rejects with the reason of the signal. */
  readonly sleep: (millis: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Maximum total wait for the retries of one request, in milliseconds. */
  readonly maxWaitMs: number;
  /** Called after every attempt. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
}

/** One attempt of a request, and its outcome. */
export interface Attempt {
  readonly request: ClientRequest;
  readonly response?: ClientResponse | undefined;
  readonly error?: unknown;
  readonly number: number;
  readonly durationMs: number;
  /** Delay until the next attempt; absent for the last attempt. */
  readonly retryInMs?: number;
}

/**
 * Sends a request and retries it where that is safe and useful. Every attempt sends the same
 * request, so that a write keeps its Idempotency-Key. Throws the `FarmError` or `ConnectionFailed`
 * of the last attempt.
 */
export async function sendWithRetries(
  transport: Transport,
  request: ClientRequest,
  context: RetryContext,
): Promise<ClientResponse> {
  const { clock, random, sleep, maxWaitMs, onAttempt } = context;
  let waitedMs = 0;
  for (let attempts = 1; ; attempts++) {
    const start = clock.now();
    const sent = await sendOnce(transport, request);
    const attempt = { request, ...sent, number: attempts, durationMs: clock.now() - start };
    if (sent.error === undefined) {
      onAttempt?.(attempt);
      return sent.response;
    }
    const state = { attempts, waitedMs, maxWaitMs, now: clock.now(), random: random() };
    const retryInMs = retryDelay(sent.error, state);
    onAttempt?.(retryInMs === undefined ? attempt : { ...attempt, retryInMs });
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

/**
 * Resolves after the given milliseconds; rejects with the reason of the signal if it is aborted.
 */
export async function wait(millis: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await pause(millis, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
