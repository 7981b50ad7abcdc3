import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { WeightOnDay } from '../metrics/daily-gain-g.ts';
import { standardWeightOn } from '../metrics/standard-weight-on.ts';
import { saleWeightsOf, weighingsOf } from './weighings.ts';

/** Weighings further apart than this say nothing about the days between them. */
const LONGEST_SPAN_DAYS = 10;

/**
 * What the birds of a closed flock weighed on a day, in g: as weighed then, else between the
 * neighbouring weighings or sales, along the standard of the breed where there is one. Null outside
 * them, and where they lie more than ten days apart.
 */
export function weightOnDay(record: FlockRecord, day: CalendarDay): number | null {
  const known = [...weighingsOf(record), ...saleWeightsOf(record)].toSorted((left, right) =>
    left.day < right.day ? -1 : 1,
  );
  const exact = known.find((weighing) => weighing.day === day);
  if (exact) return exact.g;
  const before = known.findLast((weighing) => weighing.day < day);
  const after = known.find((weighing) => weighing.day > day);
  if (!before || !after || daysBetween(before.day, after.day) > LONGEST_SPAN_DAYS) return null;
  return between(record, { before, after }, day);
}

function between(
  { flock }: FlockRecord,
  { before, after }: { readonly before: WeightOnDay; readonly after: WeightOnDay },
  day: CalendarDay,
): number {
  const way = daysBetween(before.day, day) / daysBetween(before.day, after.day);
  const standards = [before.day, day, after.day].map((on) => standardWeightOn(flock, on));
  const [from, on, to] = standards;
  if (from == null || on == null || to == null) return before.g + (after.g - before.g) * way;
  const ratios = { before: before.g / from, after: after.g / to };
  return on * (ratios.before + (ratios.after - ratios.before) * way);
}
