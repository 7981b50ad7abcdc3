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

/** What goes on in a barn: birds, cleaning, nothing, or it cannot be used. */
export type BarnState = 'occupied' | 'cleaning' | 'ready' | 'maintenance';

/** When a barn takes its next flock, and how many birds. */
export interface BarnPlacement {
  readonly barn: StoredOf<'barns'>;
  readonly stays: BarnStays;
  readonly room: BarnRoom;
  readonly state: BarnState;
  /** The day the last of the flocks inside is to leave; today when that has passed. */
  readonly expectedOut: CalendarDay | null;
  readonly emptySince: CalendarDay | null;
  /** Days the barn has been empty, or was before the flock inside came. */
  readonly downtimeDays: number | null;
  /** The first day on which it can take a flock. */
  readonly readyDate: CalendarDay | null;
  /** `readyDate`, or today when it has passed. */
  readonly suggestedPlacementDate: CalendarDay | null;
  readonly overcrowdedAt: CalendarDay | null;
}

const OUT_OF_USE: readonly (string | null)[] = ['maintenance', 'inactive'];

/** Plans the next placement of a barn. */
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

/** When the first and the last of the flocks inside are to leave; null when that of one is unknown. */
function leavingOf(inside: readonly FlockRecord[], snapshot: PlacementSnapshot) {
  const days = inside.map((record) => marketDay(record, snapshot)?.day ?? null);
  const known = days.filter((day) => day !== null).toSorted();
  if (known.length < days.length) return { first: null, last: null };
  const notPast = (day: CalendarDay | undefined) =>
    day !== undefined && day < snapshot.today ? snapshot.today : (day ?? null);
  return { first: notPast(known[0]), last: notPast(known.at(-1)) };
}

/** Null when nobody can tell: out of use, hens without a day to leave, cleaning since who knows. */
function readyDateOf(
  barn: StoredOf<'barns'>,
  known: {
    readonly stays: BarnStays;
    readonly expectedOut: CalendarDay | null;
    readonly emptySince: CalendarDay | null;
  },
  snapshot: PlacementSnapshot,
): CalendarDay | null {
  const { stays, expectedOut, emptySince } = known;
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

/** How many birds a barn takes. */
export interface BarnRoom {
  readonly kind: BirdKind;
  /** What birds are to weigh when they leave; null of hens, whose room is not a matter of weight. */
  readonly targetWeightKg: number | null;
  /** Whether no flock of the barn says that weight. */
  readonly targetWeightAssumed: boolean;
  /** Birds alive at the end. */
  readonly maxBirdsByDensity: number | null;
  readonly expectedLivabilityPct: number;
  /** Chicks to place: no more than places, nor than fit on the floor when they are sold. */
  readonly maxBirds: number | null;
}

/** How many birds fit into a barn, by its places and, of birds for meat, by the density at sale. */
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
  const told = plannedTargetWeight(stays, expectedOut);
  const targetWeightKg = kind === 'layer' ? null : (told ?? assumedTargetWeightKg);
  const byDensity =
    targetWeightKg === null || barn.areaSqm === null
      ? null
      : Math.floor((densityLimitKgM2 * barn.areaSqm) / targetWeightKg);
  const livability = expectedLivability(kind, marketAge, snapshot);
  // Each place is one chick's from the first day; room on the floor is short only at the end.
  const chicksByDensity = byDensity === null ? null : Math.floor(byDensity / (livability / 100));
  const places = [barn.capacity, chicksByDensity].filter((count) => count !== null);
  return {
    kind,
    targetWeightKg,
    targetWeightAssumed: kind !== 'layer' && told === null,
    maxBirdsByDensity: byDensity,
    expectedLivabilityPct: livability,
    maxBirds: places.length === 0 ? null : Math.min(...places),
  };
}

/** The kind of the flock inside, to come or gone, else that of the barn. */
function kindOf(barn: StoredOf<'barns'>, { current, planned, previous }: BarnStays): BirdKind {
  const breed = current?.flock.breed ?? planned?.breed ?? previous?.flock.breed ?? null;
  return birdKind(breed, barn.barnType);
}

/**
 * What birds of a barn are to weigh when they leave: the target of the flock inside, else its weight
 * on the day of its planned sale, else the target of the next or an earlier flock.
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

/** By the newest closed flocks of the kind when there are enough, else by its mortality curve. */
function expectedLivability(kind: BirdKind, age: number, snapshot: PlacementSnapshot): number {
  const known = closedFlocksOf(snapshot)
    .filter((record) => record.kind === kind && !record.isImpossible)
    .map(flockLivabilityPct)
    .filter((pct) => pct !== null)
    .filter((pct) => pct > 0)
    .slice(0, NEWEST);
  const usual = known.length < snapshot.thresholds.historyFlocks ? null : median(known);
  return usual ?? 100 - expectedCumulativeMortalityPct(kind, age);
}

/** Further ahead nothing is told. */
const LONGEST_DAYS = 120;

/**
 * The first day from today up to the sale on which the flocks of a barn are denser than the limit;
 * null when there is none, and when a weight, a number or the floor is unknown. Hens have no limit.
 */
function overcrowdedDay(
  present: readonly FlockRecord[],
  span: { readonly from: CalendarDay; readonly until: CalendarDay },
  limitKgM2: number,
): CalendarDay | null {
  const areaSqm = present[0]?.barn?.areaSqm ?? null;
  if (present.some(({ kind }) => kind === 'layer')) return null;
  for (let ahead = 0; ahead <= LONGEST_DAYS; ahead++) {
    const day = addDays(span.from, ahead);
    if (day > span.until) return null;
    const density = plannedDensityKgM2(areaSqm, present, day);
    if (density === null) return null;
    if (density > limitKgM2) return day;
  }
  return null;
}
