import type { DossierRow } from '../../model/case-file.ts';
import { dossier } from '../../model/dossier.ts';
import { refused } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';
import { getResource } from '../../model/registry.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { countRows } from '../../storage/records/list-rows.ts';
import { listRowsByText } from '../../storage/records/rows-by-text.ts';
import type { Scope } from '../../storage/records/scope.ts';

/** The rows of a case file as they are stored, by resource, ordered by id. */
export type DossierRows = Readonly<Record<string, readonly DossierRow[]>>;

/** Reads a flock and all rows that belong to its case file; no resource is left out for being empty. */
export async function loadDossier(
  connection: Connection,
  { scope, flockId }: { readonly scope: Scope; readonly flockId: string },
): Promise<DossierRows> {
  const flock = await findRow(connection, flocks, { id: flockId, scope });
  const rows: Record<string, readonly DossierRow[]> = {
    flocks: flock === undefined ? [] : [JSON.parse(flock)],
  };
  for (const name of dossier) {
    const texts = [flockId];
    const found = await listRowsByText(connection, getResource(name), {
      ...{ scope, field: 'flockId', texts },
    });
    rows[name] = found.map((row) => JSON.parse(row) as DossierRow);
  }
  return rows;
}

/** Throws `case_file_too_large` for a flock with more rows than one case file holds. */
export async function requireSealable(
  connection: Connection,
  { scope, flockId }: { readonly scope: Scope; readonly flockId: string },
): Promise<void> {
  let total = 1;
  for (const name of dossier) {
    total += await countRows(connection, getResource(name), {
      scope,
      conditions: [{ field: 'flockId', operator: '=', value: flockId }],
      order: 'id',
      direction: 'asc',
      limit: 1,
      offset: 0,
    });
  }
  if (total <= limits.caseFileRows) return;
  throw refused(
    'case_file_too_large',
    `The flock has ${total} rows; a case file holds ${limits.caseFileRows}.`,
  );
}
