import type { RateDecision } from '../platform/access/rate-limiter.ts';

/** The headers that state a rate limit. */
export function rateHeaders({
  limit,
  remaining,
  resetSeconds,
}: Omit<RateDecision, 'isAllowed'>): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': `${limit}`,
    'x-ratelimit-remaining': `${remaining}`,
    'x-ratelimit-reset': `${resetSeconds}`,
  };
}
