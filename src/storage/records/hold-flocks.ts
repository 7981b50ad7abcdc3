import sql, { join, raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection, Transaction } from '../database.ts';
import { tableName } from '../dialect.ts';
import { type Scope, scopePredicate } from './scope.ts';

/**
 * Which of the flocks are sealed. None of the others is until the transaction ends: whoever seals a
 * flock waits for all that hold it.
 */
export async function holdFlocks(
  transaction: Transaction,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  // In one order, so that two that hold several never wait for each other.
  const rows = await transaction.all<{ id: string; sealed: boolean | number }>(sql`
    select record.id, record.sealed from flocks record
    where record.id in (${join([...ids])}) and ${scopePredicate(flocks, scope)}
    order by record.id${raw(transaction.dialect.holdRows)}`);
  return new Set(rows.filter(({ sealed }) => Boolean(sealed)).map(({ id }) => id));
}

/**
 * Holds the flock of a row before the row itself is held: sealing holds the flock first and then
 * marks its rows, and the other order could wait for each other for ever.
 */
export async function holdFlockOfRow(
  connection: Connection,
  definition: ResourceDefinition,
  { id, scope }: { readonly id: string; readonly scope: Scope },
): Promise<void> {
  const { holdRows } = connection.dialect;
  if (holdRows === '') return;
  await connection.all(sql`
    select record.id from flocks record
    where ${scopePredicate(flocks, scope)} and record.id = (
      select hanging.flock_id from ${raw(tableName(definition.name))} hanging
      where hanging.id = ${id} and ${scopePredicate(definition, scope, 'hanging')})
    ${raw(holdRows)}`);
}
