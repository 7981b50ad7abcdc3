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

/** What the birds of each day of sale weighed on average, the oldest first. */
export function saleWeightsOf({ sales, lastDay }: FlockRecord): readonly WeightOnDay[] {
  return sales.flatMap(({ date, totalWeightKg, birdsCount }) => {
    const kg = averageWeightKg(totalWeightKg, birdsCount);
    return kg === null || kg <= 0 || lastDay === null || date > lastDay
      ? []
      : [{ day: date, g: kg * 1000 }];
  });
}
