import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { type FlockWeight, measuredWeight } from '../core/barn-state.ts';
import { isWeighingDue, weekDaysDue } from '../core/flock-days.ts';
import type { FlockDay, FlockLog, FlockRecord } from '../core/flock-record.ts';
import {
  type EvaluatedFlock,
  type EvaluatedWeighing,
  flockForPlausibility,
  lastPlausibleWeighing,
  type SuspectValue,
  suspectLogValues,
  suspectSaleWeight,
} from '../core/plausibility.ts';
import type { FlockQualityFacts } from '../gaps/data-quality.ts';
import { ageDays } from '../metrics/dates.ts';
import { type DueDays, dueDays, shareLogged } from '../metrics/mortality.ts';
import { dailyPopulation, flockLiveBirds, placedBirds } from '../metrics/population.ts';
import type { WeightOnDay } from '../metrics/weight.ts';
import { birdKind, findBreed } from '../standards/breed-lookup.ts';

/** One farm of a portfolio: database aggregates from which its figures are computed. */
export interface PortfolioFarm {
  readonly farm: StoredOf<'farms'>;
  /** The farm's time zone. */
  readonly zone: string;
  readonly today: CalendarDay;
  readonly barns: number;
  /** Total capacity of the barns that have one, in birds; null when none has. */
  readonly capacity: number | null;
  /** Barns with both an area and a capacity. */
  readonly barnsMeasured: number;
  readonly contacts: number;
  /** Active and selling, oldest placement first. */
  readonly liveFlocks: readonly PortfolioFlock[];
  /** Open, acknowledged and in progress. */
  readonly openAlerts: {
    readonly critical: number;
    readonly warning: number;
    readonly info: number;
  };
  /** The subjects of the critical ones, except those about the farm as a whole. */
  readonly criticalAlerts: readonly Pick<StoredOf<'alerts'>, 'flockId' | 'barnId' | 'source'>[];
  /** Not done or cancelled, and due before today. */
  readonly overdueTasks: number;
  readonly unansweredQuestions: number;
  /** Of the last 30 days, today included, in the farm's currency; 0 when nothing is recorded. */
  /** Null when no amounts are recorded at all. */
  readonly money30d: PortfolioMoney | null;
  /** The flock closed last; null without any. */
  readonly lastFlock: LastFlock | null;
  /** Time of the last record; null without any. */
  readonly lastActivityAt: string | null;
}

/** An active or selling flock of a portfolio. */
export interface PortfolioFlock {
  readonly id: string;
  readonly barnId: string;
  readonly barnType: string | null;
  readonly status: 'active' | 'selling';
  readonly breed: string | null;
  readonly placementDate: CalendarDay;
  readonly arrivalAgeDays: number;
  readonly chicksOrdered: number | null;
  readonly chicksReceived: number | null;
  /** Up to today. */
  readonly mortality: number;
  readonly culls: number;
  /** Number of days up to today with a log. */
  readonly loggedDays: number;
  /** Number of days after placement with recorded deaths. */
  readonly deathDays: number;
  /** Delivered, including condemned birds. */
  readonly sold: number;
  /** The last weighings up to today, oldest first; as many as needed to check the last one. */
  readonly weighings: readonly EvaluatedWeighing[];
  /** The newest fused weight of the last 48 hours, in g, and its time of computation. */
  readonly smartWeightG: number | null;
  readonly smartWeightAt: string | null;
  readonly smartWeightUncalibrated: boolean | null;
  /** The logged days among today and the fourteen days before, oldest first. */
  readonly recentDays: readonly PortfolioDay[];
  /** The sales of today and the fourteen days before, oldest first. */
  readonly recentSales: readonly PortfolioSale[];
  /** Whether its chicks, and any of its feed, have a price. */
  readonly hasChickCost: boolean;
  readonly hasFeedCost: boolean;
  /** Whether the flock or its barn was photographed in the last seven days. */
  readonly hasPhoto7d: boolean;
  /** Number of the last 24 hours in which its barn was measured, 0 to 24. */
  readonly climateHours24: number;
  /** Whether a moult of the flock or its barn began in the last eight weeks. */
  readonly inMoult: boolean;
}

/** The deciding log of a day; null means not recorded. */
export interface PortfolioDay {
  readonly day: CalendarDay;
  readonly mortality: number | null;
  readonly culls: number | null;
  readonly waterL: number | null;
  readonly tempAvg: number | null;
  readonly feedKg: number | null;
  readonly avgWeightGr: number | null;
  readonly eggs: number | null;
}

