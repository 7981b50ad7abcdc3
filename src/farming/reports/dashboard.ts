import type { dashboardAnswer } from '../../model/answers/dashboard.ts';
import type { Made } from '../../model/api/json-schema.ts';
import type { InsightSection } from '../../model/core/insight-sections.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import type { Steps } from '../../tools/concurrency.ts';
import { knownSum, sum } from '../../tools/statistics.ts';
import { LEDGER_PARTS, moneyOfPeriod } from '../accounting/ledger.ts';
import { RULE_PARTS } from '../alert-rules/alert-rule.ts';
import { flockRules } from '../alert-rules/alert-rules.ts';
import { type AlertVerdict, evaluateRules } from '../alert-rules/evaluate-farm.ts';
import { contextClimates, contextFlocks } from '../context/context-barns.ts';
import type { ContextClimate, ContextFlock } from '../context/context-records.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmFrame, FarmSnapshot, SnapshotPart } from '../core/farm-snapshot.ts';
import { type FigureKind, figure } from '../core/figure.ts';
import {
  type DailyField,
  findFlockDay,
  isLogDue,
  lastLoggedDay,
  meanBefore,
  newestDayWith,
  weekWith,
} from '../core/flock-days.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import { countSeverities, isAboutFlock, isOpenAlert } from '../core/open-items.ts';
import { meanWeightDeviation } from '../core/projections.ts';
import {
  type DataStatus,
  distinctMissing,
  failedSections,
  type UsedFeed,
  type UsedHealth,
  type UsedSections,
  usedSections,
} from '../core/section.ts';
import {
  DIGEST_PARTS,
  type Digest,
  digestOf,
  type MortalityRow,
  mortalityRows,
} from '../digest/digest.ts';
import { flockConversion } from '../feed/flock-feed.ts';
import { dataQualityOf } from '../gaps/data-quality.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { cumulativeMortality, isLiveUpperBound } from '../health/mortality.ts';
import {
  type Insights,
  otherSteps,
  partsOf,
  sectionDefinitions,
} from '../insights/compute-insights.ts';
import { henDayPct } from '../metrics/eggs.ts';
import { farmPerformance, performanceSpan } from '../performance/flock-performance.ts';
import { CAMERAS_PARTS, camerasOf } from '../vision/cameras.ts';
import { barnState, stateReasons } from './barn-signs.ts';

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
  const { fcr, epef } = farmPerformance(performances);
  return {
    fcr: figure('ratio', fcr),
    fcrEstimated: performances.some((each) => each?.isFcrEstimated),
    epef: figure('score', epef),
    epefUpperBound: performances.some((each) => each?.certainty.epef === 'at_most'),
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
    known(records.map((record) => findFlockDay(record, day)?.log?.[field]));
  const dueOn = (day: CalendarDay) =>
    records.filter((record) => isLogDue(record, day) || isLoggedOn(record, day)).length;
  // The mean of the days before the newest one, as in the digest: a day does not count in its own
  // mean.
  const means = records.map((record) => {
    const day = newestDayWith(record, field, today) ?? today;
    return meanBefore(record, field, { day, fewestDays }).mean;
  });
  const yesterday = addDays(today, -1);
  const [now, before] = [ofDay(today), ofDay(yesterday)];
  return {
    today: figure(DECIMALS[field], total(now)),
    yesterday: figure(DECIMALS[field], total(before)),
    // A mean of counts has decimals.
    avg7: figure('ratio', total(known(means))),
    logged: now.length,
    due: dueOn(today),
    loggedYesterday: before.length,
    dueYesterday: dueOn(yesterday),
  };
}

function known(values: readonly (number | null | undefined)[]): readonly number[] {
  return values.filter((value) => value !== null && value !== undefined);
}

function total(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values);
}

/** A barn with its flock; a barn with several flocks has one row per flock. */
type BarnRow = Made<(typeof dashboardAnswer)['schema']>['barns'][number];

/** The figures of a flock; null when unknown. */
type FlockCells = Omit<
  BarnRow,
  'barnId' | 'barn' | 'status' | 'state' | 'stateReasons' | 'climate' | 'openAlerts'
>;

const NO_FLOCK: FlockCells = {
  flockId: null,
  flock: null,
  breed: null,
  ageDays: null,
  live: null,
  mortality: null,
  cumMortalityPct: null,
  mortalityDays: null,
  mortalityDaysUnlogged: null,
  weight: null,
  weightG: null,
  standardG: null,
  standardBasis: null,
  deviationPct: null,
  weightDate: null,
  weightEstimated: null,
  weightUncalibrated: null,
  weightReason: null,
  fcr: null,
  fcrEstimated: false,
  fcrUpperBound: false,
  epef: null,
  henDayPct: null,
  densityKgM2: null,
  feedDaysLeft: null,
  health: null,
};

/** Figures of flocks and barns from other answers, by ID. */
interface Known {
  readonly snapshot: FarmSnapshot;
  readonly flocks: ReadonlyMap<string, ContextFlock>;
  readonly deaths: ReadonlyMap<string, MortalityRow>;
  readonly health: ReadonlyMap<string, UsedHealth>;
  readonly feed: ReadonlyMap<string, UsedFeed>;
  readonly climates: ReadonlyMap<string, ContextClimate>;
  /** The findings of the alert rules, whether or not an alert was raised. */
  readonly verdicts: readonly AlertVerdict[];
}

