import { FarmError } from '../model/errors.ts';
import { ConnectionFailed, connectionFailures } from './errors.ts';

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
