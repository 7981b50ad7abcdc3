import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { percentOf } from '../metrics/percent-of.ts';

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
  const start = record.flock.placementDate;
  const fed = record.days.flatMap(({ day, log }) => {
    const kg = log?.feedKg ?? null;
    return kg === null || day < start || day > until ? [] : [{ at: daysBetween(start, day), kg }];
  });
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
function kgBetween(fed: readonly { readonly at: number; readonly kg: number }[]): number {
  const points = [{ at: 0, kg: 0 }, ...fed];
  return sum(
    fed.map((point, index) => {
      const before = points[index] ?? point;
      return (Math.max(0, point.at - before.at - 1) * (before.kg + point.kg)) / 2;
    }),
  );
}
