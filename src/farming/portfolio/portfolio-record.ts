import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { type FlockWeight, measuredWeight } from '../core/barn-state.ts';
import { isWeighingDue, recentSuspects } from '../core/flock-days.ts';
import type { FlockDay, FlockLog, FlockRecord } from '../core/flock-record.ts';
import {
  type JudgedFlock,
  judgedFlock,
  lastPlausibleWeighing,
  type SuspectValue,
  suspectLogValues,
  suspectSaleWeight,
} from '../core/plausibility.ts';
import type { FlockQualityFacts, QualityFacts } from '../gaps/data-quality.ts';
import { ageDays } from '../metrics/dates.ts';
import { flockLiveBirds, placedBirds } from '../metrics/population.ts';
import type { WeightOnDay } from '../metrics/weight.ts';
import { birdKind, findBreed } from '../standards/breed-lookup.ts';
import type { PortfolioDay, PortfolioFarm, PortfolioFlock } from './portfolio-farm.ts';

/**
 * Puts a flock of a portfolio together, as of the farm's day, from what the database added up: its
 * deaths, culls and sales in all, its weight, and what was logged and sold in its last sixteen days.
 */
export function portfolioRecord(
  flock: PortfolioFlock,
  { today, zone }: { readonly today: CalendarDay; readonly zone: string },
): FlockRecord {
  const { mortality, culls, sold } = flock;
  const placed = placedBirds(flock);
  const live = flockLiveBirds(flock, { mortality, culls, sold }, today);
  const isImpossible = placed !== null && placed < mortality + culls + sold;
  const { days, suspects } = daysOf(flock, isImpossible ? null : live);
  return {
    // Of the row of a flock only what a portfolio knows is read by what is computed of it.
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
    sales: [],
    suspects: [...suspects, ...suspectSales(flock)],
  };
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
 * The last days with a log or a sale, counted back from the birds that are alive. Of a flock with more
 * deaths and sales than birds no day has a count of birds, and feed and water are not judged.
 */
function daysOf(flock: PortfolioFlock, live: number | null) {
  const judged = judgedFlock(flock);
  const suspects: SuspectValue[] = [];
  const logs = new Map(flock.recentDays.map((recent) => [recent.day, recent]));
  const sales = groupBy(flock.recentSales, ({ day }) => day);
  const recorded = [...new Set([...logs.keys(), ...sales.keys()])].toSorted().toReversed();
  let closing = live;
  const newestFirst = recorded.map((day) => {
    const found = logs.get(day) ?? null;
    const soldBirds = sum((sales.get(day) ?? []).map(({ birds }) => birds));
    const opening = closing === null ? null : closing + soldBirds + lossesOf(found);
    const doubted = found ? suspectsOf(flock, found, { judged, opening }) : [];
    suspects.push(...doubted);
    const log = doubted.length === 0 ? found : { ...found, ...cleared(doubted) };
    const recordedDay: FlockDay = {
      day,
      ageDays: ageDays(flock, day),
      // As above: of the log of a day only what was recorded of it here.
      log: log as unknown as FlockLog | null,
      soldBirds,
      soldKg: null,
      opening,
      closing,
      average: opening === null || closing === null ? null : (opening + closing) / 2,
    };
    closing = opening;
    return recordedDay;
  });
  return { days: newestFirst.toReversed(), suspects };
}

function suspectsOf(
  { id, weighings }: PortfolioFlock,
  log: PortfolioDay,
  { judged, opening }: { readonly judged: JudgedFlock; readonly opening: number | null },
): readonly SuspectValue[] {
  const before = weighings.filter(({ day }) => day < log.day);
  const around = { birds: opening, weighings: before };
  const camerasWeightGr = weighings.find(({ day }) => day === log.day)?.camerasG ?? null;
  return suspectLogValues(judged, { ...log, id, date: log.day, camerasWeightGr }, around);
}

function cleared(suspects: readonly SuspectValue[]): Partial<PortfolioDay> {
  return Object.fromEntries(suspects.map(({ field }) => [field, null]));
}

function suspectSales(flock: PortfolioFlock): readonly SuspectValue[] {
  const judged = judgedFlock(flock);
  return flock.recentSales.flatMap(({ day: date, birds: birdsCount, kg: totalWeightKg }) => {
    return suspectSaleWeight(judged, { id: flock.id, date, birdsCount, totalWeightKg }) ?? [];
  });
}

/** The last weighing of a flock that can be believed; undefined without one. */
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

/** What of a farm says how complete its data are, as `/gaps` looks at it. */
export function portfolioQuality(
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

function flockFacts(
  flock: PortfolioFlock,
  today: CalendarDay,
  { weighingDays }: Thresholds,
): Omit<FlockQualityFacts, 'suspectValues'> {
  const { placementDate, recentDays } = flock;
  const weighed = daysBetween(lastWeighingOf(flock)?.day ?? placementDate, today);
  const bird = { kind: birdKind(flock.breed, flock.barnType), ageDays: ageDays(flock, today) };
  const recent = recentDays.filter(
    ({ day }) => day >= placementDate && day < today && daysBetween(day, today) <= DAYS,
  );
  return {
    ageDays: ageDays(flock, today),
    daysInside7: Math.min(DAYS, Math.max(0, daysBetween(placementDate, today))),
    daysLogged7: recent.filter(({ mortality }) => mortality !== null).length,
    isWeighed: flock.smartWeightG !== null || !isWeighingDue(bird, weighed, weighingDays),
    climateHours24: flock.climateHours24,
    hasChickCost: flock.hasChickCost,
    hasFeedCost: flock.hasFeedCost,
    hasPhoto7d: flock.hasPhoto7d,
    isBreedKnown: findBreed(flock.breed) !== undefined,
    isPlacedKnown: placedBirds(flock) !== null,
  };
}
