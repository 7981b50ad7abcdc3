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

/** Upper bound of any next attempt. */
export const MAX_FUTURE_MILLIS = 36 * HOUR;

const JITTER = 0.2;
const LONGEST_RETRY_AFTER_MILLIS = 24 * HOUR;
/** A receiver that was down for three days gets one more attempt, regardless of jitter. */
const COVERED_MILLIS = 73 * HOUR;

/** The state of a failed delivery. */
export interface FailedDelivery {
  /** Attempts so far, including the failed one. */
  readonly attempts: number;
  /** Time of the first attempt, milliseconds since 1970. */
  readonly firstAttemptAt: number;
  readonly now: number;
  /** The `Retry-After` header of the response. */
  readonly retryAfter: string | undefined;
  /** From 0 up to but not including 1. */
  readonly random: number;
}

/**
 * The time of the next attempt, milliseconds since 1970: the delay plus or minus 20 %, and never
 * before `Retry-After`, which is capped at 24 hours. Undefined after the last attempt.
 */
export function nextAttemptAt(failed: FailedDelivery): number | undefined {
  const { attempts, firstAttemptAt, now, random } = failed;
  const delay = RETRY_DELAYS_MILLIS[attempts];
  if (delay === undefined) return undefined;
  const jittered = Math.round(delay * (1 - JITTER + 2 * JITTER * random));
  const at = now + Math.max(jittered, retryAfterMillis(failed.retryAfter, now));
  const isLast = attempts === RETRY_DELAYS_MILLIS.length - 1;
  return isLast
    ? Math.max(at, Math.min(firstAttemptAt + COVERED_MILLIS, now + MAX_FUTURE_MILLIS))
    : at;
}

/** The wait that `Retry-After` asks for, given in seconds or as a date; 0 if it is invalid. */
export function retryAfterMillis(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now;
  return Number.isNaN(wait) ? 0 : Math.min(LONGEST_RETRY_AFTER_MILLIS, Math.max(0, wait));
}

/**
 * Stops calls to a target that fails repeatedly and lets a single probe through from time to time.
 */
export interface CircuitBreaker {
  /**
   * Whether a call may be made; each permitted call must be followed by exactly one of the other
   * methods.
   */
  tryEnter(): boolean;
  succeed(): void;
  fail(): void;
  /** The call ended without information about the health of the target. */
  leave(): void;
}

/** Limits of a circuit breaker. */
export interface CircuitBreakerOptions {
  readonly clock: Clock;
  /** Consecutive failures that open the breaker. */
  readonly failures: number;
  /** Milliseconds until a probe call is allowed. */
  readonly pauseMillis: number;
}

/** Creates a closed breaker. Results of calls that were in flight when it opened are ignored. */
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
