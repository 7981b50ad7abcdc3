/** The only source of the current time. All time-dependent code takes a clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that is stopped until it is set or advanced; for tests and mock servers. */
export interface MovableClock extends Clock {
  set(millis: number): void;
  advance(millis: number): void;
}

/** Creates a clock stopped at `start` (milliseconds since 1970). */
export function createMovableClock(start: number): MovableClock {
  let current = start;
  return {
    now: () => current,
    set: (millis) => {
      current = millis;
    },
    advance: (millis) => {
      current += millis;
    },
  };
}

/**
 * Creates a clock that starts at `start` and then advances with the base clock; for mock servers.
 */
export function createShiftedClock(start: number, base: Clock = systemClock): MovableClock {
  let shift = start - base.now();
  return {
    now: () => base.now() + shift,
    set: (millis) => {
      shift = millis - base.now();
    },
    advance: (millis) => {
      shift += millis;
    },
  };
}
