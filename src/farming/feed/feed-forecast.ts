import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { mean, sum } from '../../tools/statistics.ts';
import { findFlockDay } from '../flocks/find-flock-day.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { knownLive } from '../flocks/known-live.ts';
import { recentDays } from '../flocks/recent-days.ts';
import { standardFeedG } from '../flocks/standard-feed.ts';
import { ratioOf } from '../metrics/ratio-of.ts';

/** What a flock is going to eat. */
export interface FeedForecast {
  /** The first day whose feed is not in the log: tomorrow, or today as long as it is not logged. */
  readonly from: CalendarDay;
  /** The standard of the breed, what it ate of late where there is none, or neither. */
  readonly basis: 'standard' | 'recent' | null;
  /** What it ate of late by the standard, 0.7 to 1.3; null without a standard. */
  readonly ratio: number | null;
  /** Feed of so many days from `from` on, in kg; null when one of them cannot be told. */
  readonly kgOf: (days: number) => number | null;
}

const RECENT_DAYS = 7;
const LOWEST_RATIO = 0.7;
const HIGHEST_RATIO = 1.3;

/** What a flock is going to eat, as the birds alive eat by the standard and by their last week. */
export function feedForecast(record: FlockRecord, today: CalendarDay): FeedForecast {
  const from = findFlockDay(record, today)?.log?.feedKg == null ? today : addDays(today, 1);
  const live = knownLive(record);
  const hasStandard = live !== null && standardFeedG(record, from) !== null;
  const ratio = hasStandard ? ownByStandard(record, today) : null;
  const recentKg = hasStandard ? null : meanRecentKg(record, today);
  const kgOn = (day: CalendarDay): number | null => {
    const standardG = standardFeedG(record, day);
    if (ratio === null) return recentKg;
    return standardG === null || live === null ? null : (live * standardG * ratio) / 1000;
  };
  return {
    from,
    basis: hasStandard ? 'standard' : recentKg === null ? null : 'recent',
    ratio,
    kgOf: (days) => {
      const each = Array.from({ length: Math.max(0, days) }, (_, ahead) =>
        kgOn(addDays(from, ahead)),
      );
      return each.includes(null) ? null : sum(each);
    },
  };
}

/** Feed of the last week by its standard; 1 where none of it was logged. */
function ownByStandard(record: FlockRecord, today: CalendarDay): number {
  const days = recentDays(record, today, RECENT_DAYS).flatMap(({ day, log, average }) => {
    const standardG = standardFeedG(record, day);
    const feedKg = log?.feedKg ?? null;
    if (feedKg === null || average === null || standardG === null) return [];
    return [{ feedKg, standardKg: (average * standardG) / 1000 }];
  });
  const own = sum(days.map(({ feedKg }) => feedKg));
  const ratio = ratioOf(own, sum(days.map(({ standardKg }) => standardKg))) ?? 1;
  return Math.min(HIGHEST_RATIO, Math.max(LOWEST_RATIO, ratio));
}

function meanRecentKg(record: FlockRecord, today: CalendarDay): number | null {
  const fed = recentDays(record, today, RECENT_DAYS).map(({ log }) => log?.feedKg ?? null);
  return mean(fed.filter((feedKg) => feedKg !== null));
}
