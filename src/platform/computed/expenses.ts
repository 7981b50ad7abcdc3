import { countedAs, HELD_ELSEWHERE } from '../../farming/money/counted-as.ts';
import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import { listFlockCosts } from '../../storage/records/flock-costs.ts';
import { distinct, mapById } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';

/** How each expense counts; what other records hold is looked up for the flocks of the page. */
export async function computeExpenses(
  rows: readonly StoredOf<'expenses'>[],
  { connection, scope }: PageContext,
): Promise<ComputedOf<'expenses'>[]> {
  const doubtful = rows.filter((row) => Object.hasOwn(HELD_ELSEWHERE, row.category));
  const flockIds = distinct(doubtful.map((row) => row.flockId));
  const costs = mapById(await listFlockCosts(connection, scope, flockIds));
  return rows.map((row) => ({ countedAs: countedAs(row, costs.get(row.flockId ?? '')) }));
}
