import { measuredWeight, type WeighedFlock } from '../../farming/flocks/barn-state.ts';
import { lastPlausibleWeighing } from '../../farming/flocks/plausibility.ts';
import { flockLiveBirds, type PlacedFlock } from '../../farming/metrics/flock-live-birds.ts';
import { placedBirds } from '../../farming/metrics/placed-birds.ts';
import type { Connection } from '../../storage/database.ts';
import { type FlockTotals, listFlockTotals } from '../../storage/records/flock-totals.ts';
import { type FreshWeight, listFreshWeights } from '../../storage/records/fresh-weights.ts';
import type { Scope } from '../../storage/records/scope.ts';
import { type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';

/** A flock of which the state is asked. */
type AskedFlock = PlacedFlock & WeighedFlock['flock'] & { readonly farmId: string | null };

/** A flock as `flockLoad` and `barnState` take it, with everything recorded of it up to its day. */
export interface FlockInput extends WeighedFlock {
  readonly totals: FlockTotals;
  /** The fused weight of the last 48 hours. */
  readonly fused: FreshWeight | undefined;
}

/** Where and when the flocks are read. */
export interface InputPlace {
  readonly connection: Connection;
  readonly scope: Scope;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly todayOf: (farmId: string | null) => CalendarDay;
  readonly zoneOf: (farmId: string | null) => string;
}

/** A fused weight is used for so long. */
const FRESH_HOURS = 48;
const HOUR_MILLIS = 3_600_000;

/** The inputs of the state of flocks, by the id of the flock; two queries for any number of flocks. */
export async function loadFlockInputs(
  flocks: readonly AskedFlock[],
  { connection, scope, now, todayOf, zoneOf }: InputPlace,
): Promise<ReadonlyMap<string, FlockInput>> {
  const days = flocks.map(({ id, farmId }) => ({ id, day: todayOf(farmId) }));
  const flockIds = flocks.filter(({ status }) => isInside(status)).map(({ id }) => id);
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

/** Active or selling. */
export function isInside(status: string | null): boolean {
  return status === 'active' || status === 'selling';
}

function inputOf(
  flock: AskedFlock,
  totals: FlockTotals,
  known: {
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
    live: flockLiveBirds(flock, totals, known.today),
    isImpossible: placed !== null && placed < mortality + culls + sold,
    weight: measuredWeight(known.fused, weighed, known.zone),
    totals,
    fused: known.fused,
  };
}

function nothingYet(id: string): FlockTotals {
  return {
    id,
    mortality: 0,
    culls: 0,
    deathDays: 0,
    sold: 0,
    lastLogDate: null,
    lastSaleDate: null,
    barnType: null,
    weighings: [],
  };
}
