import type { StoredRow } from '../../storage/records/stored-row.ts';

/** A row read as JSON text as the stored row it was made from. */
export function storedFromJson(json: string, orgId: string): StoredRow {
  return { ...JSON.parse(json), orgId };
}
