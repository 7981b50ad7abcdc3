import type { StoredOf } from '../../model/registry.ts';
import { median } from '../../tools/statistics.ts';
import { closedFlocksOf } from '../flocks/farm-flocks.ts';
import { type BirdKind, birdKind } from '../metrics/bird-kind.ts';
import { livabilityPct } from '../metrics/livability-pct.ts';
import { expectedCumulativeMortalityPct } from '../standards/expected-mortality-pct.ts';
import type { BarnStays, PlacementSnapshot } from './barn-stays.ts';

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
  /** Chicks to place, so that no more than fit are alive at the end. */
  readonly maxBirds: number | null;
}

/** How many birds fit into a barn, by its places and, of birds for meat, by the density at sale. */
export function barnRoom(
  barn: StoredOf<'barns'>,
  stays: BarnStays,
  { snapshot, marketAge }: { readonly snapshot: PlacementSnapshot; readonly marketAge: number },
): BarnRoom {
  const { assumedTargetWeightKg, densityLimitKgM2 } = snapshot.thresholds;
  const kind = kindOf(barn, stays);
  const told = toldTargetWeight(stays);
  const targetWeightKg = kind === 'layer' ? null : (told ?? assumedTargetWeightKg);
  const byDensity =
    targetWeightKg === null || barn.areaSqm === null
      ? null
      : Math.floor((densityLimitKgM2 * barn.areaSqm) / targetWeightKg);
  const livability = expectedLivability(kind, marketAge, snapshot);
  const places = [barn.capacity, byDensity].filter((count) => count !== null);
  return {
    kind,
    targetWeightKg,
    targetWeightAssumed: kind !== 'layer' && told === null,
    maxBirdsByDensity: byDensity,
    expectedLivabilityPct: livability,
    // Hens are housed by places, each of which is one hen's from the first day.
    maxBirds:
      places.length === 0
        ? null
        : Math.floor(Math.min(...places) / (kind === 'layer' ? 1 : livability / 100)),
  };
}

/** The kind of the flock inside, to come or gone, else that of the barn. */
function kindOf(barn: StoredOf<'barns'>, { current, planned, previous }: BarnStays): BirdKind {
  const breed = current?.flock.breed ?? planned?.breed ?? previous?.flock.breed ?? null;
  return birdKind(breed, barn.barnType);
}

function toldTargetWeight({ current, planned, all }: BarnStays): number | null {
  const flocks = [current?.flock, planned, ...all.map(({ flock }) => flock)];
  return flocks.find((flock) => flock?.targetWeightKg != null)?.targetWeightKg ?? null;
}

/** By the newest closed flocks of the kind when there are enough, else by its mortality curve. */
function expectedLivability(kind: BirdKind, age: number, snapshot: PlacementSnapshot): number {
  const known = closedFlocksOf(snapshot)
    .filter((record) => record.kind === kind && !record.isImpossible)
    .map(({ placed, totals, days }) => (days.length === 0 ? null : livabilityPct(placed, totals)))
    .filter((pct) => pct !== null)
    .filter((pct) => pct > 0)
    .slice(0, NEWEST);
  const usual = known.length < snapshot.thresholds.historyFlocks ? null : median(known);
  return usual ?? 100 - expectedCumulativeMortalityPct(kind, age);
}
