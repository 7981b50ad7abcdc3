import { getResource } from '../../model/registry.ts';
import type { Transaction } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import type { StoredChange } from '../../storage/system/actions.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import type { RuleChange } from '../rules/resource-rules.ts';

/** Keeps which rows are written, whoever writes them. */
export interface TouchedRows {
  note(change: RuleChange): void;
  /** The rows as they were at first and as they are now. */
  changes(transaction: Transaction): Promise<StoredChange[]>;
}

/** Makes a keeper of the rows of an organisation that are written from now on. */
export function createTouchedRows(orgId: string): TouchedRows {
  const touched = new Map<string, Omit<StoredChange, 'after'>>();
  return {
    note({ definition, before, after }) {
      const key = `${definition.name} ${after.id}`;
      if (touched.has(key)) return;
      touched.set(key, { resource: definition.name, id: after.id, before: before ?? null });
    },
    async changes(transaction) {
      const changes: StoredChange[] = [];
      for (const [, change] of touched) {
        const after = await readNow(transaction, { ...change, orgId });
        if (after) changes.push({ ...change, after });
      }
      return changes;
    },
  };
}

/** As the database gives it, with which it will be compared. */
async function readNow(
  transaction: Transaction,
  { resource, id, orgId }: Pick<StoredChange, 'resource' | 'id'> & { readonly orgId: string },
): Promise<StoredRow | undefined> {
  const scope = { orgId, farmIds: 'all' } as const;
  const json = await findRow(transaction, getResource(resource), { id, scope });
  return json === undefined ? undefined : storedFromJson(json, orgId);
}
