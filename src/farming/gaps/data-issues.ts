import type { sharedSchemas } from '../../model/answers/core/shared-schemas.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { type MessageParams, message } from '../../model/core/message.ts';
import type { ResourceName, StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import { figure } from '../core/figure.ts';
import { type FlockDay, type FlockLog, type FlockRecord, flockName } from '../core/flock-record.ts';
import { suspectText } from '../core/missing-data.ts';
import { ageDays } from '../metrics/dates.ts';
import type { GapSnapshot } from './gap.ts';

/** The kinds of invalid recorded data. */
export type DataIssueCode =
  | 'negative_population'
  | 'duplicate_log'
  | 'age_mismatch'
  | 'eggs_broken_gt_eggs'
  | 'temp_order'
  | 'future_date'
  | 'zero_streak'
  | 'identical_values'
  | 'weight_jump'
  | 'suspect_value'
  | 'log_before_placement';

/** Invalid data, identified by the row that contains it. */
export interface DataIssue extends Made<typeof sharedSchemas.Finding> {
  readonly code: DataIssueCode;
  readonly resource: ResourceName;
}

/** Creates an issue with the text `dataQuality.<code>`. */
function dataIssue(
  code: DataIssueCode,
  row: { readonly resource: ResourceName; readonly id: string },
  params: MessageParams,
): DataIssue {
  const { resource, id } = row;
  return { code, resource, id, message: message(`dataQuality.${code}`, params) };
}

/** Snapshot parts whose rows record past events, by resource. */
const DATED = {
  sales: 'sales',
  treatments: 'treatments',
  feedDeliveries: 'feed-deliveries',
  expenses: 'expenses',
} as const satisfies Record<string, ResourceName>;

/** Invalid data of the live flocks, and dates in the future. */
export function findDataIssues(snapshot: GapSnapshot): DataIssue[] {
  const records = liveFlocksOf(snapshot);
  return [
    ...records.filter(({ isImpossible }) => isImpossible).map(negativePopulation),
    ...findLogIssues(snapshot),
    ...records.flatMap(suspectValues),
    ...records.flatMap((record) => findRunIssues(record, snapshot.thresholds)),
    ...futureRows(snapshot),
  ];
}

function negativePopulation(record: FlockRecord): DataIssue {
  const { placed, totals } = record;
  const removedBirds = totals.mortality + totals.culls + totals.soldBirds;
  const row = { resource: 'flocks', id: record.flock.id } as const;
  return dataIssue('negative_population', row, {
    flock: flockName(record),
    placed: { quantity: placed ?? 0, unit: 'birds' },
    gone: { quantity: removedBirds, unit: 'birds' },
  });
}

function suspectValues({ suspects, ...record }: FlockRecord): DataIssue[] {
  const flock = flockName(record);
  return suspects.map((suspect) =>
    dataIssue('suspect_value', suspect, { flock, what: suspectText(suspect) }),
  );
}

function futureRows(snapshot: GapSnapshot): DataIssue[] {
  return (Object.keys(DATED) as (keyof typeof DATED)[]).flatMap((part) =>
    snapshot[part]
      .filter(({ date }) => date > snapshot.today)
      .map(({ id, date }) =>
        dataIssue('future_date', { resource: DATED[part], id }, { day: { day: date } }),
      ),
  );
}

type Log = StoredOf<'daily-logs'>;

/** A log and the values it is checked against. */
interface LogCase {
  readonly log: Log;
  readonly flock: StoredOf<'flocks'>;
  readonly today: CalendarDay;
}

/** Returns the text parameters of an invalid log; null for a valid one. */
type LogRule = (situation: LogCase) => MessageParams | null;

/** Ages are counted from 0 or from 1; only a larger difference is an error. */
const AGE_TOLERANCE_DAYS = 1;

const RULES: readonly (readonly [code: DataIssueCode, rule: LogRule])[] = [
  ['age_mismatch', wrongAge],
  ['eggs_broken_gt_eggs', tooManyBroken],
  ['temp_order', wrongTemperatures],
  ['future_date', ({ log, today }) => (log.date > today ? { day: { day: log.date } } : null)],
  ['log_before_placement', beforePlacement],
];

/** Invalid data in the logs of the live flocks. */
function findLogIssues(snapshot: GapSnapshot): DataIssue[] {
  const flocks = mapById(snapshot.liveFlocks);
  const logsOfFlocks = snapshot.liveLogs.flatMap((log) => {
    const flock = flocks.get(log.flockId);
    return flock ? [{ log, flock, today: snapshot.today }] : [];
  });
  return [
    ...RULES.flatMap(([code, rule]) => issuesOf(code, rule, logsOfFlocks)),
    ...duplicates(logsOfFlocks),
  ];
}

function issuesOf(code: DataIssueCode, rule: LogRule, cases: readonly LogCase[]): DataIssue[] {
  return cases.flatMap((situation) => {
    const params = rule(situation);
    return params === null ? [] : [logIssue(code, situation.log, params)];
  });
}

function duplicates(cases: readonly LogCase[]): DataIssue[] {
  return [...groupBy(cases, ({ log }) => `${log.flockId} ${log.date}`).values()]
    .filter((group) => group.length > 1)
    .flatMap((group) =>
      group.map(({ log }) =>
        logIssue('duplicate_log', log, { day: { day: log.date }, count: group.length }),
      ),
    );
}

function logIssue(code: DataIssueCode, { id }: Log, params: MessageParams): DataIssue {
  return dataIssue(code, { resource: 'daily-logs', id }, params);
}

function wrongAge({ log, flock }: LogCase): MessageParams | null {
  const age = ageDays(flock, log.date);
  if (log.ageDays === null || Math.abs(log.ageDays - age) <= AGE_TOLERANCE_DAYS) return null;
  return {
    day: { day: log.date },
    logged: { quantity: log.ageDays, unit: 'days' },
    age: { quantity: age, unit: 'days' },
  };
}

function tooManyBroken({ log: { date, eggs, eggsBroken } }: LogCase): MessageParams | null {
  if (eggs === null || eggsBroken === null || eggsBroken <= eggs) return null;
  return {
    day: { day: date },
    eggs: { quantity: eggs, unit: 'eggs' },
    broken: { quantity: eggsBroken, unit: 'eggs' },
  };
}

/** The first two of lowest, mean and highest temperature in the wrong order. */
function wrongTemperatures({ log }: LogCase): MessageParams | null {
  const { date, tempMin, tempAvg, tempMax } = log;
  const pairs = [
    { pair: 'minAvg', low: tempMin, high: tempAvg },
    { pair: 'avgMax', low: tempAvg, high: tempMax },
    { pair: 'minMax', low: tempMin, high: tempMax },
  ];
  for (const { pair, low, high } of pairs) {
    if (low !== null && high !== null && low > high) {
      return {
        day: { day: date },
        pair,
        low: { quantity: low, unit: '°C' },
        high: { quantity: high, unit: '°C' },
      };
    }
  }
  return null;
}

function beforePlacement({ log, flock }: LogCase): MessageParams | null {
  if (log.date >= flock.placementDate) return null;
  return { day: { day: log.date }, placement: { day: flock.placementDate } };
}

/** Consecutive days. */
interface Run {
  readonly from: FlockDay;
  readonly to: FlockDay;
  readonly days: number;
}

/** Two consecutive weighings. */
interface Step {
  readonly from: Weighing;
  readonly to: Weighing;
}

interface Weighing {
  readonly log: FlockLog;
  readonly g: number;
  readonly ageDays: number;
}

/** Chicks grow faster in their first days than any limit for later growth. */
const JUMPS_FROM_AGE = 5;
/** A single figure may well be the same for days. */
const LEAST_FIGURES = 2;

/** Invalid sequences of a flock: death-free weeks, copied days, jumps in weight. */
function findRunIssues(record: FlockRecord, thresholds: Thresholds): DataIssue[] {
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

/** The counts and weights of a day as one text; null when there are too few to compare. */
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

/** Compounded daily change, %. */
function dailyChangePct({ from, to }: Step): number {
  const days = Math.max(1, daysBetween(from.log.date, to.log.date));
  return ((to.g / from.g) ** (1 / days) - 1) * 100;
}

/** Groups consecutive calendar days that are alike into runs. */
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

/** An issue of a run, with the flock as its row; each run is a separate issue. */
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
