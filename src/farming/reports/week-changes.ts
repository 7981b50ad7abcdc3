import type { weeklySummaryAnswer } from '../../model/answers/weekly-summary.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { message } from '../../model/core/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, daysBetween } from '../../tools/calendar.ts';
import { mean, sum, sumOrUnknown } from '../../tools/statistics.ts';
import type { PeriodSums } from '../accounting/ledger.ts';
import type { FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import type { FlockDay, FlockLog, FlockRecord } from '../core/flock-record.ts';
import { standardFeedG } from '../core/projections.ts';
import { flockDeliveries } from '../feed/feed-forecast.ts';
import { ageDays } from '../metrics/dates.ts';
import { henDayPct } from '../metrics/eggs.ts';
import { feedPerBirdG, waterFeedRatio } from '../metrics/feed-and-water.ts';
import { percentOf } from '../metrics/ratio.ts';
import { standardWeightOn, type WeightOnDay, weightDeviationPct } from '../metrics/weight.ts';
import { performanceAt, weightsByDay } from '../performance/flock-performance.ts';
import { flockStateOn } from '../performance/performance.ts';
import { gainUpTo } from '../performance/weights.ts';
import type { DaySpan, WeekWork } from './week-window.ts';

/** The same of a week and of the one before it. */
export interface Weeks<T> {
  readonly week: T;
  readonly before: T;
}

/** A flock with what became of it; null where it was not inside. */
export interface ComparedFlock extends Weeks<FlockWeek | null> {
  readonly flockId: string;
  readonly flock: string;
}

/** Something that is other than the week before. */
type WeekChange = Made<(typeof weeklySummaryAnswer)['schema']>['changes'][number];

/** How far it lies from the week before, in steps that are worth telling. */
interface Candidate extends WeekChange {
  readonly steps: number;
}

/** What changes are looked for in. */
interface ComparedWeeks {
  readonly flocks: readonly ComparedFlock[];
  readonly money: Weeks<PeriodSums>;
  readonly work: Weeks<WeekWork>;
}

/** What changed most from one week to the next, the largest change first. */
export function weekChanges(compared: ComparedWeeks, frame: FarmFrame): readonly WeekChange[] {
  return [
    ...compared.flocks.flatMap((flock) => flockChanges(flock, frame.thresholds)),
    ...moneyChanges(compared.money, frame),
    ...alertChanges(compared.work, frame.thresholds),
  ]
    .filter(({ steps }) => steps >= 1)
    .toSorted((left, right) => right.steps - left.steps)
    .slice(0, frame.thresholds.weeklyChanges)
    .map(({ steps: _steps, ...change }) => change);
}

function flockChanges(compared: ComparedFlock, thresholds: Thresholds): readonly Candidate[] {
  const { week, before } = compared;
  // Of a flock that came or left in between, sums tell its coming and going.
  if (!week || !before || week.daysInside !== before.daysInside) return [];
  const weeks = { week, before };
  return [
    ...deathChanges(compared, weeks, thresholds),
    ...pointChange(compared, weeks, {
      kind: 'feed',
      field: 'feedDeviationPct',
      step: thresholds.weeklyFeedPct,
      isMoreBetter: null,
    }),
    ...waterChange(compared, weeks, thresholds),
    ...pointChange(compared, weeks, {
      kind: 'weight',
      field: 'weightDeviationPct',
      step: thresholds.weeklyWeightPct,
      isMoreBetter: true,
    }),
    ...pointChange(compared, weeks, {
      kind: 'laying',
      field: 'henDayPct',
      step: thresholds.weeklyLayingPct,
      isMoreBetter: true,
    }),
  ];
}

const DAYS_UNLOGGED = 1;

/** Against what chance alone would change, as a spike is. */
function deathChanges(
  { flockId, flock }: ComparedFlock,
  { week, before }: Weeks<FlockWeek>,
  { spikeMinimumDeaths, spikeSigmas }: Thresholds,
): readonly Candidate[] {
  const isLogged = [week, before].every(
    ({ daysInside, daysLogged }) => daysLogged >= daysInside - DAYS_UNLOGGED,
  );
  const [now, then] = [week.mortality, before.mortality];
  if (!isLogged || now === null || then === null) return [];
  const chance = Math.max(spikeMinimumDeaths, spikeSigmas * Math.sqrt(Math.max(then, 1)));
  const title = message('weekly.change.mortality', { flock, week: now, before: then });
  return [
    {
      kind: 'mortality',
      flockId,
      title,
      week: now,
      before: then,
      verdict: now > then ? 'worse' : 'better',
      steps: Math.abs(now - then) / chance,
    },
  ];
}

interface PointChange {
  readonly kind: 'feed' | 'weight' | 'laying';
  readonly field: 'feedDeviationPct' | 'weightDeviationPct' | 'henDayPct';
  /** Points of percent. */
  readonly step: number;
  readonly isMoreBetter: boolean | null;
}

function pointChange(
  { flockId, flock }: ComparedFlock,
  weeks: Weeks<FlockWeek>,
  { kind, field, step, isMoreBetter }: PointChange,
): readonly Candidate[] {
  const week = figure('pct', weeks.week[field]);
  const before = figure('pct', weeks.before[field]);
  if (week === null || before === null) return [];
  const pct = (quantity: number) => ({ quantity, unit: '%' }) as const;
  const title = message(`weekly.change.${kind}`, { flock, week: pct(week), before: pct(before) });
  const verdict =
    isMoreBetter === null ? null : week > before === isMoreBetter ? 'better' : 'worse';
  return [{ kind, flockId, title, week, before, verdict, steps: Math.abs(week - before) / step }];
}

function waterChange(
  { flockId, flock }: ComparedFlock,
  weeks: Weeks<FlockWeek>,
  { weeklyWaterPct }: Thresholds,
): readonly Candidate[] {
  const week = figure('ratio', weeks.week.waterFeedRatio);
  const before = figure('ratio', weeks.before.waterFeedRatio);
  if (week === null || before === null) return [];
  const change = percentOf(Math.abs(week - before), before) ?? 0;
  const ratio = (quantity: number) => ({ quantity, unit: 'L/kg' }) as const;
  const title = message('weekly.change.water_feed', {
    flock,
    week: ratio(week),
    before: ratio(before),
  });
  const steps = change / weeklyWaterPct;
  return [{ kind: 'water_feed', flockId, title, week, before, verdict: null, steps }];
}

/** Against the most that moved in either direction in both weeks. */
function moneyChanges(
  { week, before }: Weeks<PeriodSums>,
  { currency, thresholds }: FarmFrame,
): readonly Candidate[] {
  const spent = ({ expenses, feed }: PeriodSums) => (expenses ?? 0) + (feed ?? 0);
  const sold = ({ revenue }: PeriodSums) => revenue ?? 0;
  const most = Math.max(spent(week), spent(before), sold(week), sold(before));
  const money = (amount: number) => ({ amount, currency });
  const change = (
    kind: 'sales' | 'spending',
    amountOf: (sums: PeriodSums) => number,
  ): Candidate => {
    const [now, then] = [week, before].map(amountOf) as [number, number];
    return {
      kind,
      flockId: null,
      title: message(`weekly.change.${kind}`, { week: money(now), before: money(then) }),
      week: now,
      before: then,
      // Who spends nothing may have no feed either.
      verdict: kind === 'spending' ? null : now > then ? 'better' : 'worse',
      steps: (percentOf(Math.abs(now - then), most) ?? 0) / thresholds.weeklyMoneyPct,
    };
  };
  return [change('sales', sold), change('spending', spent)];
}

/** Notes alarm nobody. */
function alertChanges(work: Weeks<WeekWork>, { weeklyAlerts }: Thresholds): readonly Candidate[] {
  const alarming = ({ alertsOpened: { critical, warning } }: WeekWork) => critical + warning;
  const [week, before] = [alarming(work.week), alarming(work.before)];
  const title = message('weekly.change.alerts', { week, before });
  const verdict = week > before ? 'worse' : 'better';
  const steps = Math.abs(week - before) / weeklyAlerts;
  return [{ kind: 'alerts', flockId: null, title, week, before, verdict, steps }];
}

/** What became of a flock over some days; nothing is rounded, null where nothing was recorded. */
export interface FlockWeek {
  /** Of the days it was inside. */
  readonly daysInside: number;
  readonly daysLogged: number;
  /** On the last of the days it was inside. */
  readonly ageDays: number;
  /** Alive in the morning of its first day and in the evening of the last; 0 once they have left. */
  readonly opening: number | null;
  readonly birds: number | null;
  readonly mortality: number | null;
  readonly culls: number | null;
  /** Of the birds alive in the morning of the first day. */
  readonly mortalityPct: number | null;
  readonly feedKg: number | null;
  /** A bird and day, g; and against the standard of the breed over the same days, %. */
  readonly feedPerBirdG: number | null;
  readonly feedDeviationPct: number | null;
  readonly waterL: number | null;
  readonly waterFeedRatio: number | null;
  readonly eggs: number | null;
  readonly henDayPct: number | null;
  /** The last of the days, from cameras where there are any, else by hand. */
  readonly weight: WeightOnDay | null;
  readonly weightDeviationPct: number | null;
  /** A day, over about a week up to `weight`. */
  readonly gainG: number | null;
  /** Since placement, on the day of `weight`; null where the feed is known by deliveries alone. */
  readonly fcr: number | null;
  /** °C, of the logs. */
  readonly tempAvg: number | null;
  readonly tempMin: number | null;
  readonly tempMax: number | null;
  readonly soldBirds: number;
  /** Null when a sale was not weighed. */
  readonly soldKg: number | null;
}

/** The parts of a snapshot that tell of the weeks of a flock. */
type WeekParts =
  | 'barns'
  | 'liveFlocks'
  | 'liveLogs'
  | 'closedFlocks'
  | 'closedLogs'
  | 'sales'
  | 'smartWeights'
  | 'feedDeliveries'
  | 'dailyWeights';

/** What became of a flock over some days; null where it was not inside on any of them. */
export function flockWeek(
  record: FlockRecord,
  span: DaySpan,
  snapshot: FarmSnapshot<WeekParts>,
): FlockWeek | null {
  const { flock, lastDay } = record;
  const wasInside = flock.placementDate <= span.from;
  const from = wasInside ? span.from : flock.placementDate;
  const to = lastDay !== null && lastDay < span.to ? lastDay : span.to;
  if (lastDay === null || to < from) return null;
  const days = record.days.filter(({ day }) => from <= day && day <= to);
  return {
    daysInside: daysBetween(from, to) + 1,
    daysLogged: days.filter(({ log }) => log !== null).length,
    ageDays: ageDays(flock, to),
    birds: to < span.to ? 0 : flockStateOn(record, to).live,
    ...lossesOf(record, from, days),
    ...feedOf(record, days),
    ...eggsOf(record, days),
    ...weightOf(record, { from, to }, snapshot),
    ...airOf(days),
    soldBirds: sum(days.map(({ soldBirds }) => soldBirds)),
    soldKg: sumOrUnknown(days.map(({ soldKg }) => soldKg)),
  };
}

type Log = FlockLog;
type Counted =
  | 'mortality'
  | 'culls'
  | 'feedKg'
  | 'waterL'
  | 'eggs'
  | 'tempAvg'
  | 'tempMin'
  | 'tempMax';

function valuesOf(days: readonly FlockDay[], field: Counted & keyof Log): readonly number[] {
  return days.map(({ log }) => log?.[field] ?? null).filter((value) => value !== null);
}

function totalOf(days: readonly FlockDay[], field: Counted): number | null {
  const values = valuesOf(days, field);
  return values.length === 0 ? null : sum(values);
}

function lossesOf(record: FlockRecord, from: string, days: readonly FlockDay[]) {
  const mortality = totalOf(days, 'mortality');
  const opening = record.isImpossible ? null : flockStateOn(record, addDays(from, -1)).live;
  return {
    opening,
    mortality,
    culls: totalOf(days, 'culls'),
    mortalityPct: percentOf(mortality, opening),
  };
}

function feedOf(record: FlockRecord, days: readonly FlockDay[]) {
  const eaten = days.flatMap(({ day, log, average }) => {
    const kg = log?.feedKg ?? null;
    return kg === null || average === null ? [] : [{ day, kg, average }];
  });
  const birdDays = sum(eaten.map(({ average }) => average));
  const standards = eaten.flatMap(({ day, kg, average }) => {
    const standardG = standardFeedG(record, day);
    return standardG === null ? [] : [{ kg, standardKg: (standardG * average) / 1000 }];
  });
  const standardKg = sum(standards.map((each) => each.standardKg));
  const both = days.filter(({ log }) => log?.feedKg != null && log.waterL !== null);
  return {
    feedKg: totalOf(days, 'feedKg'),
    feedPerBirdG: feedPerBirdG(sum(eaten.map(({ kg }) => kg)), birdDays),
    feedDeviationPct: percentOf(sum(standards.map(({ kg }) => kg)) - standardKg, standardKg),
    waterL: totalOf(days, 'waterL'),
    waterFeedRatio: waterFeedRatio(totalOf(both, 'waterL'), totalOf(both, 'feedKg')),
  };
}

function eggsOf({ kind }: FlockRecord, days: readonly FlockDay[]) {
  if (kind !== 'layer') return { eggs: null, henDayPct: null };
  const laid = days.filter(({ log, opening }) => log?.eggs != null && opening !== null);
  const openings = sum(laid.map(({ opening }) => opening));
  return { eggs: totalOf(days, 'eggs'), henDayPct: henDayPct(totalOf(laid, 'eggs'), openings) };
}

function weightOf(record: FlockRecord, { from, to }: DaySpan, snapshot: FarmSnapshot<WeekParts>) {
  const weights = weightsOf(record, snapshot);
  const weight = weights.findLast(({ day }) => from <= day && day <= to) ?? null;
  if (!weight) return { weight, weightDeviationPct: null, gainG: null, fcr: null };
  const basis = {
    deliveries: record.isLive ? flockDeliveries(record, snapshot) : [],
    thresholds: snapshot.thresholds,
  };
  const { fcr, isFcrUpperBound } = performanceAt(record, weight, basis);
  return {
    weight,
    weightDeviationPct: weightDeviationPct(weight.g, standardWeightOn(record.flock, weight.day)),
    gainG: gainUpTo(weight, weights, record)?.g ?? null,
    fcr: isFcrUpperBound ? null : fcr,
  };
}

/** What a flock weighed by day: from cameras where there are any, else by hand. */
function weightsOf(
  record: FlockRecord,
  { dailyWeights }: FarmSnapshot<'dailyWeights'>,
): readonly WeightOnDay[] {
  const fused = dailyWeights
    .filter(({ flockId }) => flockId === record.flock.id)
    .map(({ day, weightG }) => ({ day, g: weightG }));
  return weightsByDay(record, fused);
}

function airOf(days: readonly FlockDay[]) {
  const lows = valuesOf(days, 'tempMin');
  const highs = valuesOf(days, 'tempMax');
  return {
    tempAvg: mean(valuesOf(days, 'tempAvg')),
    tempMin: lows.length === 0 ? null : Math.min(...lows),
    tempMax: highs.length === 0 ? null : Math.max(...highs),
  };
}
