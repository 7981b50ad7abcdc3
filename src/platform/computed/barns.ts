import { barnState } from '../../farming/flocks/barn-state.ts';
import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import { listBarnFlocks } from '../../storage/records/barn-flocks.ts';
import { groupBy } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';
import { flockEnd } from './flock-end.ts';
import { loadFlockInputs } from './flock-inputs.ts';

/** Who is in each barn and how dense, or since when it is empty. */
export async function computeBarns(
  rows: readonly StoredOf<'barns'>[],
  page: PageContext,
): Promise<ComputedOf<'barns'>[]> {
  const barnIds = rows.map((row) => row.id);
  const flocks = await listBarnFlocks(page.connection, page.scope, barnIds);
  const inputs = await loadFlockInputs(flocks, page);
  const flocksByBarn = groupBy(flocks, (flock) => flock.barnId);
  return rows.map((barn) => {
    const known = flocksByBarn.get(barn.id) ?? [];
    const inside = known.filter((flock) => flock.status !== 'closed');
    const [current] = inside;
    const [previous] = known;
    const isEmpty = current === undefined && previous !== undefined;
    const present = inside.flatMap(({ id }) => inputs.get(id) ?? []);
    const state = barnState(barn.areaSqm, present, page.todayOf(barn.farmId));
    return {
      occupied: current !== undefined,
      currentFlockId: current?.id ?? null,
      emptySince: isEmpty
        ? flockEnd(previous.closedAt, inputs.get(previous.id)?.totals, page.zoneOf(barn.farmId))
        : null,
      densityKgM2: state.densityKgM2,
      densityReason: state.reason,
    };
  });
}
