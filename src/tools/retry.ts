import type { Clock } from './clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between the attempts of a delivery: 14 attempts over 77.7 hours. */
export const RETRY_DELAYS_MILLIS: readonly number[] = [
  0,
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  10 * HOUR,
  12 * HOUR,
  18 * HOUR,
  24 * HOUR,
];

/** Nothing is ever due further ahead than this. */
export const MOST_AHEAD_MILLIS = 36 * HOUR;

const JITTER = 0.2;
const LONGEST_RETRY_AFTER_MILLIS = 24 * HOUR;
/** A receiver that was away for three days is asked once more, however the jitter fell. */
const COVERED_MILLIS = 73 * HOUR;

/** How a delivery that has failed stands. */
export interface FailedDelivery {
  /** Attempts so far, the failed one among them. */
  readonly attempts: number;
  /** When the first of them was made, milliseconds since 1970. */
  readonly firstAttemptAt: number;
  readonly now: number;
  /** The header `Retry-After` of the answer. */
  readonly retryAfter: string | undefined;
  /** From 0 up to but not including 1. */
  readonly random: number;
}

/**
 * When a delivery that failed is tried again, milliseconds since 1970: after its delay, 20 % more or
 * less, and never before `Retry-After`, which counts up to 24 hours. Undefined after the last.
 */
export function nextAttemptAt(failed: FailedDelivery): number | undefined {
  const { attempts, firstAttemptAt, now, random } = failed;
  const delay = RETRY_DELAYS_MILLIS[attempts];
  if (delay === undefined) return undefined;
  const jittered = Math.round(delay * (1 - JITTER + 2 * JITTER * random));
  const at = now + Math.max(jittered, retryAfterMillis(failed.retryAfter, now));
  const isLast = attempts === RETRY_DELAYS_MILLIS.length - 1;
  return isLast
    ? Math.max(at, Math.min(firstAttemptAt + COVERED_MILLIS, now + MOST_AHEAD_MILLIS))
    : at;
}

/** How long `Retry-After` asks to wait: seconds or a date; 0 where it says neither. */
export function retryAfterMillis(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now;
  return Number.isNaN(wait) ? 0 : Math.min(LONGEST_RETRY_AFTER_MILLIS, Math.max(0, wait));
}

/** Keeps calls from somebody who fails again and again, and lets one try now and then. */
export interface CircuitBreaker {
  /** Whether a call may be made; each that may must be followed by exactly one of the others. */
  tryEnter(): boolean;
  succeed(): void;
  fail(): void;
  /** The call ended without saying anything of the one that was called. */
  leave(): void;
}

/** How much is borne. */
export interface CircuitBreakerOptions {
  readonly clock: Clock;
  /** Failures in a row after which nothing is called. */
  readonly failures: number;
  /** Milliseconds until one call may try again. */
  readonly pauseMillis: number;
}

/** A breaker that is closed. Calls that were under way when it opened count no more. */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { clock, failures, pauseMillis } = options;
  let inARow = 0;
  let openSince: number | undefined;
  let isTrying = false;
  return {
    tryEnter() {
      if (openSince === undefined) return true;
      if (isTrying || clock.now() - openSince < pauseMillis) return false;
      isTrying = true;
      return true;
    },
    succeed() {
      inARow = 0;
      openSince = undefined;
      isTrying = false;
    },
    fail() {
      inARow += 1;
      if (inARow >= failures) openSince = clock.now();
      isTrying = false;
    },
    leave() {
      isTrying = false;
    },
  };
}
