import type { dashboardAnswer } from '../../model/answers/dashboard.ts';
import type { Made } from '../../model/api/json-schema.ts';
import type { InsightSection } from '../../model/core/insight-sections.ts';
import { addDays, type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import type { Steps } from '../../tools/concurrency.ts';
import { knownSum, sum } from '../../tools/statistics.ts';
import { LEDGER_PARTS, moneyOfPeriod } from '../accounting/ledger.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmFrame, FarmSnapshot, SnapshotPart } from '../core/farm-snapshot.ts';
import { type FigureKind, figure } from '../core/figure.ts';
import { type DailyField, findFlockDay, meanBefore } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { countSeverities, isOpenAlert } from '../core/open-items.ts';
import { meanWeightDeviation } from '../core/projections.ts';
import { type DataStatus, distinctMissing, failedSections } from '../core/section.ts';
import { usedSections } from '../core/section-results.ts';
import { DIGEST_PARTS, type Digest, digestOf } from '../digest/digest.ts';
import { flockConversion } from '../feed/feed-conversion.ts';
import { dataQualityOf } from '../gaps/data-quality.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { type Insights, partsOf } from '../insights/compute-insights.ts';
import { otherSteps, sectionDefinitions } from '../insights/section-definitions.ts';
import { farmPerformance } from '../performance/flock-performance.ts';
import { CAMERAS_PARTS, camerasOf } from '../vision/cameras.ts';
import { barnRows } from './dashboard-barns.ts';

type Figures = Made<(typeof dashboardAnswer)['schema']>['figures'];

/** The sections of `/insights` that a dashboard draws on. */
const SECTIONS = ['actionPlan', 'health', 'feed', 'weather', 'risk'] as const;

/** Those of which it says what they lack: the others lack what no figure here needs. */
const TOLD: readonly InsightSection[] = ['actionPlan', 'health', 'feed'];

/** The parts of a snapshot that a dashboard shows. */
export const DASHBOARD_PARTS: readonly SnapshotPart[] = [
  ...new Set([
    ...DIGEST_PARTS,
    ...CAMERAS_PARTS,
    ...LEDGER_PARTS,
    ...partsOf(SECTIONS, sectionDefinitions),
    'newestReadings' as const,
  ]),
];

/**
 * The screen a farm is run from: what to do, the numbers above all, every barn, the cameras. Every
 * figure is that of the digest, the context, the insights and the cameras screen. Sections that
 * fail are told to `onFailure`, and the rest stands.
 */
export function* dashboardSteps(
  snapshot: FarmSnapshot,
  onFailure: (failure: Insights['failures'][number]) => void,
): Steps<Made<(typeof dashboardAnswer)['schema']>> {
  const { others, failures } = yield* otherSteps(snapshot, SECTIONS);
  for (const failure of failures) onFailure(failure);
  const used = usedSections(others);
  const { weather } = used;
  yield;
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
    barns: barnRows(snapshot, used),
    cameras: camerasOf(snapshot).headline,
  };
}

/** The numbers above all barns; null where nothing tells them. */
function farmFigures(
  snapshot: FarmSnapshot,
  { tasksToday, unansweredQuestions }: Pick<Digest, 'tasksToday' | 'unansweredQuestions'>,
): Omit<Figures, 'risk'> {
  const records = liveFlocksOf(snapshot);
  const hens = records.filter(({ kind }) => kind === 'layer');
  const overdue = tasksToday.filter((task) => task.overdue).length;
  return {
    birds: knownSum(records.map(({ live }) => live)),
    flocks: records.length,
    barns: snapshot.barns.length,
    barnsOccupied: new Set(records.map(({ flock }) => flock.barnId)).size,
    mortality: dayTotals(records, 'mortality', snapshot),
    feedKg: dayTotals(records, 'feedKg', snapshot),
    waterL: dayTotals(records, 'waterL', snapshot),
    eggs: hens.length === 0 ? null : dayTotals(hens, 'eggs', snapshot),
    weightDeviationPct: figure('pct', meanWeightDeviation(records)),
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
  const { fcr, epef } = farmPerformance(records.map((record) => flockConversion(record, snapshot)));
  return { fcr: figure('ratio', fcr), epef: figure('score', epef) };
}

function monthToDate(snapshot: FarmSnapshot): Figures['money'] {
  const { today, currency } = snapshot;
  const from = `${today.slice(0, 'YYYY-MM'.length)}-01`;
  const money = moneyOfPeriod(snapshot, { from, to: today });
  const { basis, revenue, expenses, feed, net } = money;
  return { from, to: today, currency, basis, revenue, expenses, feed, net };
}

/** What was logged on a farm today, beside yesterday and what is usual; null where nothing was. */
export type DayTotals = Made<(typeof dashboardAnswer)['schema']>['figures']['mortality'];

const DECIMALS: Readonly<Record<DailyField, FigureKind>> = {
  mortality: 'birds',
  feedKg: 'kg',
  waterL: 'litres',
  eggs: 'birds',
};

/** What was logged of some flocks together. */
function dayTotals(
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
