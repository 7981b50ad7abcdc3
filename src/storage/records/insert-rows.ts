import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { createRowTally, type RowTally } from './row-counts.ts';
import type { StoredRow } from './stored-row.ts';
import { insertUncounted } from './write-row.ts';

/** Inserts many rows of a resource and counts them. */
export async function insertRows(
  connection: Connection,
  definition: ResourceDefinition,
  rows: Iterable<StoredRow>,
): Promise<void> {
  const tally = createRowTally(definition);
  await insertUncounted(connection, definition, tallied(rows, tally));
  await tally.write(connection);
}

function* tallied(rows: Iterable<StoredRow>, tally: RowTally): Generator<StoredRow> {
  for (const row of rows) {
    tally.add(row, 1);
    yield row;
  }
}
