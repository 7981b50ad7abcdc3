import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { ratioOf } from '../../tools/statistics.ts';
import { findFlockDay, recentDays } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { standardFeedG } from '../core/projections.ts';
import { targetTemperatureC } from '../metrics/climate-limits.ts';
import { ageDays } from '../metrics/dates.ts';
import { heatWaterFactor, waterDropPct } from '../metrics/feed-and-water.ts';

const DAYS_BEFORE = [1, 2, 3] as const;
/** Days before the three reference days: a slowly clogging filter lowers the recent days too. */
const OLDER_DAYS = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] as const;
const OLDER_FEWEST = 5;
/** The feed of a day is logged less exactly than that of a week. */
const FEED_TOLERANCE = 1.15;
/**
 * A drop below this, in %, is limited to the drop relative to feed intake, and raises no alert.
 * With a larger drop, lower feed intake may be the consequence.
 */
const DROP_OF_ITSELF = 15;

/**
 * How much less the birds of a flock drank on a day than expected from the three days before, or
 * from the eleven days before those if that drop is larger, in %. Earlier water is scaled to this
 * day by the standard feed of the breed, corrected for heat, and per bird when the birds are known.
 * Null when the day or two of the three were not recorded.
 */
export function waterDropOn(record: FlockRecord, day: CalendarDay): number | null {
  const water = waterPerBird(record, day);
  const expectedBy = (days: readonly number[], grow: typeof growth) =>
    days.map((daysAgo) => {
      const before = addDays(day, -daysAgo);
      const waterBefore = waterPerBird(record, before);
      return waterBefore === null ? null : waterBefore * grow(record, before, day);
    });
  const dropPct = waterDropPct(water, expectedBy(DAYS_BEFORE, growth));
  if (dropPct === null) return null;
  const older = expectedBy(OLDER_DAYS, ownGrowth(FEED_TOLERANCE)).filter(
    (expectation) => expectation !== null,
  );
  const olderDrop = older.length < OLDER_FEWEST ? null : waterDropPct(water, older);
  const largest = Math.max(dropPct, olderDrop ?? dropPct);
  if (largest >= DROP_OF_ITSELF) return largest;
  const byFeed = waterDropPct(water, expectedBy(DAYS_BEFORE, ownGrowth(1)));
  return Math.min(largest, byFeed ?? largest);
}

/** Corrected to the target temperature of the age. */
function waterPerBird(record: FlockRecord, day: CalendarDay): number | null {
  const recorded = findFlockDay(record, day);
  const waterL = recorded?.log?.waterL ?? null;
  if (!recorded || waterL === null) return null;
  const target = targetTemperatureC(record.kind, ageDays(record.flock, day));
  const corrected = waterL / heatWaterFactor(recorded.log?.tempAvg ?? target, target);
  const isCounted = record.placed !== null && !record.isImpossible;
  return isCounted ? ratioOf(corrected, recorded.average) : corrected;
}

/** A flock that eats and grows less than its breed drinks less too. */
function ownGrowth(tolerance: number): typeof growth {
  return (record, from, to) => {
    const feedGrowth = ratioOf(feedPerBird(record, to), feedPerBird(record, from));
    const standard = growth(record, from, to);
    return feedGrowth === null ? standard : Math.min(standard, feedGrowth * tolerance);
  };
}

function feedPerBird(record: FlockRecord, day: CalendarDay): number | null {
  const recorded = findFlockDay(record, day);
  return ratioOf(recorded?.log?.feedKg ?? null, recorded?.average ?? null);
}

function growth(record: FlockRecord, from: CalendarDay, to: CalendarDay): number {
  return ratioOf(standardFeedG(record, to), standardFeedG(record, from)) ?? 1;
}

const NEWEST_DAYS = 2;

/** The newest of today and yesterday with water logged; a drop of last week is over. */
export function newestWaterDay(record: FlockRecord, today: CalendarDay): CalendarDay {
  const measured = recentDays(record, today, NEWEST_DAYS).filter(({ log }) => log?.waterL != null);
  return measured.at(-1)?.day ?? today;
}
