import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { percentOf } from '../metrics/percent-of.ts';

/** Feed of a day, by how many days after placement that is. */
interface FedDay {
  readonly at: number;
  readonly kg: number;
}

/** What a flock ate up to a day. */
export interface FeedEaten {
  /** As recorded. */
  readonly recordedKg: number;
  /** The days without a record filled in from their neighbours; null when none was recorded. */
  readonly kg: number | null;
  /** Days with feed in the log, of those after placement; null on the day of placement. */
  readonly coveragePct: number | null;
}

/**
 * Adds up the feed of a flock from placement up to and including a day. A day that was not recorded
 * lies on the straight line between its recorded neighbours, which begins with nothing on the day
 * of placement and goes on flat after the last.
 */
export function feedEaten(record: FlockRecord, until: CalendarDay): FeedEaten {
  const { placementDate: start, arrivalAgeDays } = record.flock;
  const fed: FedDay[] = [];
  for (const { day, ageDays, log } of record.days) {
    const kg = log?.feedKg ?? null;
    const at = ageDays - (arrivalAgeDays ?? 0);
    if (kg !== null && at >= 0 && day <= until) fed.push({ at, kg });
  }
  const recordedKg = sum(fed.map(({ kg }) => kg));
  const daysAfterPlacement = daysBetween(start, until);
  const last = fed.at(-1);
  return {
    recordedKg,
    kg: last ? recordedKg + kgBetween(fed) + (daysAfterPlacement - last.at) * last.kg : null,
    coveragePct: percentOf(fed.filter(({ at }) => at > 0).length, daysAfterPlacement),
  };
}

/** The feed of the days between the recorded ones. */
function kgBetween(fed: readonly FedDay[]): number {
  let before: FedDay = { at: 0, kg: 0 };
  let total = 0;
  for (const point of fed) {
    total += (Math.max(0, point.at - before.at - 1) * (before.kg + point.kg)) / 2;
    before = point;
  }
  return total;
}