interface PortfolioSale {
  readonly day: CalendarDay;
  readonly birds: number | null;
  readonly kg: number | null;
}

/** The flock closed last on a farm, with its performance data; rows oldest first. */
export interface LastFlock {
  readonly flock: {
    readonly id: string;
    readonly barnId: string;
    readonly breed: string | null;
    readonly status: 'closed';
    readonly placementDate: CalendarDay;
    readonly arrivalAgeDays: number;
    readonly chicksOrdered: number | null;
    readonly chicksReceived: number | null;
    readonly closedAt: string | null;
  };
  readonly barnType: string | null;
  readonly logs: readonly {
    readonly date: CalendarDay;
    readonly mortality: number | null;
    readonly culls: number | null;
    readonly feedKg: number | null;
    readonly avgWeightGr: number | null;
  }[];
  readonly sales: readonly {
    readonly date: CalendarDay;
    readonly birdsCount: number | null;
    readonly totalWeightKg: number | null;
  }[];
}

/** Money of a farm, each amount counted once. */
export interface PortfolioMoney {
  /** Sales: the amount, else weight × price per kg. */
  readonly revenue: number;
  /** Feed deliveries: the cost, else quantity × price per ton. */
  readonly feed: number;
  /** Chicks of the flocks placed: the order total, else chicks received × price. */
  readonly chicks: number;
  readonly treatments: number;
  /**
   * All other expenses. Expenses for feed, chicks, medicine or vaccination of a flock are excluded
   * when the deliveries, order or treatments of that flock already contain the cost.
   */
  readonly expenses: number;
}

/**
 * Builds the record of a flock of a portfolio as of the farm's day from database aggregates: total
 * deaths, culls and sales, its weight, and the logs and sales of its last sixteen days.
 */
export function portfolioRecord(
  flock: PortfolioFlock,
  { today, zone }: { readonly today: CalendarDay; readonly zone: string },
): FlockRecord {
  const { mortality, culls, sold } = flock;
  const placed = placedBirds(flock);
  const live = flockLiveBirds(flock, flock, today);
  const isImpossible = placed !== null && placed < mortality + culls + sold;
  // Negative for a flock that lost more birds than were placed; earlier days are evaluated anyway.
  const liveBirds = placed === null ? null : placed - mortality - culls - sold;
  const { days, suspects } = daysOf(flock, liveBirds);
  return {
    // The computations read only those fields of the flock row that a portfolio loads.
    flock: flock as unknown as StoredOf<'flocks'>,
    barn: undefined,
    kind: birdKind(flock.breed, flock.barnType),
    breed: findBreed(flock.breed),
    isLive: true,
    lastDay: today,
    ageDays: ageDays(flock, today),
    placed,
    isPlacedEstimated: flock.chicksReceived === null && placed !== null,
    live,
    isImpossible,
    days,
    totals: { ...NOTHING, mortality, culls, soldBirds: sold },
    weight: weightOf(flock, zone),
    isWeighingDoubted: suspects.some(({ field }) => field === 'avgWeightGr'),
    sales: [],
    suspects: [...suspects, ...suspectSales(flock)],
  };
}

/** Like `isLiveUpperBound` for a full record; a portfolio contains only the last days. */
export function isBirdsUpperBound(flock: PortfolioFlock, today: CalendarDay): boolean {
  const live = flockLiveBirds(flock, flock, today);
  return live !== null && live > 0 && deathDaysOf(flock, today).unlogged > 0;
}

function deathDaysOf(flock: PortfolioFlock, today: CalendarDay): DueDays {
  return dueDays({
    since: flock.placementDate,
    lastDay: today,
    isLastDayLogged: flock.recentDays.some(
      ({ day, mortality }) => day === today && mortality !== null,
    ),
    logged: flock.deathDays,
  });
}

const NOTHING = {
  mortality: 0,
  culls: 0,
  soldBirds: 0,
  soldKg: null,
  feedKg: 0,
  waterL: 0,
  eggs: 0,
  eggsBroken: 0,
} as const;

/**
 * The last days with a log or a sale, counted back from the remaining birds. A day with more deaths
 * and sales than birds has no population, and its feed and water are not evaluated.
 */
