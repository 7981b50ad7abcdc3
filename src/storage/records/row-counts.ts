import sql, { join, raw, type Sql } from 'sql-template-tag';
import { countableFields, type ResourceDefinition } from '../../model/core/resource.ts';
import { type CommitQueue, type Connection, columnName, tableName } from '../core/database.ts';
import { type InsertTarget, insertValues } from '../core/insert-values.ts';
import type { Scope } from '../core/scope.ts';
import type { StoredRow } from '../core/stored-row.ts';
import type { Condition } from './list-rows.ts';

/** The fields of a row by which it is counted. */
export type CountedRow = Pick<StoredRow, 'orgId' | 'farmId'> & Readonly<Record<string, unknown>>;

/** Collects added and removed rows until the stored counts are updated. */
export interface RowTally {
  add(row: CountedRow, change: number): void;
  /** Applies the changes to the counts, in the transaction of the rows. */
  write(connection: Connection): Promise<void>;
}

/** Placeholder for an absent value, or for a field not used for the count. */
const NONE = '';
/** Does not occur in texts of rows. */
const SEPARATOR = '\0';

const KEY = ['org_id', 'resource', 'farm_id', ...countableFields.map(columnName)];

const TARGET: InsertTarget = {
  table: 'row_counts',
  columns: [...KEY, 'total'],
  rest: `on conflict (${KEY.join(', ')}) do update set total = row_counts.total + excluded.total`,
};

interface CountChange {
  readonly key: readonly string[];
  readonly change: number;
}

/**
 * The count changes of a transaction are written together at its end, in a fixed order:
 * transactions that count the same resources cannot deadlock, and none locks a count for long.
 */
const countQueue: CommitQueue<CountChange> = { write: writeCounts };

async function writeCounts(connection: Connection, changes: Iterable<CountChange>): Promise<void> {
  const sums = new Map<string, CountChange>();
  for (const { key, change } of changes) {
    const text = key.join(SEPARATOR);
    sums.set(text, { key, change: (sums.get(text)?.change ?? 0) + change });
  }
  const changed = [...sums].filter(([, { change }]) => change !== 0);
  const rows = changed.sort(([one], [other]) => (one < other ? -1 : 1));
  await insertValues(connection, TARGET, {
    rows,
    valuesOf: ([, { key, change }]) => [...key, change],
  });
}

/** Creates an empty tally for rows of a resource. */
export function createRowTally(definition: ResourceDefinition): RowTally {
  const changes = new Map<string, CountChange>();
  return {
    add(row, change) {
      const key = keyOf(definition, row);
      const text = key.join(SEPARATOR);
      changes.set(text, { key, change: (changes.get(text)?.change ?? 0) + change });
    },
    async write(connection) {
      if (!connection.defer) return writeCounts(connection, changes.values());
      for (const change of changes.values()) connection.defer(countQueue, change);
    },
  };
}

/** Counts an added or removed row, in the transaction of the change. */
export function addToRowCount(
  connection: Connection,
  definition: ResourceDefinition,
  { row, change }: { readonly row: CountedRow; readonly change: number },
): Promise<void> {
  const tally = createRowTally(definition);
  tally.add(row, change);
  return tally.write(connection);
}

function keyOf(definition: ResourceDefinition, row: CountedRow): readonly string[] {
  const values = countableFields.map((name) =>
    definition.countedBy?.includes(name) ? String(row[name] ?? NONE) : NONE,
  );
  return [row.orgId, definition.name, row.farmId ?? NONE, ...values];
}

/** The columns of a count in addition to organisation and farm, with the values of a row. */
export function countedColumns(
  definition: ResourceDefinition,
  alias: string,
): readonly (readonly [field: string, column: string, expression: string])[] {
  return countableFields.map((name) => {
    const column = columnName(name);
    const isCounted = definition.countedBy?.includes(name);
    return [name, column, isCounted ? `coalesce(${alias}.${column}, '${NONE}')` : `'${NONE}'`];
  });
}

/**
 * The number of rows that are visible to a scope and meet the conditions, from the stored counts;
 * undefined if there is no such count.
 */
export async function findRowCount(
  connection: Connection,
  definition: ResourceDefinition,
  { scope, conditions }: { readonly scope: Scope; readonly conditions: readonly Condition[] },
): Promise<number | undefined> {
  if (definition.farm.kind === 'organisation' && scope.farmIds !== 'all') return undefined;
  const counted = conditions.filter((condition) => isCounted(definition, condition));
  if (counted.length < conditions.length) return undefined;
  const predicates = counted.map(
    ({ field, value }) => sql` and ${raw(columnName(field))} = ${value}`,
  );
  // Aliased as the counted table, so that caches of the number are invalidated when that table
  // changes.
  const sum = await connection.first<{ total: number | string | null }>(sql`
    select sum(total) as total from row_counts ${raw(tableName(definition.name))}
    where org_id = ${scope.orgId} and resource = ${definition.name} and ${farmsOf(scope)}
      ${predicates.length > 0 ? join(predicates, '') : sql``}`);
  return Number(sum?.total ?? 0);
}

function isCounted(
  { countedBy = [] }: ResourceDefinition,
  condition: Condition,
): condition is Condition & { readonly operator: '=' } {
  const { field, operator, value } = condition;
  return countedBy.some((name) => name === field) && operator === '=' && value !== NONE;
}

function farmsOf(scope: Scope): Sql {
  if (scope.farmIds === 'all') return sql`1 = 1`;
  if (scope.farmIds.length === 0) return sql`1 = 0`;
  return sql`farm_id in (${join([...scope.farmIds])})`;
}
