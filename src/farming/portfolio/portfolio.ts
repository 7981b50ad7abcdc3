import type { portfolioAnswer } from '../../model/answers/portfolio.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { knownSum, percentOf, sum } from '../../tools/statistics.ts';
import { buildFlockRecord } from '../core/build-flock-record.ts';
import { figure, type Grade } from '../core/figure.ts';
import { recentSuspects, weekDueDays, weekWith } from '../core/flock-days.ts';
import { type FlockLog, type FlockRecord, knownLive } from '../core/flock-record.ts';
import { isAboutFlock } from '../core/open-items.ts';
import { meanWeightDeviation, weightNow } from '../core/projections.ts';
import { type QualityFacts, qualityParts, qualityScore } from '../gaps/data-quality.ts';
import { furthestBelow } from '../health/flock-health.ts';
import { knownHealthScore } from '../health/health-score.ts';
import { standardMortalityPct } from '../health/mortality.ts';
import { currentSpike } from '../health/mortality-spike.ts';
import { newestWaterDay, waterDropOn } from '../health/water-intake.ts';
import { cumulativeMortalityPct, livabilityPct } from '../metrics/mortality.ts';
import { flockPerformance } from '../performance/flock-performance.ts';
import { layingRates } from '../performance/laying.ts';
import type { Performance } from '../performance/performance.ts';
import { type FarmState, stateOf } from '../reports/barn-signs.ts';
import {
  flockFacts,
  isBirdsUpperBound,
  type LastFlock,
  type PortfolioFarm,
  type PortfolioFlock,
  type PortfolioMoney,
  portfolioRecord,
} from './portfolio-farm.ts';

/** All farms and their totals; money is summed per currency. */
type Portfolio = Made<(typeof portfolioAnswer)['schema']>;

