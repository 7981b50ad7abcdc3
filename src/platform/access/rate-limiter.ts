const WINDOW_MILLIS = 60_000;
const MOST_SUBJECTS = 50_000;

/** Whether a request may pass, and what the `x-ratelimit-*` headers say. */
export interface RateDecision {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the next request passes, or until the window is empty. */
  readonly resetSeconds: number;
}

/** A sliding window of one minute per subject, exact: every request is remembered. */
export interface RateLimiter {
  take(subject: string, limit: number): RateDecision;
}

/** Makes a limiter; `monotonicMillis` must never run backwards. */
export function createRateLimiter(monotonicMillis: () => number): RateLimiter {
  const subjects = new Map<string, number[]>();
  return {
    take(subject, limit) {
      const now = monotonicMillis();
      const times = recentTimes(subjects, subject, now);
      const isAllowed = times.length < limit;
      if (isAllowed) times.push(now);
      const oldest = times[0] ?? now;
      return {
        isAllowed,
        limit,
        remaining: Math.max(0, limit - times.length),
        resetSeconds: secondsUntil(oldest + WINDOW_MILLIS, now),
      };
    },
  };
}

/** Fractions of a millisecond must not make a minute of 61 seconds. */
function secondsUntil(end: number, now: number): number {
  const seconds = Math.ceil(Math.round(end - now) / 1000);
  return Math.min(Math.max(1, seconds), WINDOW_MILLIS / 1000);
}

function recentTimes(subjects: Map<string, number[]>, subject: string, now: number): number[] {
  const known = subjects.get(subject);
  const kept = known ?? [];
  const firstRecent = kept.findIndex((time) => time > now - WINDOW_MILLIS);
  kept.splice(0, firstRecent === -1 ? kept.length : firstRecent);
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
