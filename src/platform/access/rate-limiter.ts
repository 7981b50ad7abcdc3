/** Whether a request may pass, and what the `x-ratelimit-*` headers say. */
export interface RateDecision {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the next request passes, or until the oldest leaves the window. */
  readonly resetSeconds: number;
}

/** A sliding window of one minute per subject, exact: every request is remembered. */
export interface RateLimiter {
  take(subject: string, limit: number): Promise<RateDecision>;
}

/** How many subjects a limiter remembers before it looks for idle ones. */
export const MOST_SUBJECTS = 50_000;

const WINDOW_MILLIS = 60_000;

/** A decision; `waitMillis` lie between now and the moment the window has room again. */
export function rateDecision(input: {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly inWindow: number;
  readonly waitMillis: number;
}): RateDecision {
  const { isAllowed, limit, inWindow, waitMillis } = input;
  // Fractions of a millisecond must not make a minute of 61 seconds.
  const seconds = Math.ceil(Math.round(waitMillis) / 1000);
  return {
    isAllowed,
    limit,
    remaining: Math.max(0, limit - inWindow),
    resetSeconds: Math.min(Math.max(1, seconds), WINDOW_MILLIS / 1000),
  };
}

/** Makes a limiter of this process alone; `monotonicMillis` must never run backwards. */
export function createRateLimiter(monotonicMillis: () => number): RateLimiter {
  const subjects = new Map<string, number[]>();
  return {
    async take(subject, limit) {
      const now = monotonicMillis();
      const times = recentTimes(subjects, subject, now);
      const isAllowed = times.length < limit;
      if (isAllowed) times.push(now);
      // After a limit was lowered, more than the oldest must leave before one passes.
      const leaving = times[isAllowed ? 0 : times.length - limit] ?? now;
      const waitMillis = leaving + WINDOW_MILLIS - now;
      return rateDecision({ isAllowed, limit, inWindow: times.length, waitMillis });
    },
  };
}

function recentTimes(subjects: Map<string, number[]>, subject: string, now: number): number[] {
  const known = subjects.get(subject);
  const kept = known ?? [];
  const firstRecent = kept.findIndex((time) => time > now - WINDOW_MILLIS);
  if (firstRecent !== 0) kept.splice(0, firstRecent === -1 ? kept.length : firstRecent);
  if (!known) {
    if (subjects.size >= MOST_SUBJECTS) forgetIdle(subjects, now);
    subjects.set(subject, kept);
  }
  return kept;
}

function forgetIdle(subjects: Map<string, number[]>, now: number): void {
  for (const [subject, times] of subjects) {
    if ((times.at(-1) ?? 0) <= now - WINDOW_MILLIS) subjects.delete(subject);
  }
}