export function portfolioOf(farms: readonly PortfolioRow[]): Portfolio {
  const byCurrency = groupBy(farms, ({ currency }) => currency);
  return {
    farms,
    totals: {
      farms: farms.length,
      birds: knownSum(farms.map(({ birds }) => birds)),
      birdsUpperBound: farms.some((farm) => farm.birdsUpperBound),
      flocksUncounted: sum(farms.map(({ flocksUncounted }) => flocksUncounted)),
      activeFlocks: sum(farms.map(({ activeFlocks }) => activeFlocks)),
      openAlerts: {
        critical: sum(farms.map(({ openAlerts }) => openAlerts.critical)),
        warning: sum(farms.map(({ openAlerts }) => openAlerts.warning)),
        info: sum(farms.map(({ openAlerts }) => openAlerts.info)),
      },
      overdueTasks: sum(farms.map(({ overdueTasks }) => overdueTasks)),
      unansweredQuestions: sum(farms.map(({ unansweredQuestions }) => unansweredQuestions)),
      money: [...byCurrency].toSorted(byName).map(([currency, rows]) => ({
        currency,
        revenue30d: figure('money', knownSum(rows.map(({ revenue30d }) => revenue30d))),
        expenses30d: figure('money', knownSum(rows.map(({ expenses30d }) => expenses30d))),
      })),
    },
  };
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

/** The headline figures of a farm in a portfolio. */
export type PortfolioRow = Portfolio['farms'][number];

export function portfolioRow(farm: PortfolioFarm, thresholds: Thresholds): PortfolioRow {
  const records = farm.liveFlocks.map((flock) => portfolioRecord(flock, farm));
  const knownRecords = records.flatMap((record, index) => {
    const flock = farm.liveFlocks[index];
    return flock ? [{ record, inMoult: flock.inMoult }] : [];
  });
  const birds = knownSum(records.map(({ live }) => live));
  const { money30d } = farm;
  const healths = flockHealths(knownRecords, farm, thresholds);
  const status = statusOf(farm, healths);
  return {
    farmId: farm.farm.id,
    name: farm.farm.name,
    vertical: farm.farm.vertical,
    barns: farm.barns,
    activeFlocks: records.length,
    birds,
    birdsUpperBound: farm.liveFlocks.some((flock) => isBirdsUpperBound(flock, farm.today)),
    flocksUncounted: records.filter(({ live }) => live === null).length,
    capacityUsedPct: figure('pct', percentOf(birds, farm.capacity)),
    openAlerts: farm.openAlerts,
    overdueTasks: farm.overdueTasks,
    unansweredQuestions: farm.unansweredQuestions,
    ...mortality7d(records, farm.today),
    weightDeviationPct: figure('pct', meanWeightDeviation(records)),
    weightUncalibrated: records.some((record) => weightNow(record).weightUncalibrated === true),
    ...lastEpef(farm, thresholds),
    dataQuality: qualityScore(qualityParts(portfolioQuality(farm, records, thresholds))),
    healthScore: figure('score', farmHealth(healths)),
    revenue30d: figure('money', money30d?.revenue),
    expenses30d: figure('money', money30d && spent(money30d)),
    currency: farm.farm.currency ?? 'ILS',
    today: farm.today,
    lastActivityAt: farm.lastActivityAt,
    status,
    stateReasons: reasonsOf(status, farm, healths),
  };
}

function statusOf(farm: PortfolioFarm, healths: readonly FlockHealth[]): FarmState {
  const { openAlerts, unansweredQuestions, liveFlocks } = farm;
  return stateOf({
    isOccupied: liveFlocks.length > 0,
    critical: openAlerts.critical,
    warning: openAlerts.warning,
    grades: healths.map(({ grade }) => grade),
    isNoticed: unansweredQuestions > 0,
    isRecorded: liveFlocks.some(({ loggedDays }) => loggedDays > 0),
  });
}

/** The reasons for the state of a farm, most severe first. */
function reasonsOf(
  status: FarmState,
  { openAlerts, unansweredQuestions }: PortfolioFarm,
  healths: readonly FlockHealth[],
): PortfolioRow['stateReasons'] {
  if (status !== 'critical' && status !== 'warning') return [];
  const signs = {
    critical: openAlerts.critical,
    warning: openAlerts.warning,
    flocks: healths.filter(({ grade }) => grade === 'E').length,
    questions: unansweredQuestions,
  };
  return Object.entries(signs).flatMap(([signKind, count]) =>
    count > 0 ? [message('state.count', { what: signKind, count })] : [],
  );
}

/**
 * Deaths of the last seven days relative to the birds alive before the first recorded one of them. A
 * flock without any recorded counts with its birds, so that the share is a lower bound for all.
 */
function mortality7d(records: readonly FlockRecord[], today: CalendarDay) {
  const windows = records.flatMap((record) => {
    const days = weekWith(record, 'mortality', today);
    const { unlogged } = weekDueDays(record, 'mortality', today);
    const isDue = days.length > 0 || unlogged > 0;
    const opening = days.length > 0 ? days[0]?.opening : knownLive(record);
    if (opening == null || !isDue) return [];
    const deaths = sum(days.map(({ log }) => log?.mortality));
    return [{ logged: days.length, opening, deaths, unlogged }];
  });
  const total = (figure: keyof (typeof windows)[number]) =>
    sum(windows.map((window) => window[figure]));
  const pct = total('logged') === 0 ? null : percentOf(total('deaths'), total('opening'));
  return {
    mortality7dPct: figure('pct', pct),
    mortality7dDaysUnlogged: total('unlogged'),
  };
}

function spent({ feed, chicks, treatments, expenses }: PortfolioMoney): number {
  return feed + chicks + treatments + expenses;
}

/** A flock whose health is evaluated. */
interface KnownFlock {
  readonly record: FlockRecord;
  readonly inMoult: boolean;
}

/** The health of a flock with its live birds. */
interface FlockHealth {
  readonly live: number;
  readonly score: number;
  readonly grade: Grade;
}

/**
 * The flocks with birds and their health scores, as in the health section of `/insights` but
 * without climate.
 */
function flockHealths(
  flocks: readonly KnownFlock[],
  { today, criticalAlerts }: Pick<PortfolioFarm, 'today' | 'criticalAlerts'>,
  thresholds: Thresholds,
): readonly FlockHealth[] {
  return flocks.flatMap((flock) => {
    const live = knownLive(flock.record);
    if (live === null || live === 0) return [];
    const health = flockHealth(flock, { today, thresholds, criticalAlerts });
    return health === null ? [] : [{ live, score: health.score, grade: health.grade }];
  });
}

/** The health of the flocks as one score, 0 to 100, weighted by birds; null without birds. */
function farmHealth(scored: readonly FlockHealth[]): number | null {
  const birds = sum(scored.map(({ live }) => live));
  if (birds === 0) return null;
  return sum(scored.map((flock) => flock.live * flock.score)) / birds;
}

function flockHealth(
  { record, inMoult }: KnownFlock,
  {
    today,
    thresholds,
    criticalAlerts,
  }: Pick<PortfolioFarm, 'today' | 'criticalAlerts'> & { readonly thresholds: Thresholds },
) {
  const { ageDays, placed, totals, kind, flock } = record;
  const standardPct =
    ageDays === null
      ? null
      : standardMortalityPct({ kind, arrivalAgeDays: flock.arrivalAgeDays }, ageDays);
  const laying = kind === 'layer' ? { ...layingRates(record, today), inMoult } : null;
  const losses = {
    livabilityPct: livabilityPct(placed, totals),
    standardMortalityPct: standardPct,
  };
  return knownHealthScore(
    record,
    {
      spike: currentSpike(record, { today, thresholds }).spike,
      cumMortalityPct: cumulativeMortalityPct(totals.mortality, placed),
      standardMortalityPct: standardPct,
      waterDropPct: waterDropOn(record, newestWaterDay(record, today)),
      weightDeviationPct: weightNow(record).deviationPct,
      air: { heatStressHours: null, nh3Max: null },
      alerts: criticalAlerts
        .filter((alert) => isAboutFlock(alert, record.flock))
        .map(() => ({ severity: 'critical', title: '', source: null })),
      laying,
      furthestBelow: furthestBelow(record, { ...losses, laying }),
    },
    thresholds,
  );
}

/**
 * The production efficiency of the flock closed last, as in `/insights`; null when its feed, weight
 * or deaths are unknown.
 */
function lastEpef(farm: PortfolioFarm, thresholds: Thresholds) {
  const performance = farm.lastFlock && lastPerformance(farm.lastFlock, farm, thresholds);
  const certainty = performance?.certainty.epef;
  return {
    epefLast: figure('score', performance?.epef),
    epefLastEstimated: certainty === 'estimated',
    epefLastUpperBound: certainty === 'at_most',
  };
}

function lastPerformance(
  last: LastFlock,
  frame: { readonly today: CalendarDay; readonly zone: string },
  thresholds: Thresholds,
): Performance | null {
  const { flock, barnType, logs, sales } = last;
  // The computations here read only the fields that the query loaded.
  const rows = {
    flock: flock as unknown as StoredOf<'flocks'>,
    barn: { id: flock.barnId, barnType } as unknown as StoredOf<'barns'>,
    logs: logs.map((log) => ({ ...log, id: log.date })) as unknown as readonly FlockLog[],
    sales: sales.map((sale, index) => ({
      ...sale,
      id: `${index}`,
    })) as unknown as readonly StoredOf<'sales'>[],
    smartWeight: undefined,
  };
  // Deliveries would replace unlogged feed, which is too imprecise here.
  const basis = { deliveries: [], thresholds };
  return flockPerformance(buildFlockRecord(rows, frame), basis);
}

/** Days of a trend, today included. */
const TREND_DAYS = 14;

interface FarmTrend {
  readonly farmId: string;
  readonly from: CalendarDay;
  /** Birds found dead in the live flocks; null unless every flock was logged on that day. */
  readonly deaths: readonly (number | null)[];
}

/** The deaths of the last fourteen days, oldest first. */
export function farmTrend({ farm, today, liveFlocks }: PortfolioFarm): FarmTrend {
  const from = addDays(today, 1 - TREND_DAYS);
  const days = Array.from({ length: TREND_DAYS }, (_, index) => addDays(from, index));
  const logged = liveFlocks.map(deathsByDay);
  return {
    farmId: farm.id,
    from,
    deaths: days.map((day) => {
      const deathsOnDay = logged
        .filter(({ since }) => since <= day)
        .map(({ deaths }) => deaths.get(day));
      return deathsOnDay.length === 0 || deathsOnDay.includes(undefined) ? null : sum(deathsOnDay);
    }),
  };
}

function deathsByDay({ placementDate, recentDays }: PortfolioFlock) {
  const deathsByDay = recentDays.flatMap(({ day, mortality }) =>
    mortality === null ? [] : [[day, mortality] as const],
  );
  return { since: placementDate, deaths: new Map(deathsByDay) };
}

/** The inputs of the completeness of a farm's data, as in `/gaps`. */
function portfolioQuality(
  farm: PortfolioFarm,
  records: readonly FlockRecord[],
  thresholds: Thresholds,
): QualityFacts {
  const { latitude, longitude } = farm.farm;
  return {
    hasCoordinates: latitude !== null && longitude !== null,
    contacts: farm.contacts,
    barns: farm.barns,
    barnsMeasured: farm.barnsMeasured,
    flocks: farm.liveFlocks.map((flock, index) => ({
      ...flockFacts(flock, farm.today, thresholds),
      suspectValues: recentSuspectsOf(records[index], farm.today),
    })),
  };
}

function recentSuspectsOf(record: FlockRecord | undefined, today: CalendarDay): number {
  return record ? recentSuspects(record, today) : 0;
}
