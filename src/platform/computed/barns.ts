import { densityKgM2 } from '../../farming/metrics/density-kg-m2.ts';
import { flockLiveBirds } from '../../farming/metrics/flock-live-birds.ts';
import { placedBirds } from '../../farming/metrics/placed-birds.ts';
import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import { listBarnFlocks } from '../../storage/records/barn-flocks.ts';
import type { FlockFacts } from '../../storage/records/flock-facts.ts';
import { type FlockTotals, listFlockTotals } from '../../storage/records/flock-totals.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';
import { flockEnd } from './flock-end.ts';

type TotalsById = ReadonlyMap<string, FlockTotals>;

/** Who is in each barn and how dense, or since when it is empty. */
export async function computeBarns(
  rows: readonly StoredOf<'barns'>[],
  page: PageContext,
): Promise<ComputedOf<'barns'>[]> {
  const { connection, scope, todayOf, zoneOf } = page;
  const barnIds = rows.map((row) => row.id);
  const flocks = await listBarnFlocks(connection, scope, barnIds);
  const days = flocks.map((flock) => ({ id: flock.id, day: todayOf(flock.farmId) }));
  const totals = mapById(await listFlockTotals(connection, scope, days));
  const flocksByBarn = groupBy(flocks, (flock) => flock.barnId);
  return rows.map((barn) => {
    const known = flocksByBarn.get(barn.id) ?? [];
    const inside = known.filter((flock) => flock.status !== 'closed');
    const [current] = inside;
    const [previous] = known;
    const isEmpty = current === undefined && previous !== undefined;
    return {
      occupied: current !== undefined,
      currentFlockId: current?.id ?? null,
      emptySince: isEmpty
        ? flockEnd(previous.closedAt, totals.get(previous.id), zoneOf(barn.farmId))
        : null,
      densityKgM2: densityKgM2(liveWeightKg(inside, totals, todayOf(barn.farmId)), barn.areaSqm),
    };
  });
}

/** The weight of all birds inside by their last weighing; null when one flock was never weighed. */
function liveWeightKg(
  flocks: readonly FlockFacts[],
  totals: TotalsById,
  today: CalendarDay,
): number | null {
  const weights = flocks.map((flock) => {
    const known = totals.get(flock.id);
    const live = known && isPossible(flock, known) ? flockLiveBirds(flock, known, today) : null;
    const weightG = known?.lastWeightG ?? null;
    return live === null || weightG === null ? null : (live * weightG) / 1000;
  });
  const summed = weights.filter((weight) => weight !== null);
  if (summed.length === 0 || summed.length < weights.length) return null;
  return summed.reduce((sum, weight) => sum + weight, 0);
}

/** Whether no more birds left than came: figures per bird hold only then. */
function isPossible(flock: FlockFacts, { mortality, culls, sold }: FlockTotals): boolean {
  return (placedBirds(flock) ?? 0) >= mortality + culls + sold;
}
