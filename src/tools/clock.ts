/** The only way the program learns what time it is. Everything that depends on time takes one. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until it is set or advanced; for tests and mock servers. */
export interface MovableClock extends Clock {
  set(millis: number): void;
  advance(millis: number): void;
}

/** Makes a clock that stands at `start` (milliseconds since 1970). */
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

/** A clock set to `start` that then runs on with the machine's time; for mock servers. */
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
