import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import { type FlockCosts, listFlockCosts } from '../../storage/records/flock-costs.ts';
import { distinct, mapById } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';

/** Categories whose cost other records of the flock hold too, by which of its costs that is. */
const HELD_ELSEWHERE: Readonly<Record<string, Exclude<keyof FlockCosts, 'id'>>> = {
  feed: 'feed',
  chicks: 'chicks',
  medicine: 'treatments',
  vaccination: 'treatments',
};

/**
 * How an expense counts: shared without a flock, direct with one, and as a duplicate where the
 * deliveries, the order of chicks or the treatments of that flock hold the same cost already.
 */
export async function computeExpenses(
  rows: readonly StoredOf<'expenses'>[],
  { connection, scope }: PageContext,
): Promise<ComputedOf<'expenses'>[]> {
  const doubtful = rows.filter((row) => Object.hasOwn(HELD_ELSEWHERE, row.category));
  const flockIds = distinct(doubtful.map((row) => row.flockId));
  const costs = mapById(await listFlockCosts(connection, scope, flockIds));
  return rows.map((row) => ({ countedAs: countedAs(row, costs) }));
}

function countedAs(
  { flockId, category }: StoredOf<'expenses'>,
  costs: ReadonlyMap<string, FlockCosts>,
): 'direct' | 'shared' | 'duplicate' {
  if (flockId === null) return 'shared';
  const elsewhere = Object.hasOwn(HELD_ELSEWHERE, category) ? HELD_ELSEWHERE[category] : undefined;
  const held = elsewhere && costs.get(flockId)?.[elsewhere];
  return held ? 'duplicate' : 'direct';
}
