import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { recentDays } from '../flocks/recent-days.ts';
import { standardFeedG } from '../flocks/standard-feed.ts';
import { feedOfEggs } from '../laying/laying.ts';
import { feedPerBirdG } from '../metrics/feed-per-bird-g.ts';
import { percentOf } from '../metrics/percent-of.ts';
import type { Performance } from '../performance/performance.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { standardFcr } from '../standards/standard-fcr.ts';
import { feedEaten } from './feed-eaten.ts';
import { type FeedForecast, feedForecast } from './feed-forecast.ts';
import { type FeedStockParts, feedStock } from './feed-stock.ts';
import { flockConversion } from './flock-conversion.ts';

/** What a flock eats and makes of it; nothing is rounded, null where not recorded. */
export interface FlockFeed {
  /** As logged. */
  readonly usedKg: number | null;
  readonly coveragePct: number | null;
  /** The newest day of the last seven with feed in the log, and the feed of a bird on it. */
  readonly day: CalendarDay | null;
  readonly gPerBird: number | null;
  readonly standardG: number | null;
  readonly deviationPct: number | null;
  readonly performance: Performance | null;
  readonly standardFcr: number | null;
  /** Of the last seven days, for birds that lay. */
  readonly feedPerDozenKg: number | null;
  readonly eggFcr: number | null;
  readonly deliveredKg: number | null;
  readonly stockKg: number | null;
  readonly forecast: FeedForecast;
}

const RECENT_DAYS = 7;

/** What a flock has eaten, what it has become of it, and what is there for the days to come. */
export function flockFeed(record: FlockRecord, snapshot: FarmSnapshot<FeedStockParts>): FlockFeed {
  const { today } = snapshot;
  const forecast = feedForecast(record, today);
  const { recordedKg, kg, coveragePct } = feedEaten(record, addDays(forecast.from, -1));
  const performance = flockConversion(record, snapshot);
  return {
    usedKg: kg === null ? null : recordedKg,
    coveragePct,
    ...newestDay(record, today),
    performance,
    standardFcr:
      performance && record.breed ? standardFcr(record.breed, performance.ageDays) : null,
    ...feedOfEggs(record, today),
    ...feedStock(record, snapshot),
    forecast,
  };
}

function newestDay(record: FlockRecord, today: CalendarDay) {
  const fed = recentDays(record, today, RECENT_DAYS).findLast(({ log }) => log?.feedKg != null);
  const gPerBird = feedPerBirdG(fed?.log?.feedKg ?? null, fed?.average ?? null);
  const standardG = fed ? standardFeedG(record, fed.day) : null;
  const isBoth = gPerBird !== null && standardG !== null;
  return {
    day: fed?.day ?? null,
    gPerBird,
    standardG,
    deviationPct: isBoth ? percentOf(gPerBird - standardG, standardG) : null,
  };
}
