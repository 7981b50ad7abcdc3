import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { mean, sum } from '../../tools/statistics.ts';
import { weightRatio } from '../flocks/barn-state.ts';
import { findFlockDay } from '../flocks/find-flock-day.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { projectedLive } from '../flocks/projections.ts';
import { recentDays } from '../flocks/recent-days.ts';
import { standardFeedG } from '../flocks/standard-feed.ts';
import { ratioOf } from '../metrics/ratio-of.ts';

/** The feed that a flock will eat; every figure about feed to come is computed from it. */
export interface FeedForecast {
  /** The first day whose feed is not in the log: tomorrow, or today while it is not logged. */
  readonly from: CalendarDay;
  /** The standard of the breed, the recent consumption where there is none, or neither. */
  readonly basis: 'standard' | 'recent' | null;
  /** The recent consumption by the standard, 0.7 to 1.3; null without a standard. */
  readonly ratio: number | null;
  /** Feed of one day, in kg. */
  readonly kgOn: (day: CalendarDay) => number | null;
  /** Feed of so many days from `from` on, in kg; null when that of one day is unknown. */
  readonly kgOf: (days: number) => number | null;
  /** Feed from `from` up to and including a day; 0 when the day lies before. */
  readonly kgUntil: (day: CalendarDay) => number | null;
}

const RECENT_DAYS = 7;
/** Feed grows with weight to this power: fitted to the tables of the breeders. */
const FEED_BY_WEIGHT = 0.68;
const LOWEST_RATIO = 0.7;
const HIGHEST_RATIO = 1.3;

/**
 * The feed that a flock will eat: the birds projected to be alive times the standard feed of the
 * day times the consumption of its last week by the standard.
 */
export function feedForecast(record: FlockRecord, today: CalendarDay): FeedForecast {
  const from = findFlockDay(record, today)?.log?.feedKg == null ? today : addDays(today, 1);
  const isStandardKnown =
    projectedLive(record, from) !== null && standardFeedG(record, from) !== null;
  const ratio = isStandardKnown ? ownByStandard(record, today) : null;
  const recentKg = isStandardKnown ? null : meanRecentKg(record, today);
  const kgOn = (day: CalendarDay): number | null => {
    if (ratio === null) return recentKg;
    const [live, standardG] = [projectedLive(record, day), standardFeedG(record, day)];
    return standardG === null || live === null ? null : (live * standardG * ratio) / 1000;
  };
  const kgOf = (days: number): number | null => {
    const each = Array.from({ length: Math.max(0, days) }, (_, ahead) =>
      kgOn(addDays(from, ahead)),
    );
    return each.includes(null) ? null : sum(each);
  };
  return {
    from,
    basis: isStandardKnown ? 'standard' : recentKg === null ? null : 'recent',
    ratio,
    kgOn,
    kgOf,
    kgUntil: (day) => kgOf(daysBetween(from, day) + 1),
  };
}

/** Feed of the last week by its standard; where none of it was logged, by the weight of the birds. */
function ownByStandard(record: FlockRecord, today: CalendarDay): number {
  const days = recentDays(record, today, RECENT_DAYS).flatMap(({ day, log, average }) => {
    const standardG = standardFeedG(record, day);
    const feedKg = log?.feedKg ?? null;
    if (feedKg === null || average === null || standardG === null) return [];
    return [{ feedKg, standardKg: (average * standardG) / 1000 }];
  });
  const own = sum(days.map(({ feedKg }) => feedKg));
  const logged = ratioOf(own, sum(days.map(({ standardKg }) => standardKg)));
  const ratio = logged ?? (weightRatio(record) ?? 1) ** FEED_BY_WEIGHT;
  return Math.min(HIGHEST_RATIO, Math.max(LOWEST_RATIO, ratio));
}

function meanRecentKg(record: FlockRecord, today: CalendarDay): number | null {
  const fed = recentDays(record, today, RECENT_DAYS).map(({ log }) => log?.feedKg ?? null);
  return mean(fed.filter((feedKg) => feedKg !== null));
}
