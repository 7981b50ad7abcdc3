import type { dashboardAnswer } from '../../model/answers/dashboard.ts';
import type { Made } from '../../model/api/json-schema.ts';
import type { InsightSection } from '../../model/core/insight-sections.ts';
import { addDays, type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import type { Steps } from '../../tools/concurrency.ts';
import { knownSum, sum } from '../../tools/statistics.ts';
import { LEDGER_PARTS, moneyOfPeriod } from '../accounting/ledger.ts';
import { RULE_PARTS } from '../alert-rules/alert-rule.ts';
import { flockRules } from '../alert-rules/alert-rules.ts';
import { evaluateRules } from '../alert-rules/evaluate-farm.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmFrame, FarmSnapshot, SnapshotPart } from '../core/farm-snapshot.ts';
import { type FigureKind, figure } from '../core/figure.ts';
import {
  type DailyField,
  findFlockDay,
  isLogDue,
  meanBefore,
  newestDayWith,
} from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { countSeverities, isOpenAlert } from '../core/open-items.ts';
import { meanWeightDeviation, weightNow } from '../core/projections.ts';
import { type DataStatus, distinctMissing, failedSections, usedSections } from '../core/section.ts';
import { DIGEST_PARTS, type Digest, digestOf } from '../digest/digest.ts';
import { flockConversion } from '../feed/flock-feed.ts';
import { dataQualityOf } from '../gaps/data-quality.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { isLiveUpperBound } from '../health/mortality.ts';
import {
  type Insights,
  otherSteps,
  partsOf,
  sectionDefinitions,
} from '../insights/compute-insights.ts';
import { farmPerformance, performanceSpan } from '../performance/flock-performance.ts';
import { CAMERAS_PARTS, camerasOf } from '../vision/cameras.ts';
import { barnRows } from './dashboard-barns.ts';

type Figures = Made<(typeof dashboardAnswer)['schema']>['figures'];

/** The sections of `/insights` that a dashboard uses. */
const SECTIONS = ['actionPlan', 'health', 'feed', 'weather', 'risk'] as const;

/**
 * The sections whose missing data are reported; missing data of the others do not affect the
 * dashboard.
 */
const TOLD: readonly InsightSection[] = ['actionPlan', 'health', 'feed'];

/** Snapshot parts that a dashboard needs. */
export const DASHBOARD_PARTS: readonly SnapshotPart[] = [
  ...new Set([
    ...DIGEST_PARTS,
    ...CAMERAS_PARTS,
    ...LEDGER_PARTS,
    ...RULE_PARTS,
    ...partsOf(SECTIONS, sectionDefinitions),
    'newestReadings' as const,
  ]),
];

/**
 * The dashboard of a farm: actions, key figures, every barn, the cameras. Every figure is the same
 * as in the digest, the context, the insights and the cameras screen. Failed sections are reported
 * to `onFailure` and do not affect the rest.
 */
export function* dashboardSteps(
  snapshot: FarmSnapshot,
  onFailure: (failure: Insights['failures'][number]) => void,
): Steps<Made<(typeof dashboardAnswer)['schema']>> {
  const { others, failures } = yield* otherSteps(snapshot, SECTIONS);
  for (const failure of failures) onFailure(failure);
  const used = usedSections(others);
  const { weather } = used;
  // Failing rules are reported by the scans.
  const { verdicts } = yield* evaluateRules(flockRules, snapshot);
  const digest = digestOf(snapshot, weather?.status === 'not_enough_data' ? undefined : weather);
  const missing = distinctMissing([
    ...failedSections(SECTIONS, others),
    ...TOLD.flatMap((section) => others[section]?.missing ?? []),
  ]);
  const isEmpty = snapshot.barns.length === 0 && snapshot.liveFlocks.length === 0;
  const status: DataStatus = isEmpty ? 'not_enough_data' : missing.length > 0 ? 'partial' : 'ok';
  return {
    farmId: snapshot.farm.id,
    asOf: formatInstant(snapshot.now),
    date: snapshot.today,
    currency: snapshot.currency,
    status,
    missing,
    headline: digest.headline,
    figures: {
      ...farmFigures(snapshot, digest),
      risk: { score: used.risk?.score ?? null, level: used.risk?.level ?? null },
    },
    todo: used.actionPlan?.items ?? [],
    tasks: digest.tasksToday,
    barns: barnRows(snapshot, { used, verdicts }),
    cameras: camerasOf(snapshot).headline,
  };
}

/** The key figures of the farm; null when unknown. */
function farmFigures(
  snapshot: FarmSnapshot,
  { tasksToday, unansweredQuestions }: Pick<Digest, 'tasksToday' | 'unansweredQuestions'>,
): Omit<Figures, 'risk'> {
  const records = liveFlocksOf(snapshot);
  const hens = records.filter(({ kind }) => kind === 'layer');
  const overdue = tasksToday.filter((task) => task.overdue).length;
  return {
    birds: knownSum(records.map(({ live }) => live)),
    birdsUpperBound: records.some(isLiveUpperBound),
    flocks: records.length,
    barns: snapshot.barns.length,
    barnsOccupied: new Set(records.map(({ flock }) => flock.barnId)).size,
    mortality: dayTotals(records, 'mortality', snapshot),
    feedKg: dayTotals(records, 'feedKg', snapshot),
    waterL: dayTotals(records, 'waterL', snapshot),
    eggs: hens.length === 0 ? null : dayTotals(hens, 'eggs', snapshot),
    weightDeviationPct: figure('pct', meanWeightDeviation(records)),
    weightOf: records.filter((record) => weightNow(record).deviationPct !== null).length,
    ...conversionOf(records, snapshot),
    alerts: countSeverities(snapshot.alerts.filter(isOpenAlert)),
    gaps: countSeverities(findGaps(snapshot)),
    questions: unansweredQuestions.length,
    tasks: { today: tasksToday.length - overdue, overdue },
    dataQuality: dataQualityOf(snapshot).score,
    money: monthToDate(snapshot),
  };
}

function conversionOf(records: readonly FlockRecord[], snapshot: FarmSnapshot) {
  const performances = records.map((record) => flockConversion(record, snapshot));
  const { fcr, epef, certainty } = farmPerformance(performances);
  return {
    fcr: figure('ratio', fcr),
    fcrEstimated: certainty.fcr === 'estimated',
    fcrLowerBound: certainty.fcr === 'at_least',
    epef: figure('score', epef),
    epefUpperBound: certainty.epef === 'at_most',
    performanceOf: performanceSpan(performances),
  };
}

function monthToDate(snapshot: FarmSnapshot): Figures['money'] {
  const { today, currency } = snapshot;
  const from = `${today.slice(0, 'YYYY-MM'.length)}-01`;
  const money = moneyOfPeriod(snapshot, { from, to: today });
  const { basis, revenue, expenses, feed, net } = money;
  return { from, to: today, currency, basis, revenue, expenses, feed, net };
}

/**
 * The logged totals of a farm today, with yesterday and the usual; null when nothing was logged.
 */
type DayTotals = Made<(typeof dashboardAnswer)['schema']>['figures']['mortality'];

const DECIMALS: Readonly<Record<DailyField, FigureKind>> = {
  mortality: 'birds',
  feedKg: 'kg',
  waterL: 'litres',
  eggs: 'birds',
};

function dayTotals(
  records: readonly FlockRecord[],
  field: DailyField,
  { today, thresholds }: Pick<FarmFrame, 'today' | 'thresholds'>,
): DayTotals {
  const fewestDays = thresholds.spikeFewestDays;
  const isLoggedOn = (record: FlockRecord, day: CalendarDay) =>
    findFlockDay(record, day)?.log?.[field] != null;
  const ofDay = (day: CalendarDay) =>
    presentValues(records.map((record) => findFlockDay(record, day)?.log?.[field]));
  const dueOn = (day: CalendarDay) =>
    records.filter((record) => isLogDue(record, day) || isLoggedOn(record, day)).length;
  const yesterday = addDays(today, -1);
  const isRecent = (record: FlockRecord) =>
    isLoggedOn(record, today) || isLoggedOn(record, yesterday);
  // The mean of the days before the newest one, as in the digest: a day does not count in its own
  // mean.
  const means = records.map((record) => {
    const day = newestDayWith(record, field, today) ?? today;
    const { mean } = meanBefore(record, field, { day, fewestDays });
    return { mean, isLacking: mean === null && isRecent(record) };
  });
  // A mean without a flock whose figure is in the sums would be compared with more birds.
  const isComparable = !means.some(({ isLacking }) => isLacking);
  const [now, before] = [ofDay(today), ofDay(yesterday)];
  return {
    today: figure(DECIMALS[field], total(now)),
    yesterday: figure(DECIMALS[field], total(before)),
    // A mean of counts has decimals.
    avg7: figure(
      'ratio',
      isComparable ? total(presentValues(means.map(({ mean }) => mean))) : null,
    ),
    logged: now.length,
    due: dueOn(today),
    loggedYesterday: before.length,
    dueYesterday: dueOn(yesterday),
  };
}

function presentValues(values: readonly (number | null | undefined)[]): readonly number[] {
  return values.filter((value) => value !== null && value !== undefined);
}

function total(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values);
}