/** Every barn by name, with its flock, health and air; the same figures as elsewhere. */
function barnRows(
  snapshot: FarmSnapshot,
  { used, verdicts }: Pick<Known, 'verdicts'> & { readonly used: UsedSections },
): readonly BarnRow[] {
  const inside = groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId);
  const known: Known = {
    snapshot,
    flocks: mapById(contextFlocks(snapshot)),
    deaths: byFlock(mortalityRows(snapshot)),
    health: byFlock(used.health?.flocks ?? []),
    feed: byFlock(used.feed?.flocks ?? []),
    climates: new Map(contextClimates(snapshot).map((climate) => [climate.barnId, climate])),
    verdicts,
  };
  return snapshot.barns.flatMap((barn) => {
    const records = inside.get(barn.id) ?? [];
    return records.length === 0
      ? [barnRow(barn, undefined, known)]
      : records.map((record) => barnRow(barn, record, known));
  });
}

function byFlock<R extends { readonly flockId: string }>(rows: readonly R[]) {
  return new Map(rows.map((row) => [row.flockId, row]));
}

function barnRow(barn: StoredOf<'barns'>, record: FlockRecord | undefined, known: Known): BarnRow {
  const cells = record ? flockCells(record, known) : NO_FLOCK;
  const climate = known.climates.get(barn.id) ?? null;
  const alerts = alertsOf(barn, record, known.snapshot);
  const openAlerts = countSeverities(alerts);
  const found = known.verdicts.filter(({ barnId, flockId }) =>
    flockId === null ? barnId === barn.id : flockId === record?.flock.id,
  );
  const { id: barnId, name, status } = barn;
  const state = barnState({
    isOccupied: record !== undefined,
    openAlerts,
    findings: found.map(({ severity }) => severity),
    climate,
    grade: cells.health?.grade,
    isRecorded: record !== undefined && lastLoggedDay(record) !== null,
  });
  const reasons = stateReasons({
    ...{ alerts, found, climate },
    ...{ grade: cells.health?.grade, flock: cells.flock },
  });
  return {
    barnId,
    barn: name,
    status,
    state,
    stateReasons: reasons,
    ...cells,
    climate,
    openAlerts,
  };
}

function flockCells(record: FlockRecord, known: Known): FlockCells {
  const { id, breed } = record.flock;
  const flock = known.flocks.get(id);
  const deaths = known.deaths.get(id);
  const health = known.health.get(id);
  const performance = flockConversion(record, known.snapshot);
  const dead = cumulativeMortality(record);
  return {
    flockId: id,
    flock: flockName(record),
    breed,
    ageDays: record.ageDays,
    live: record.live,
    mortality: deaths ? mortalityCell(deaths) : null,
    cumMortalityPct: figure('pct', dead.cumMortalityPct),
    mortalityDays: dead.mortalityDays,
    mortalityDaysUnlogged: dead.mortalityDaysUnlogged,
    weight: flock?.weight ?? null,
    weightG: flock?.weightG ?? null,
    standardG: flock?.standardG ?? null,
    standardBasis: flock?.standardBasis ?? null,
    deviationPct: flock?.deviationPct ?? null,
    weightDate: flock?.weightDate ?? null,
    weightEstimated: flock?.weightEstimated ?? null,
    weightUncalibrated: flock?.weightUncalibrated ?? null,
    weightReason: flock?.weightReason ?? null,
    fcr: figure('ratio', performance?.fcr),
    fcrEstimated: performance?.isFcrEstimated ?? false,
    fcrUpperBound: performance?.isFcrUpperBound ?? false,
    epef: figure('score', performance?.epef),
    henDayPct: figure('pct', newestHenDay(record, known.snapshot.today)),
    densityKgM2: flock?.densityKgM2 ?? null,
    feedDaysLeft: known.feed.get(id)?.daysLeft ?? null,
    health: health ? { score: health.score, grade: health.grade } : null,
  };
}

function mortalityCell(row: MortalityRow) {
  const { date, deaths, deathsDayBefore, avg7, ratio, pct, spike } = row;
  return { date, deaths, deathsDayBefore, avg7, ratio, pct, spike };
}

/** Of the newest of the last seven days with logged eggs. */
function newestHenDay(record: FlockRecord, today: CalendarDay): number | null {
  const laid = record.kind === 'layer' ? weekWith(record, 'eggs', today).at(-1) : undefined;
  return laid ? henDayPct(laid.log?.eggs ?? null, laid.opening) : null;
}

/** The open alerts of a barn; alerts about one flock in it are listed only for that flock. */
function alertsOf(
  barn: StoredOf<'barns'>,
  record: FlockRecord | undefined,
  { alerts }: FarmSnapshot<'alerts'>,
) {
  return alerts.filter((alert) => {
    if (!isOpenAlert(alert)) return false;
    return record ? isAboutFlock(alert, record.flock) : alert.barnId === barn.id;
  });
}
