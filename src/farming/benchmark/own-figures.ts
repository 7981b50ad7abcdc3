import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { mean } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { recentDays } from '../flocks/recent-days.ts';
import { ageDays } from '../metrics/age-days.ts';
import { firstWeekMortalityPct } from '../metrics/first-week-mortality-pct.ts';
import { henDayPct } from '../metrics/hen-day-pct.ts';
import { livabilityPct } from '../metrics/livability-pct.ts';
import { mortalityAtAge } from '../mortality/mortality-at-age.ts';
import { performanceOnDay } from '../performance/flock-performance.ts';
import { flockStateOn } from '../performance/flock-state.ts';
import type { Performance, PerformanceBasis } from '../performance/performance.ts';
import type { BenchmarkAges } from './benchmark-ages.ts';
import { type BenchmarkFigures, noFigures } from './benchmark-metric.ts';

const FIRST_WEEK_DAYS = 7;
const LAYING_DAYS = 7;

/** The figures of a flock up to its last day; the cost of a kilogram is not among them. */
export function ownFigures(record: FlockRecord, performance: Performance | null): BenchmarkFigures {
  return { ...figuresByDay(record, record.lastDay), ...figuresOf(performance) };
}

/** The figures a closed flock had at the ages of another one; null where it was not that old. */
export function figuresAtAges(
  record: FlockRecord,
  { weighed, reached }: BenchmarkAges,
  basis: PerformanceBasis,
): BenchmarkFigures {
  const weighedOn = dayOfAge(record, weighed);
  const reachedOn = dayOfAge(record, reached);
  return {
    ...figuresByDay(record, reachedOn),
    ...figuresOf(weighedOn === null ? null : performanceOnDay(record, weighedOn, basis)),
  };
}

function figuresOf(performance: Performance | null) {
  return {
    weight: performance?.weightG ?? null,
    adg: performance?.adgG ?? null,
    fcr: performance?.isFcrUpperBound ? null : (performance?.fcr ?? null),
    epef: performance?.isFcrUpperBound ? null : (performance?.epef ?? null),
  };
}

function figuresByDay(record: FlockRecord, day: CalendarDay | null): BenchmarkFigures {
  const placed = record.isImpossible ? null : record.placed;
  const isDayOld = (record.flock.arrivalAgeDays ?? 0) === 0;
  const isOneWeekOld = (record.ageDays ?? 0) >= FIRST_WEEK_DAYS;
  const deaths = record.days.map((recorded) => ({
    ageDays: recorded.ageDays,
    mortality: recorded.log?.mortality ?? null,
  }));
  return {
    ...noFigures,
    livability: day === null ? null : livabilityBy(record, day),
    firstWeekMortality: isDayOld && isOneWeekOld ? firstWeekMortalityPct(deaths, placed) : null,
    henDay: day === null ? null : henDayBy(record, day),
  };
}

function livabilityBy(record: FlockRecord, day: CalendarDay): number | null {
  if (mortalityAtAge(record, ageDays(record.flock, day)) === null) return null;
  return livabilityPct(record.placed, flockStateOn(record, day));
}

/** Mean over the last seven days with eggs in the log: a single day says little. */
function henDayBy(record: FlockRecord, day: CalendarDay): number | null {
  const shares = recentDays(record, day, LAYING_DAYS)
    .map(({ log, opening }) => henDayPct(log?.eggs ?? null, opening))
    .filter((share) => share !== null);
  return mean(shares);
}

function dayOfAge(record: FlockRecord, age: number | null): CalendarDay | null {
  const { flock, ageDays: reached } = record;
  if (age === null || reached === null || reached < age) return null;
  const inside = Math.round(age) - (flock.arrivalAgeDays ?? 0);
  return inside < 0 ? null : addDays(flock.placementDate, inside);
}
