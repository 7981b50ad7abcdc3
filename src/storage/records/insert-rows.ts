import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { addToRowCount } from './row-counts.ts';
import type { StoredRow } from './stored-row.ts';
import { insertUncounted } from './write-row.ts';

/** Inserts many rows of a resource and counts them farm by farm. */
export async function insertRows(
  connection: Connection,
  definition: ResourceDefinition,
  rows: readonly StoredRow[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  await insertUncounted(connection, definition, rows);
  const counts = new Map<string | null, number>();
  for (const { farmId } of rows) counts.set(farmId, (counts.get(farmId) ?? 0) + 1);
  for (const [farmId, change] of counts) {
    await addToRowCount(connection, definition, { row: { orgId: first.orgId, farmId }, change });
  }
}
