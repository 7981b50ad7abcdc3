import { flockLiveBirds } from '../../farming/metrics/flock-live-birds.ts';
import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import { countFarmBarns, listActiveFlocks } from '../../storage/records/farm-totals.ts';
import type { FlockFacts } from '../../storage/records/flock-facts.ts';
import { type FlockTotals, listFlockTotals } from '../../storage/records/flock-totals.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import { zoneAt } from '../farms/farm-zone.ts';
import type { PageContext } from './compute.ts';

/** How large farms are today: barns, active and selling flocks, and the birds alive in them. */
export async function computeFarms(
  rows: readonly StoredOf<'farms'>[],
  page: PageContext,
): Promise<ComputedOf<'farms'>[]> {
  const { connection, scope, todayOf } = page;
  const farmIds = rows.map((row) => row.id);
  const barns = mapById(await countFarmBarns(connection, scope, farmIds));
  const flocks = await listActiveFlocks(connection, scope, farmIds);
  const days = flocks.map((flock) => ({ id: flock.id, day: todayOf(flock.farmId) }));
  const totals = mapById(await listFlockTotals(connection, scope, days));
  const flocksByFarm = groupBy(flocks, (flock) => flock.farmId);
  return rows.map((farm) => {
    const active = flocksByFarm.get(farm.id) ?? [];
    return {
      timezone: timezoneOf(farm, page),
      barnCount: barns.get(farm.id)?.barns ?? 0,
      activeFlocks: active.length,
      birds: countBirds(active.map((flock) => liveOf(flock, totals.get(flock.id), page))),
    };
  });
}

// By the row itself: a change of its coordinates may be younger than the zones of the context.
function timezoneOf({ latitude, longitude }: StoredOf<'farms'>, { zoneOf }: PageContext): string {
  const zone = latitude === null || longitude === null ? undefined : zoneAt(latitude, longitude);
  return zone ?? zoneOf(null);
}

function liveOf(flock: FlockFacts, totals: FlockTotals | undefined, page: PageContext) {
  return totals ? flockLiveBirds(flock, totals, page.todayOf(flock.farmId)) : null;
}

/** The sum of what is known; null when there are flocks but of none it is known. */
function countBirds(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  if (known.length === 0 && counts.length > 0) return null;
  return known.reduce((sum, count) => sum + count, 0);
}
