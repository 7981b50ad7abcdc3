import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { type FigureKind, figure } from '../figure.ts';
import { findFlockDay } from '../flocks/find-flock-day.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { type DailyField, meanBefore } from '../flocks/mean-before.ts';
import type { FarmFrame } from '../snapshot/farm-snapshot.ts';

/** What was logged on a farm today, beside yesterday and what is usual; null where nothing was. */
export interface DayTotals {
  readonly today: number | null;
  readonly yesterday: number | null;
  /** A day, by the seven days before today. */
  readonly avg7: number | null;
  /** How many flocks have it in the log of today. */
  readonly logged: number;
}

const DECIMALS: Readonly<Record<DailyField, FigureKind>> = {
  mortality: 'birds',
  feedKg: 'kg',
  waterL: 'litres',
  eggs: 'birds',
};

/** What was logged of some flocks together. */
export function dayTotals(
  records: readonly FlockRecord[],
  field: DailyField,
  { today, thresholds }: Pick<FarmFrame, 'today' | 'thresholds'>,
): DayTotals {
  const fewestDays = thresholds.spikeFewestDays;
  const ofDay = (day: CalendarDay) =>
    known(records.map((record) => findFlockDay(record, day)?.log?.[field]));
  const means = records.map((record) => meanBefore(record, field, { day: today, fewestDays }).mean);
  const now = ofDay(today);
  return {
    today: figure(DECIMALS[field], total(now)),
    yesterday: figure(DECIMALS[field], total(ofDay(addDays(today, -1)))),
    // A mean of counts has decimals.
    avg7: figure('ratio', total(known(means))),
    logged: now.length,
  };
}

function known(values: readonly (number | null | undefined)[]): readonly number[] {
  return values.filter((value) => value !== null && value !== undefined);
}

function total(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values);
}
