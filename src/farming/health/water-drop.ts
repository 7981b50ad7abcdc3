import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { findFlockDay } from '../flocks/find-flock-day.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { standardFeedG } from '../flocks/standard-feed.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import { waterDropPct } from '../metrics/water-drop-pct.ts';

const DAYS_BEFORE = [1, 2, 3] as const;

/**
 * How much less the birds of a flock drank on a day than the three days before let expect, in %.
 * What they drank then is brought to this day by the standard feed of the breed, and related to the
 * birds where these are known. Null when the day or two of the three were not recorded.
 */
export function waterDropOn(record: FlockRecord, day: CalendarDay): number | null {
  const expected = DAYS_BEFORE.map((daysAgo) => {
    const before = addDays(day, -daysAgo);
    const water = waterPerBird(record, before);
    return water === null ? null : water * growth(record, before, day);
  });
  return waterDropPct(waterPerBird(record, day), expected);
}

function waterPerBird(record: FlockRecord, day: CalendarDay): number | null {
  const recorded = findFlockDay(record, day);
  const waterL = recorded?.log?.waterL ?? null;
  const isCounted = record.placed !== null && !record.isImpossible;
  return isCounted ? ratioOf(waterL, recorded?.average) : waterL;
}

function growth(record: FlockRecord, from: CalendarDay, to: CalendarDay): number {
  return ratioOf(standardFeedG(record, to), standardFeedG(record, from)) ?? 1;
}
