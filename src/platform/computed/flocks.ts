import { type CurrentWeight, currentWeight } from '../../farming/flocks/barn-state.ts';
import { ageDays } from '../../farming/metrics/age-days.ts';
import { cumulativeMortalityPct } from '../../farming/metrics/cumulative-mortality-pct.ts';
import { placedBirds } from '../../farming/metrics/placed-birds.ts';
import { suggestBreed } from '../../farming/standards/find-breed.ts';
import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { PageContext } from './compute.ts';
import { flockEnd } from './flock-end.ts';
import { type FlockInput, isInside, loadFlockInputs } from './flock-inputs.ts';

type Flock = StoredOf<'flocks'>;

/** The state of flocks today; of a closed flock the state on the day its last birds left. */
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

/** Flocks that are not inside have no weight today; a closed one keeps its deviation. */
function weightOf(
  { status }: Flock,
  input: FlockInput | undefined,
  day: CalendarDay | null,
): Pick<
  ComputedOf<'flocks'>,
  'weightG' | 'standardG' | 'deviationPct' | 'weightDate' | 'weightUncalibrated' | 'weightReason'
> {
  const known: CurrentWeight | null =
    !input || day === null || status === 'planned' || status === 'cancelled'
      ? null
      : currentWeight(input, day);
  const isHere = isInside(status);
  return {
    weightG: isHere ? (known?.g ?? null) : null,
    standardG: isHere ? (known?.standardG ?? null) : null,
    deviationPct: known?.deviationPct ?? null,
    weightDate: known?.weightDate ?? null,
    weightUncalibrated: known?.weightUncalibrated ?? null,
    weightReason: known?.reason ?? null,
  };
}
