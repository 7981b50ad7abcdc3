import ipaddr from 'ipaddr.js';
import type { Connection } from '../../storage/core/database.ts';
import { takeFromWindow, type WindowAnswer } from '../../storage/system/request-state.ts';

/** Whether a request is allowed, and the values of the `x-ratelimit-*` headers. */
export interface RateDecision {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the next request is allowed, or until the oldest leaves the window. */
  readonly resetSeconds: number;
}

/** An exact sliding window of one minute per subject: the time of every request is stored. */
export interface RateLimiter {
  take(subject: string, limit: number): Promise<RateDecision>;
}

/** Number of stored subjects above which idle ones are removed. */
const MOST_SUBJECTS = 50_000;

const WINDOW_MILLIS = 60_000;

/** Builds a decision; `waitMillis` is the time until the window has room again. */
function rateDecision(input: {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly inWindow: number;
  readonly waitMillis: number;
}): RateDecision {
  const { isAllowed, limit, inWindow, waitMillis } = input;
  // Rounding first: fractions of a millisecond must not turn a minute into 61 seconds.
  const seconds = Math.ceil(Math.round(waitMillis) / 1000);
  return {
    isAllowed,
    limit,
    remaining: Math.max(0, limit - inWindow),
    resetSeconds: Math.min(Math.max(1, seconds), WINDOW_MILLIS / 1000),
  };
}

/** Creates a limiter for this process; `monotonicMillis` must never decrease. */
export function createRateLimiter(monotonicMillis: () => number): RateLimiter {
  const subjects = new Map<string, number[]>();
  return {
    async take(subject, limit) {
      const now = monotonicMillis();
      const times = recentTimes(subjects, subject, now);
      const isAllowed = times.length < limit;
      if (isAllowed) times.push(now);
      // After a limit was lowered, several requests must leave the window before one is allowed.
      const oldest = times[isAllowed ? 0 : times.length - limit] ?? now;
      const waitMillis = oldest + WINDOW_MILLIS - now;
      return rateDecision({ isAllowed, limit, inWindow: times.length, waitMillis });
    },
  };
}

function recentTimes(subjects: Map<string, number[]>, subject: string, now: number): number[] {
  const calls = subjects.get(subject);
  const previous = calls ?? [];
  const firstRecent = previous.findIndex((time) => time > now - WINDOW_MILLIS);
  if (firstRecent !== 0) previous.splice(0, firstRecent === -1 ? previous.length : firstRecent);
  if (!calls) {
    if (subjects.size >= MOST_SUBJECTS) forgetIdle(subjects, now);
    subjects.set(subject, previous);
  }
  return previous;
}

function forgetIdle(subjects: Map<string, number[]>, now: number): void {
  for (const [subject, times] of subjects) {
    if ((times.at(-1) ?? 0) <= now - WINDOW_MILLIS) subjects.delete(subject);
  }
}

interface Refusal {
  readonly limit: number;
  /** Monotonic time before which no request is allowed. */
  readonly until: number;
}

/**
 * Creates a limiter whose windows are shared exactly by all instances on one PostgreSQL database.
 * Refusals are cached until the window has room, so a flood does not query the database. When the
 * statement fails, this instance counts locally and calls `onError`.
 */
export function createSharedRateLimiter(
  connection: Connection,
  options: {
    readonly monotonicMillis: () => number;
    readonly onError: (error: unknown) => void;
  },
): RateLimiter {
  const { monotonicMillis, onError } = options;
  const limiter = createRateLimiter(monotonicMillis);
  const refusals = new Map<string, Refusal>();
  return {
    async take(subject, limit) {
      const now = monotonicMillis();
      const cachedRefusal = findRefusal(refusals, { subject, limit, now });
      if (cachedRefusal) return cachedRefusal;
      try {
        const answer = await takeFromWindow(connection, subject, limit);
        // Measured from before the query: the wait only became shorter during the round trip.
        if (!answer.isAllowed) cacheRefusal(refusals, subject, refusalOf(now, answer));
        return rateDecision(answer);
      } catch (error) {
        onError(error);
        return limiter.take(subject, limit);
      }
    },
  };
}

function refusalOf(now: number, { limit, waitMillis }: WindowAnswer): Refusal {
  return { limit, until: now + waitMillis };
}

/** A cached refusal applies to the same or a lower limit; a raised limit is queried again. */
function findRefusal(
  refusals: Map<string, Refusal>,
  {
    subject,
    limit,
    now,
  }: { readonly subject: string; readonly limit: number; readonly now: number },
): RateDecision | undefined {
  const cached = refusals.get(subject);
  if (!cached) return undefined;
  if (cached.until <= now || cached.limit < limit) {
    refusals.delete(subject);
    return undefined;
  }
  const waitMillis = cached.until - now;
  return rateDecision({ isAllowed: false, limit, inWindow: limit, waitMillis });
}

function cacheRefusal(refusals: Map<string, Refusal>, subject: string, refusal: Refusal): void {
  // Evicting the oldest costs one additional query at most.
  const [oldest] = refusals.size >= MOST_SUBJECTS ? refusals.keys() : [];
  if (oldest !== undefined) refusals.delete(oldest);
  refusals.set(subject, refusal);
}

const NETWORK_BYTES = 8;

/**
 * The key of an address in limits: an IPv4 address, or the /64 prefix of an IPv6 address, which one
 * subscriber usually gets. Text that is not an address is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, NETWORK_BYTES)).toString('hex');
}
