import { judgedFlock, suspectSaleWeight } from '../../farming/flocks/plausibility.ts';
import { averageWeightKg } from '../../farming/metrics/average-weight-kg.ts';
import { condemnationPct } from '../../farming/metrics/condemnation-pct.ts';
import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import { listFlockFacts } from '../../storage/records/flock-facts.ts';
import { distinct, mapById } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';

/** What sales say about the birds delivered; a weight that cannot be theirs says nothing. */
export async function computeSales(
  rows: readonly StoredOf<'sales'>[],
  { connection, scope }: PageContext,
): Promise<ComputedOf<'sales'>[]> {
  const flockIds = distinct(rows.map((row) => row.flockId));
  const flocks = mapById(await listFlockFacts(connection, scope, flockIds));
  return rows.map((sale) => {
    const flock = flocks.get(sale.flockId);
    const suspect = flock && suspectSaleWeight(judgedFlock(flock), sale);
    return {
      avgWeightKg: suspect ? null : averageWeightKg(sale.totalWeightKg, sale.birdsCount),
      condemnationPct: condemnationPct(sale),
      suspect: suspect ? [suspect.field] : [],
    };
  });
}