function daysOf(flock: PortfolioFlock, liveBirds: number | null) {
  const evaluated = flockForPlausibility(flock);
  const suspects: SuspectValue[] = [];
  const logs = new Map(flock.recentDays.map((recent) => [recent.day, recent]));
  const sales = groupBy(flock.recentSales, ({ day }) => day);
  const recorded = [...new Set([...logs.keys(), ...sales.keys()])].toSorted().toReversed();
  let closing = liveBirds;
  const newestFirst = recorded.map((day) => {
    const stored = logs.get(day) ?? null;
    const soldBirds = sum((sales.get(day) ?? []).map(({ birds }) => birds));
    const removedOn = soldBirds + lossesOf(stored);
    const opening: number | null = closing === null ? null : closing + removedOn;
    const birds = dailyPopulation({ placed: opening, removedBefore: 0, removedOn });
    const doubtedValues = stored
      ? suspectsOf(flock, stored, { evaluated, opening: birds?.opening ?? null })
      : [];
    suspects.push(...doubtedValues);
    const log = doubtedValues.length === 0 ? stored : { ...stored, ...cleared(doubtedValues) };
    const recordedDay: FlockDay = {
      day,
      ageDays: ageDays(flock, day),
      // As above: only the loaded fields of the log are read.
      log: log as unknown as FlockLog | null,
      soldBirds,
      soldKg: null,
      opening: birds?.opening ?? null,
      closing: birds?.closing ?? null,
      average: birds?.average ?? null,
    };
    closing = opening;
    return recordedDay;
  });
  return { days: newestFirst.toReversed(), suspects };
}

function suspectsOf(
  { id, weighings }: PortfolioFlock,
  log: PortfolioDay,
  { evaluated, opening }: { readonly evaluated: EvaluatedFlock; readonly opening: number | null },
): readonly SuspectValue[] {
  const before = weighings.filter(({ day }) => day < log.day);
  const neighbours = { birds: opening, weighings: before };
  const camerasWeightGr = weighings.find(({ day }) => day === log.day)?.camerasG ?? null;
  return suspectLogValues(evaluated, { ...log, id, date: log.day, camerasWeightGr }, neighbours);
}

function cleared(suspects: readonly SuspectValue[]): Partial<PortfolioDay> {
  return Object.fromEntries(suspects.map(({ field }) => [field, null]));
}

function suspectSales(flock: PortfolioFlock): readonly SuspectValue[] {
  const evaluated = flockForPlausibility(flock);
  return flock.recentSales.flatMap(({ day: date, birds: birdsCount, kg: totalWeightKg }) => {
    return suspectSaleWeight(evaluated, { id: flock.id, date, birdsCount, totalWeightKg }) ?? [];
  });
}

/** The last plausible weighing of a flock; undefined without one. */
function lastWeighingOf(flock: PortfolioFlock): WeightOnDay | undefined {
  return lastPlausibleWeighing(flock, flock.weighings);
}

function lossesOf(log: PortfolioDay | null): number {
  return (log?.mortality ?? 0) + (log?.culls ?? 0);
}

function weightOf(flock: PortfolioFlock, zone: string): FlockWeight | null {
  const { smartWeightG, smartWeightAt, smartWeightUncalibrated } = flock;
  const fused =
    smartWeightG === null || smartWeightAt === null
      ? undefined
      : {
          weightG: smartWeightG,
          at: smartWeightAt,
          uncalibrated: smartWeightUncalibrated ?? true,
        };
  return measuredWeight(fused, lastWeighingOf(flock), zone);
}

const DAYS = 7;

export function flockFacts(
  flock: PortfolioFlock,
  today: CalendarDay,
  { weighingDays }: Thresholds,
): Omit<FlockQualityFacts, 'suspectValues'> {
  const { placementDate, recentDays } = flock;
  const weighed = daysBetween(lastWeighingOf(flock)?.day ?? placementDate, today);
  const bird = { kind: birdKind(flock.breed, flock.barnType), ageDays: ageDays(flock, today) };
  const recent = recentDays.filter(
    ({ day }) => day > placementDate && day < today && daysBetween(day, today) <= DAYS,
  );
  return {
    ageDays: ageDays(flock, today),
    daysDue7: weekDaysDue(placementDate, today),
    daysLogged7: recent.filter(({ mortality }) => mortality !== null).length,
    lifeShareLogged:
      flockLiveBirds(flock, flock, today) === 0 ? 1 : shareLogged(deathDaysOf(flock, today)),
    isWeighed: flock.smartWeightG !== null || !isWeighingDue(bird, weighed, weighingDays),
    climateHours24: flock.climateHours24,
    hasChickCost: flock.hasChickCost,
    hasFeedCost: flock.hasFeedCost,
    hasPhoto7d: flock.hasPhoto7d,
    isBreedKnown: findBreed(flock.breed) !== undefined,
    isPlacedKnown: placedBirds(flock) !== null,
  };
}
