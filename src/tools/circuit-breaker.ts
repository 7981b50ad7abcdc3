import type { Clock } from './clock.ts';

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
