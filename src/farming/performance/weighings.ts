import type { FlockRecord } from '../flocks/flock-record.ts';
import { averageWeightKg } from '../metrics/average-weight-kg.ts';
import type { WeightOnDay } from '../metrics/daily-gain-g.ts';

/** Every weighing of a flock by hand, the oldest first. */
export function weighingsOf({ days }: FlockRecord): readonly WeightOnDay[] {
  return days.flatMap(({ day, log }) => {
    const g = log?.avgWeightGr ?? null;
    return g === null || g <= 0 ? [] : [{ day, g }];
  });
}

/** What a flock weighed by day: fused from cameras where there is a weight, else by hand. */
export function weightsByDay<W extends WeightOnDay>(
  record: FlockRecord,
  fused: readonly W[],
): readonly (W | WeightOnDay)[] {
  const days = new Set(fused.map(({ day }) => day));
  const byHand = weighingsOf(record).filter(({ day }) => !days.has(day));
  return [...fused, ...byHand].toSorted((left, right) => (left.day < right.day ? -1 : 1));
}

/** What the birds of each day of sale weighed on average, the oldest first. */
export function saleWeightsOf({ sales, lastDay }: FlockRecord): readonly WeightOnDay[] {
  return sales.flatMap(({ date, totalWeightKg, birdsCount }) => {
    const kg = averageWeightKg(totalWeightKg, birdsCount);
    return kg === null || kg <= 0 || lastDay === null || date > lastDay
      ? []
      : [{ day: date, g: kg * 1000 }];
  });
}
