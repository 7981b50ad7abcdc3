import { ageDays } from '../../farming/metrics/age-days.ts';
import { withdrawalUntil } from '../../farming/metrics/withdrawal-until.ts';
import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import { listFlockFacts } from '../../storage/records/flock-facts.ts';
import { distinct, mapById } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';

/** The age of the flock at each treatment, and how long its birds must not be slaughtered. */
export async function computeTreatments(
  rows: readonly StoredOf<'treatments'>[],
  { connection, scope }: PageContext,
): Promise<ComputedOf<'treatments'>[]> {
  const flockIds = distinct(rows.map((row) => row.flockId));
  const flocks = mapById(await listFlockFacts(connection, scope, flockIds));
  return rows.map((row) => {
    const flock = flocks.get(row.flockId);
    return {
      ageDays: flock ? ageDays(flock, row.date) : null,
      withdrawalUntil: withdrawalUntil(row.date, row.notes),
    };
  });
}
