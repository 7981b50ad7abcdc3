import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { figure } from '../figure.ts';
import type { FlockDay, FlockLog, FlockRecord } from '../flocks/flock-record.ts';
import { type DataIssue, dataIssue } from './data-issue.ts';
import { flockName } from './flock-name.ts';

/** Days in a row. */
interface Run {
  readonly from: FlockDay;
  readonly to: FlockDay;
  readonly days: number;
}

/** Two weighings, one after the other. */
interface Step {
  readonly from: Weighing;
  readonly to: Weighing;
}

interface Weighing {
  readonly log: FlockLog;
  readonly g: number;
  readonly ageDays: number;
}

/** Chicks of the first days grow faster by themselves than any limit on later growth. */
const JUMPS_FROM_AGE = 5;
/** One figure alone may well be the same for days. */
const LEAST_FIGURES = 2;

/** What cannot be right in the course of a flock: death-free weeks, copied days, leaps in weight. */
export function findRunIssues(record: FlockRecord, thresholds: Thresholds): DataIssue[] {
  return [
    ...zeroStreaks(record, thresholds),
    ...copiedDays(record, thresholds),
    ...weightJumps(record, thresholds),
  ];
}

function zeroStreaks(
  record: FlockRecord,
  { zeroStreakDays, zeroStreakBirds }: Thresholds,
): DataIssue[] {
  const isDeathFree = ({ log, closing }: FlockDay) =>
    log?.mortality === 0 && closing !== null && closing > zeroStreakBirds;
  return runsOf(record.days.filter(isDeathFree), () => true)
    .filter(({ days }) => days >= zeroStreakDays)
    .map((run) => runIssue('zero_streak', record, run));
}

function copiedDays(record: FlockRecord, { identicalDays }: Thresholds): DataIssue[] {
  const logged = record.days.filter(({ log }) => log !== null && figuresOf(log) !== null);
  const isSame = (left: FlockDay, right: FlockDay) =>
    left.log !== null && right.log !== null && figuresOf(left.log) === figuresOf(right.log);
  return runsOf(logged, isSame)
    .filter(({ days }) => days >= identicalDays)
    .map((run) => runIssue('identical_values', record, run));
}

/** What was counted and weighed on a day, as one text; null when that is too little to compare. */
function figuresOf(log: FlockLog): string | null {
  const { mortality, culls, feedKg, waterL, eggs, eggsBroken } = log;
  const figures = [mortality, culls, feedKg, waterL, eggs, eggsBroken];
  const isTelling = figures.filter((value) => (value ?? 0) > 0).length >= LEAST_FIGURES;
  return isTelling ? figures.join(' ') : null;
}

function weightJumps(record: FlockRecord, { weightJumpPctPerDay }: Thresholds): DataIssue[] {
  const weighings = record.days.flatMap(({ log, ageDays }) => {
    const g = log?.avgWeightGr ?? 0;
    return log && g > 0 && ageDays >= JUMPS_FROM_AGE ? [{ log, g, ageDays }] : [];
  });
  return weighings
    .slice(1)
    .flatMap((to, index) => {
      const from = weighings[index];
      return from ? [{ from, to }] : [];
    })
    .filter((step) => Math.abs(dailyChangePct(step)) > weightJumpPctPerDay)
    .map(({ from, to }) =>
      dataIssue(
        'weight_jump',
        { resource: 'daily-logs', id: to.log.id },
        {
          flock: flockName(record),
          from: { quantity: from.g, unit: 'g' },
          to: { quantity: to.g, unit: 'g' },
          fromDay: { day: from.log.date },
          toDay: { day: to.log.date },
          pct: { quantity: figure('pct', dailyChangePct({ from, to })) ?? 0, unit: '%' },
        },
      ),
    );
}

/** The change a day, compounded, %. */
function dailyChangePct({ from, to }: Step): number {
  const days = Math.max(1, daysBetween(from.log.date, to.log.date));
  return ((to.g / from.g) ** (1 / days) - 1) * 100;
}

/** The days that follow one another on the calendar and go on alike, as runs. */
function runsOf(
  days: readonly FlockDay[],
  isAlike: (left: FlockDay, right: FlockDay) => boolean,
): Run[] {
  const runs: Run[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    const goesOn = last && isNext(last.to.day, day.day) && isAlike(last.to, day);
    if (goesOn) runs[runs.length - 1] = { from: last.from, to: day, days: last.days + 1 };
    else runs.push({ from: day, to: day, days: 1 });
  }
  return runs;
}

function isNext(left: CalendarDay, right: CalendarDay): boolean {
  return addDays(left, 1) === right;
}

/** An issue of a run, by the row of the flock; every run of a flock is one. */
function runIssue(
  code: 'zero_streak' | 'identical_values',
  record: FlockRecord,
  run: Run,
): DataIssue {
  return dataIssue(
    code,
    { resource: 'flocks', id: record.flock.id },
    {
      flock: flockName(record),
      days: { quantity: run.days, unit: 'days' },
      from: { day: run.from.day },
      to: { day: run.to.day },
    },
  );
}
