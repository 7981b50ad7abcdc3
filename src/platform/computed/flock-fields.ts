import {
  barnState,
  type CurrentWeight,
  currentWeight,
  measuredWeight,
  type WeighedFlock,
} from '../../farming/core/barn-state.ts';
import { lastPlausibleWeighing } from '../../farming/core/plausibility.ts';
import { ageDays, closedDay } from '../../farming/metrics/dates.ts';
import { cumulativeMortalityPct, dueDays } from '../../farming/metrics/mortality.ts';
import {
  flockLiveBirds,
  isInside,
  lastDayInside,
  type PlacedFlock,
  placedBirds,
} from '../../farming/metrics/population.ts';
import { weightBasisOn } from '../../farming/metrics/standard-basis.ts';
import { suggestBreed } from '../../farming/standards/breed-lookup.ts';
import type { ComputedOf, StoredOf } from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { type FlockTotals, listFlockTotals } from '../../storage/records/flock-totals.ts';
import { listBarnFlocks } from '../../storage/records/flocks.ts';
import { type FreshWeight, listFreshWeights } from '../../storage/records/weights.ts';
import { type CalendarDay, formatInstant, HOUR_MILLIS } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';

type Flock = StoredOf<'flocks'>;

/** The current state of flocks; for a closed flock, the state on its last day with birds. */
export async function computeFlocks(
  rows: readonly Flock[],
  page: PageContext,
): Promise<ComputedOf<'flocks'>[]> {
  const inputs = await loadFlockInputs(rows, page);
  return rows.map((row) => computeFlock(row, inputs.get(row.id), page));
}

function computeFlock(
  flock: Flock,
  input: FlockInput | undefined,
  page: PageContext,
): ComputedOf<'flocks'> {
  const day = lastKnownDay(flock, input, page);
  return {
    ageDays: flock.status === 'cancelled' || day === null ? null : ageDays(flock, day),
    live: input?.live ?? null,
    cumMortality: input?.totals.mortality ?? null,
    cumMortalityPct: input ? mortalityPctOf(flock, input) : null,
    ...deathDaysOf(flock, input, day),
    smartWeightG: input?.fused?.weightG ?? null,
    ...weightOf(flock, input, day),
    lastLogDate: input?.totals.lastLogDate ?? null,
    breedSuggestion: flock.breed === null ? null : (suggestBreed(flock.breed) ?? null),
  };
}

function lastKnownDay(
  { status, closedAt, farmId }: Flock,
  input: FlockInput | undefined,
  page: PageContext,
): CalendarDay | null {
  if (status !== 'closed') return page.todayOf(farmId);
  return flockEnd(closedAt, input?.totals, page.zoneOf(farmId));
}

function mortalityPctOf(flock: Flock, { totals, isImpossible }: FlockInput): number | null {
  if (isImpossible || totals.deathDays === 0) return null;
  return cumulativeMortalityPct(totals.mortality, placedBirds(flock));
}

/** Like `cumulativeMortality` of a `FlockRecord`, from counts of the database. */
function deathDaysOf(
  flock: Flock,
  input: FlockInput | undefined,
  day: CalendarDay | null,
): Pick<ComputedOf<'flocks'>, 'mortalityDays' | 'mortalityDaysUnlogged'> {
  const { placementDate: since } = flock;
  if (!input || day === null || !hasLife(flock, day))
    return { mortalityDays: null, mortalityDaysUnlogged: null };
  const { deathDaysSince, lastDeathDay, lastLogDate, lastSaleDate } = input.totals;
  const traces = [lastLogDate, lastSaleDate].filter((trace) => trace !== null).toSorted();
  const isGone = isInside(flock, day) && input.live === 0;
  const lastDay = isGone ? (traces.at(-1) ?? day) : day;
  const { due, unlogged } = dueDays({
    ...{ since, lastDay, logged: deathDaysSince },
    isLastDayLogged: lastDeathDay === lastDay,
  });
  return { mortalityDays: due, mortalityDaysUnlogged: unlogged };
}

/** Whether the birds of a flock are inside on a day, or were until it was closed. */
function hasLife(flock: Flock, day: CalendarDay): boolean {
  return flock.status === 'closed' || isInside(flock, day);
}

/** Flocks that are not inside have no current weight; a closed one retains its deviation. */
function weightOf(
  flock: Flock,
  input: FlockInput | undefined,
  day: CalendarDay | null,
): Pick<
  ComputedOf<'flocks'>,
  | 'weightG'
  | 'standardG'
  | 'standardBasis'
  | 'deviationPct'
  | 'weightDate'
  | 'weightEstimated'
  | 'weightUncalibrated'
  | 'weightReason'
> {
  const current: CurrentWeight | null =
    !input || day === null || !hasLife(flock, day) ? null : currentWeight(input, day);
  const isHere = day !== null && isInside(flock, day);
  return {
    weightG: isHere ? (current?.g ?? null) : null,
    standardG: isHere ? (current?.standardG ?? null) : null,
    standardBasis: isHere && current?.standardG != null ? weightBasisOn(flock, day) : null,
    deviationPct: current?.deviationPct ?? null,
    weightDate: current?.weightDate ?? null,
    weightEstimated: isHere ? (current?.weightEstimated ?? null) : null,
    weightUncalibrated: current?.weightUncalibrated ?? null,
    weightReason: current?.reason ?? null,
  };
}

