import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { median } from '../../tools/statistics.ts';
import { marketDay } from '../accounting/market-projection.ts';
import { closedFlocksOf } from '../core/farm-flocks.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { plannedDensityKgM2, projectedWeightG } from '../core/projections.ts';
import { flockLivabilityPct } from '../health/mortality.ts';
import { ageDays, downtimeDays } from '../metrics/dates.ts';
import { type BirdKind, birdKind } from '../standards/breed-lookup.ts';
import { expectedCumulativeMortalityPct } from '../standards/standard-values.ts';
import {
  type BarnStays,
  barnStays,
  type PlacementSnapshot,
  plannedDowntimeDays,
} from './barn-stays.ts';

/** The use of a barn: birds, cleaning, ready, or out of use. */
export type BarnState = 'occupied' | 'cleaning' | 'ready' | 'maintenance';

/** The next placement of a barn, and its number of birds. */
export interface BarnPlacement {
  readonly barn: StoredOf<'barns'>;
  readonly stays: BarnStays;
  readonly room: BarnRoom;
  readonly state: BarnState;
  /** The day the last flock inside is expected to leave; today when that day has passed. */
  readonly expectedOut: CalendarDay | null;
  readonly emptySince: CalendarDay | null;
  /** Days the barn has been empty, or was before the current flock arrived. */
  readonly downtimeDays: number | null;
  /** The first day on which the barn can receive a flock. */
  readonly readyDate: CalendarDay | null;
  /** `readyDate`, or today when it has passed. */
  readonly suggestedPlacementDate: CalendarDay | null;
  readonly overcrowdedAt: CalendarDay | null;
}

const OUT_OF_USE: readonly (string | null)[] = ['maintenance', 'inactive'];

export function barnPlacement(barn: StoredOf<'barns'>, snapshot: PlacementSnapshot): BarnPlacement {
  const { today, thresholds } = snapshot;
  const stays = barnStays(barn.id, snapshot);
  const { current, previous } = stays;
  const { first, last: expectedOut } = leavingOf(stays.inside, snapshot);
  const emptySince = current ? null : (previous?.lastDay ?? null);
  const readyDate = readyDateOf(barn, { stays, expectedOut, emptySince }, snapshot);
  const marketAge =
    current && expectedOut ? ageDays(current.flock, expectedOut) : thresholds.marketAgeDays;
  return {
    barn,
    stays,
    room: barnRoom(barn, stays, { snapshot, marketAge, expectedOut }),
    state: stateOf(barn, current, readyDate !== null && readyDate <= today),
    expectedOut,
    emptySince,
    downtimeDays: downtimeOf(stays, emptySince, today),
    readyDate,
    suggestedPlacementDate: readyDate !== null && readyDate < today ? today : readyDate,
    overcrowdedAt:
      first === null
        ? null
        : overcrowdedDay(stays.inside, { from: today, until: first }, thresholds.densityLimitKgM2),
  };
}

/** When the first and the last flock inside leave; null when any of these days is unknown. */
function leavingOf(residents: readonly FlockRecord[], snapshot: PlacementSnapshot) {
  const days = residents.map((record) => marketDay(record, snapshot)?.day ?? null);
  const knownDays = days.filter((day) => day !== null).toSorted();
  if (knownDays.length < days.length) return { first: null, last: null };
  const notPast = (day: CalendarDay | undefined) =>
    day !== undefined && day < snapshot.today ? snapshot.today : (day ?? null);
  return { first: notPast(knownDays[0]), last: notPast(knownDays.at(-1)) };
}

/** Null when unknown: out of use, hens without a planned day, cleaning without a start date. */
function readyDateOf(
  barn: StoredOf<'barns'>,
  inputs: {
    readonly stays: BarnStays;
    readonly expectedOut: CalendarDay | null;
    readonly emptySince: CalendarDay | null;
  },
  snapshot: PlacementSnapshot,
): CalendarDay | null {
  const { stays, expectedOut, emptySince } = inputs;
  if (stays.current) {
    return expectedOut === null ? null : addDays(expectedOut, plannedDowntimeDays(snapshot));
  }
  if (OUT_OF_USE.includes(barn.status)) return null;
  if (emptySince !== null) return addDays(emptySince, plannedDowntimeDays(snapshot));
  return barn.status === 'cleaning' ? null : snapshot.today;
}

function stateOf(
  barn: StoredOf<'barns'>,
  current: FlockRecord | undefined,
  isReady: boolean,
): BarnState {
  if (current) return 'occupied';
  if (OUT_OF_USE.includes(barn.status)) return 'maintenance';
  return barn.status === 'cleaning' || !isReady ? 'cleaning' : 'ready';
}

function downtimeOf(
  { current, previous }: BarnStays,
  emptySince: CalendarDay | null,
  today: CalendarDay,
): number | null {
  if (emptySince !== null) return Math.max(0, daysBetween(emptySince, today));
  if (!current || !previous || previous.lastDay === null) return null;
  return downtimeDays(previous.lastDay, current.flock.placementDate);
}

