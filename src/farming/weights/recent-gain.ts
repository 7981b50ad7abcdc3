import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { dailyGainG, type WeightOnDay } from '../metrics/daily-gain-g.ts';
import { standardWeightOn } from '../metrics/standard-weight-on.ts';
import { weighingsOf } from '../performance/weighings.ts';

/** What a flock gains a day, beside the standard over the same days, in g. */
export interface RecentGain {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly g: number | null;
  readonly standardG: number | null;
}

const WEEK_DAYS = 7;
const SHORTEST_DAYS = 4;
const LONGEST_DAYS = 10;

/**
 * The gain of a flock over about a week: from its last weight back to the weighing by hand that
 * lies nearest to seven days before, four to ten. Null without such a pair.
 */
export function recentGain(record: FlockRecord): RecentGain | null {
  const { weight: newest } = record;
  return newest && gainUpTo(newest, weighingsOf(record), record);
}

/** The same from one weight of a flock back to others of it. */
export function gainUpTo(
  newest: WeightOnDay,
  weights: readonly WeightOnDay[],
  { flock }: FlockRecord,
): RecentGain | null {
  const from = weights
    .filter(({ day }) => isWithin(daysBetween(day, newest.day)))
    .toSorted((left, right) => offWeek(left, newest) - offWeek(right, newest))[0];
  if (!from) return null;
  const [standardFrom, standardTo] = [from, newest].map(({ day }) => standardWeightOn(flock, day));
  const hasStandard = standardFrom != null && standardTo != null;
  return {
    from: from.day,
    to: newest.day,
    g: dailyGainG(from, newest),
    standardG: hasStandard
      ? dailyGainG({ ...from, g: standardFrom }, { ...newest, g: standardTo })
      : null,
  };
}

function isWithin(days: number): boolean {
  return days >= SHORTEST_DAYS && days <= LONGEST_DAYS;
}

function offWeek({ day }: WeightOnDay, newest: WeightOnDay): number {
  return Math.abs(daysBetween(day, addDays(newest.day, -WEEK_DAYS)));
}