/** A flock whose state is computed. */
type ComputedFlock = PlacedFlock & WeighedFlock['flock'] & Pick<Flock, 'farmId' | 'closedAt'>;

/** The input of `flockLoad` and `barnState`: a flock with all its records up to its day. */
export interface FlockInput extends WeighedFlock {
  readonly totals: FlockTotals;
  /** The fused weight of the last 48 hours. */
  readonly fused: FreshWeight | undefined;
}

/** Where and when flocks are evaluated. */
export interface InputPlace {
  readonly connection: Connection;
  readonly scope: Scope;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly todayOf: (farmId: string | null) => CalendarDay;
  readonly zoneOf: (farmId: string | null) => string;
}

/** Maximum age of a fused weight. */
const FRESH_HOURS = 48;

/** Loads the inputs for flock states, by flock ID; two queries for any number of flocks. */
export async function loadFlockInputs(
  flocks: readonly ComputedFlock[],
  { connection, scope, now, todayOf, zoneOf }: InputPlace,
): Promise<ReadonlyMap<string, FlockInput>> {
  const days = flocks.map(({ id, farmId, placementDate, status, closedAt }) => ({
    ...{ id, placementDate },
    day: todayOf(farmId),
    closedOn: status === 'closed' ? closedDay(closedAt, zoneOf(farmId)) : null,
  }));
  const flockIds = flocks
    .filter((flock) => isInside(flock, todayOf(flock.farmId)))
    .map(({ id }) => id);
  const since = formatInstant(now - FRESH_HOURS * HOUR_MILLIS);
  const [totals, fused] = await Promise.all([
    listFlockTotals(connection, scope, days),
    listFreshWeights(connection, scope, { flockIds, since }),
  ]);
  const [totalsOf, fusedOf] = [mapById(totals), mapById(fused)];
  return new Map(
    flocks.map((flock) => {
      const recorded = totalsOf.get(flock.id) ?? nothingYet(flock.id);
      const { farmId } = flock;
      const place = { today: todayOf(farmId), zone: zoneOf(farmId) };
      return [flock.id, inputOf(flock, recorded, { ...place, fused: fusedOf.get(flock.id) })];
    }),
  );
}

function inputOf(
  flock: ComputedFlock,
  totals: FlockTotals,
  inputs: {
    readonly today: CalendarDay;
    readonly zone: string;
    readonly fused: FreshWeight | undefined;
  },
): FlockInput {
  const { mortality, culls, sold, barnType, weighings } = totals;
  const placed = placedBirds(flock);
  const weighed = lastPlausibleWeighing({ ...flock, barnType }, weighings);
  return {
    flock,
    live: flockLiveBirds(flock, totals, inputs.today),
    isImpossible: placed !== null && placed < mortality + culls + sold,
    weight: measuredWeight(inputs.fused, weighed, inputs.zone),
    isWeighingDoubted: weighed === undefined && weighings.length > 0,
    totals,
    fused: inputs.fused,
  };
}

function nothingYet(id: string): FlockTotals {
  return {
    id,
    mortality: 0,
    culls: 0,
    deathDays: 0,
    deathDaysSince: 0,
    lastDeathDay: null,
    sold: 0,
    lastLogDate: null,
    lastSaleDate: null,
    barnType: null,
    weighings: [],
  };
}

/** The last day of a closed flock in its barn, in the time zone of its farm. */
export function flockEnd(
  closedAt: string | null,
  totals: FlockTotals | undefined,
  zone: string,
): CalendarDay | null {
  return lastDayInside({
    closedDay: closedDay(closedAt, zone),
    lastLogDate: totals?.lastLogDate ?? null,
    lastSaleDate: totals?.lastSaleDate ?? null,
  });
}

/** The flocks and density of each barn, or since when it is empty. */
export async function computeBarns(
  rows: readonly StoredOf<'barns'>[],
  page: PageContext,
): Promise<ComputedOf<'barns'>[]> {
  const barnIds = rows.map((row) => row.id);
  const flocks = await listBarnFlocks(page.connection, page.scope, barnIds);
  const inputs = await loadFlockInputs(flocks, page);
  const flocksByBarn = groupBy(flocks, (flock) => flock.barnId);
  return rows.map((barn) => {
    const barnFlocks = flocksByBarn.get(barn.id) ?? [];
    const today = page.todayOf(barn.farmId);
    const currentFlocks = barnFlocks.filter((flock) => isInside(flock, today));
    const [current] = currentFlocks;
    const previous = barnFlocks.find(({ status }) => status === 'closed');
    const isEmpty = current === undefined && previous !== undefined;
    const present = currentFlocks.flatMap(({ id }) => inputs.get(id) ?? []);
    const state = barnState(barn.areaSqm, present, today);
    return {
      occupied: current !== undefined,
      currentFlockId: current?.id ?? null,
      emptySince: isEmpty
        ? flockEnd(previous.closedAt, inputs.get(previous.id)?.totals, page.zoneOf(barn.farmId))
        : null,
      densityKgM2: state.densityKgM2,
      densityEstimated: state.densityEstimated,
      densityReason: state.reason,
    };
  });
}
