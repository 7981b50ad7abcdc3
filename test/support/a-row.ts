import type { Field } from '../../src/model/core/fields.ts';
import { storedFields } from '../../src/model/core/resource.ts';
import { getResource, type ResourceName } from '../../src/model/resources/registry.ts';
import type { Database } from '../../src/storage/core/database.ts';
import { isNullable, type StoredRow } from '../../src/storage/core/stored-row.ts';
import { insertRows } from '../../src/storage/records/write-rows.ts';

type Values = Readonly<Record<string, unknown>>;

/** A stored row of `org_1` and `farm_1` with these values; other required fields are generated. */
export function aRow(resource: ResourceName, values: Values = {}): StoredRow {
  const definition = getResource(resource);
  const fields = storedFields(definition).map(([name, field]) => [
    name,
    values[name] ?? field.default ?? (isNullable(field) ? null : madeUp(field)),
  ]);
  return {
    id: `${definition.idPrefix}_1`,
    orgId: 'org_1',
    farmId: 'farm_1',
    version: 1,
    createdAt: '2026-10-01T06:00:00.000Z',
    updatedAt: '2026-10-01T06:00:00.000Z',
    createdBy: { type: 'key', id: 'key_1' },
    ...values,
    ...Object.fromEntries(fields),
  };
}

/** Inserts stored rows of a resource, each with these values. */
export async function insertRowsOf(
  database: Database,
  resource: ResourceName,
  rows: readonly Values[],
): Promise<void> {
  const stored = rows.map((values) => aRow(resource, values));
  await database.transaction((transaction) =>
    insertRows(transaction, getResource(resource), stored),
  );
}

function madeUp(field: Field): unknown {
  switch (field.type) {
    case 'date':
      return '2026-10-01';
    case 'timestamp':
      return '2026-10-01T06:00:00.000Z';
    case 'word':
      return field.vocabulary.words[0];
    case 'integer':
    case 'number':
    case 'money':
      return 1;
    case 'boolean':
      return false;
    default:
      return 'made up';
  }
}
