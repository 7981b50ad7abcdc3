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

/** What has been tried so far. */
export interface RetryState {
  /** How many times the request was sent. */
  readonly attempts: number;
  /** Milliseconds waited so far, all waits together. */
  readonly waitedMs: number;
  readonly maxWaitMs: number;
  /** Milliseconds since 1970, against which a `Retry-After` date is measured. */
  readonly now: number;
  /** From 0 up to but not including 1. */
  readonly random: number;
}

const MOST_ATTEMPTS = 6;
const FIRST_WAIT_MILLIS = 250;
const LONGEST_WAIT_MILLIS = 8_000;
const retriedStatuses: readonly number[] = [408, 429, 502, 503, 504];

/**
 * Milliseconds to wait before the request is sent again, never less than `Retry-After` says and
 * otherwise doubling, with jitter. Undefined when it is not to be sent again: another error, enough
 * attempts, or a longer wait than is left.
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

/** Resolves after so many milliseconds; rejects with the reason of the signal when it is aborted. */
export async function wait(millis: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await pause(millis, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