const NEWEST = 6;

/** The capacity of a barn. */
export interface BarnRoom {
  readonly kind: BirdKind;
  /** Target weight of birds at sale; null for hens, whose capacity does not depend on weight. */
  readonly targetWeightKg: number | null;
  /** Whether the weight is a default because no flock of the barn has one. */
  readonly targetWeightAssumed: boolean;
  /** Birds alive at the time of sale. */
  readonly maxBirdsByDensity: number | null;
  readonly expectedLivabilityPct: number;
  /** Number of chicks to place, limited by places and by the floor area at sale. */
  readonly maxBirds: number | null;
}

/** The capacity of a barn: its places and, for meat birds, the density at sale. */
function barnRoom(
  barn: StoredOf<'barns'>,
  stays: BarnStays,
  {
    snapshot,
    marketAge,
    expectedOut,
  }: {
    readonly snapshot: PlacementSnapshot;
    readonly marketAge: number;
    readonly expectedOut: CalendarDay | null;
  },
): BarnRoom {
  const { assumedTargetWeightKg, densityLimitKgM2 } = snapshot.thresholds;
  const kind = kindOf(barn, stays);
  const planned = plannedTargetWeight(stays, expectedOut);
  const targetWeightKg = kind === 'layer' ? null : (planned ?? assumedTargetWeightKg);
  const byDensity =
    targetWeightKg === null || barn.areaSqm === null
      ? null
      : Math.floor((densityLimitKgM2 * barn.areaSqm) / targetWeightKg);
  const livability = expectedLivability(kind, marketAge, snapshot);
  // Places limit the number of chicks from day one; floor area is limiting only at the end.
  const chicksByDensity = byDensity === null ? null : Math.floor(byDensity / (livability / 100));
  const places = [barn.capacity, chicksByDensity].filter((count) => count !== null);
  return {
    kind,
    targetWeightKg,
    targetWeightAssumed: kind !== 'layer' && planned === null,
    maxBirdsByDensity: byDensity,
    expectedLivabilityPct: livability,
    maxBirds: places.length === 0 ? null : Math.min(...places),
  };
}

/** The kind of the current, planned or previous flock, else the kind of the barn. */
function kindOf(barn: StoredOf<'barns'>, { current, planned, previous }: BarnStays): BirdKind {
  const breed = current?.flock.breed ?? planned?.breed ?? previous?.flock.breed ?? null;
  return birdKind(breed, barn.barnType);
}

/**
 * The planned weight at sale for a barn: the target of the current flock, else its weight on its
 * planned sale day, else the target of the next or an earlier flock.
 */
function plannedTargetWeight(
  { current, planned, all }: BarnStays,
  expectedOut: CalendarDay | null,
): number | null {
  const flocks = [planned, ...all.map(({ flock }) => flock)];
  return (
    current?.flock.targetWeightKg ??
    (current ? plannedSaleKg(current, expectedOut) : null) ??
    flocks.find((flock) => flock?.targetWeightKg != null)?.targetWeightKg ??
    null
  );
}

function plannedSaleKg(current: FlockRecord, expectedOut: CalendarDay | null): number | null {
  if (current.flock.plannedMarketDate === null || expectedOut === null) return null;
  const weightG = projectedWeightG(current, expectedOut);
  return weightG === null ? null : Math.round(weightG / 10) / 100;
}

/** From the newest closed flocks of the kind if there are enough, else from its mortality curve. */
function expectedLivability(kind: BirdKind, age: number, snapshot: PlacementSnapshot): number {
  const closedFlocks = closedFlocksOf(snapshot)
    .filter((record) => record.kind === kind && !record.isImpossible)
    .map(flockLivabilityPct)
    .filter((pct) => pct !== null)
    .filter((pct) => pct > 0)
    .slice(0, NEWEST);
  const usual =
    closedFlocks.length < snapshot.thresholds.historyFlocks ? null : median(closedFlocks);
  return usual ?? 100 - expectedCumulativeMortalityPct(kind, age);
}

const LONGEST_DAYS = 120;

/**
 * The first day from today up to the sale on which the density of a barn exceeds the limit; null
 * without such a day, and when a weight, a bird count or the floor area is unknown. Hens have no
 * limit.
 */
function overcrowdedDay(
  present: readonly FlockRecord[],
  span: { readonly from: CalendarDay; readonly until: CalendarDay },
  limitKgM2: number,
): CalendarDay | null {
  const areaSqm = present[0]?.barn?.areaSqm ?? null;
  if (present.some(({ kind }) => kind === 'layer')) return null;
  for (let offset = 0; offset <= LONGEST_DAYS; offset++) {
    const day = addDays(span.from, offset);
    if (day > span.until) return null;
    const density = plannedDensityKgM2(areaSqm, present, day);
    if (density === null) return null;
    if (density > limitKgM2) return day;
  }
  return null;
}
