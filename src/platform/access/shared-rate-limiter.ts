import type { Connection } from '../../storage/database.ts';
import { takeFromWindow } from '../../storage/system/rate-windows.ts';
import {
  createRateLimiter,
  MOST_SUBJECTS,
  type RateDecision,
  type RateLimiter,
  rateDecision,
} from './rate-limiter.ts';

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
        if (!answer.isAllowed) keepRefusal(refusals, subject, refusalOf(limit, now, answer));
        return rateDecision({ ...answer, limit });
      } catch (error) {
        onError(error);
        return alone.take(subject, limit);
      }
    },
  };
}

function refusalOf(
  limit: number,
  now: number,
  { waitMillis }: { readonly waitMillis: number },
): Refusal {
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

function keepRefusal(refusals: Map<string, Refusal>, subject: string, refusal: Refusal): void {
  // The oldest goes: it costs one question more, nothing else.
  const [oldest] = refusals.size >= MOST_SUBJECTS ? refusals.keys() : [];
  if (oldest !== undefined) refusals.delete(oldest);
  refusals.set(subject, refusal);
}
