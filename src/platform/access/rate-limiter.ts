import type { Connection } from '../../storage/core/database.ts';
import { takeFromWindow, type WindowAnswer } from '../../storage/system/request-state.ts';

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
const MOST_SUBJECTS = 50_000;

const WINDOW_MILLIS = 60_000;

/** A decision; `waitMillis` lie between now and the moment the window has room again. */
function rateDecision(input: {
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

/** What this instance knows of a subject that was refused. */
interface Refusal {
  readonly limit: number;
  /** By the monotonic clock; nobody passes before. */
  readonly until: number;
}

/**
 * Makes a limiter whose windows all instances on one PostgreSQL database share, exact to the request.
 * What was refused is refused again without asking the database until the window has room: a flood
 * costs it nothing. When the statement fails, this instance counts by itself and `onError` hears why.
 */
export function createSharedRateLimiter(
  connection: Connection,
  options: {
    readonly monotonicMillis: () => number;
    readonly onError: (error: unknown) => void;
  },
): RateLimiter {
  const { monotonicMillis, onError } = options;
  const alone = createRateLimiter(monotonicMillis);
  const refusals = new Map<string, Refusal>();
  return {
    async take(subject, limit) {
      const now = monotonicMillis();
      const known = findRefusal(refusals, { subject, limit, now });
      if (known) return known;
      try {
        const answer = await takeFromWindow(connection, subject, limit);
        // Counted from before the question: on the way the wait only became shorter.
        if (!answer.isAllowed) cacheRefusal(refusals, subject, refusalOf(now, answer));
        return rateDecision(answer);
      } catch (error) {
        onError(error);
        return alone.take(subject, limit);
      }
    },
  };
}

function refusalOf(now: number, { limit, waitMillis }: WindowAnswer): Refusal {
  return { limit, until: now + waitMillis };
}

/** A raised limit is asked about anew; one that is the same or lower is met as long as it is. */
function findRefusal(
  refusals: Map<string, Refusal>,
  {
    subject,
    limit,
    now,
  }: { readonly subject: string; readonly limit: number; readonly now: number },
): RateDecision | undefined {
  const known = refusals.get(subject);
  if (!known) return undefined;
  if (known.until <= now || known.limit < limit) {
    refusals.delete(subject);
    return undefined;
  }
  const waitMillis = known.until - now;
  return rateDecision({ isAllowed: false, limit, inWindow: limit, waitMillis });
}

function cacheRefusal(refusals: Map<string, Refusal>, subject: string, refusal: Refusal): void {
  // The oldest goes: it costs one question more, nothing else.
  const [oldest] = refusals.size >= MOST_SUBJECTS ? refusals.keys() : [];
  if (oldest !== undefined) refusals.delete(oldest);
  refusals.set(subject, refusal);
}
