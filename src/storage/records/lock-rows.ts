import sql, { join, raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { isInDossier } from '../../model/resources/registry.ts';
import { users } from '../../model/resources/users.ts';
import { type Connection, type Transaction, tableName } from '../core/database.ts';
import { type Scope, scopePredicate } from '../core/scope.ts';

/** A row by its id. */
export interface RowName {
  readonly definition: ResourceDefinition;
  readonly id: string;
}

/**
 * Locks rows that a transaction is about to change, before it changes the first of them: by resource
 * (`inLockOrder`) and id, whatever order they are changed in. Transactions that change the same rows
 * then wait for each other, but never in a circle. Rows that the scope does not see are
 * left alone. `heldFlocks`: flocks that new rows will belong to, which are held with the others.
 */
export async function lockRows(
  transaction: Transaction,
  scope: Scope,
  rows: readonly RowName[],
  heldFlocks: readonly string[] = [],
): Promise<void> {
  // The one writer of SQLite needs no locks.
  if (transaction.dialect.lockRows === '') return;
  const groups = groupByResource(rows);
  await lockFlocks(transaction, scope, { groups, heldFlocks });
  for (const { definition, ids } of groups) {
    if (definition.name === flocks.name) continue;
    await transaction.all(sql`
      select record.id from ${raw(tableName(definition.name))} record
      where record.id in (${join([...ids])}) and ${scopePredicate(definition, scope)}
      order by record.id${raw(transaction.dialect.lockRows)}`);
  }
}

/** The farms of rows, each once; rows that the scope does not see have none. */
export async function listFarmsOfRows(
  transaction: Transaction,
  scope: Scope,
  rows: readonly RowName[],
): Promise<readonly string[]> {
  const farmIds = new Set<string>();
  for (const { definition, ids } of groupByResource(rows)) {
    const found = await transaction.all<{ id: string | null }>(sql`
      select distinct record.farm_id as id from ${raw(tableName(definition.name))} record
      where record.id in (${join([...ids])}) and ${scopePredicate(definition, scope)}`);
    for (const { id } of found) if (id !== null) farmIds.add(id);
  }
  return [...farmIds];
}

interface Group {
  readonly definition: ResourceDefinition;
  readonly ids: readonly string[];
}

function groupByResource(rows: readonly RowName[]): readonly Group[] {
  const groups = new Map<string, { definition: ResourceDefinition; ids: Set<string> }>();
  for (const { definition, id } of rows) {
    // PostgreSQL takes no NUL byte; no id holds one.
    if (id.includes('\0')) continue;
    const group = groups.get(definition.name) ?? { definition, ids: new Set() };
    groups.set(definition.name, group);
    group.ids.add(id);
  }
  const found = new Map([...groups.values()].map((group) => [group.definition, group.ids]));
  return inLockOrder([...found.keys()]).map((definition) => ({
    definition,
    ids: [...(found.get(definition) ?? [])],
  }));
}

/**
 * Resources in the order in which transactions lock their rows: flocks, then users and those whose
 * rows are deleted together with others, then the rest, each by name.
 */
export function inLockOrder(definitions: readonly ResourceDefinition[]): ResourceDefinition[] {
  const rankOf = ({ name, deletesWith }: ResourceDefinition) => {
    if (name === flocks.name) return 0;
    return deletesWith || name === users.name ? 1 : 2;
  };
  return definitions.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || (one.name < other.name ? -1 : 1),
  );
}

/** Locks the flocks among the rows and those that the rows belong to, which sealing locks first. */
async function lockFlocks(
  transaction: Transaction,
  scope: Scope,
  {
    groups,
    heldFlocks,
  }: { readonly groups: readonly Group[]; readonly heldFlocks: readonly string[] },
): Promise<void> {
  const changed = groups.find(({ definition }) => definition.name === flocks.name)?.ids ?? [];
  const found = new Set([...changed, ...heldFlocks]);
  for (const { definition, ids } of groups) {
    if (definition.name === flocks.name || !isInDossier(definition.name)) continue;
    const owners = await transaction.all<{ id: string | null }>(sql`
      select distinct record.flock_id as id from ${raw(tableName(definition.name))} record
      where record.id in (${join([...ids])}) and ${scopePredicate(definition, scope)}`);
    for (const { id } of owners) if (id !== null) found.add(id);
  }
  if (found.size === 0) return;
  // One strength for all: to lock some weaker would take a second pass, and so a second order.
  const { lockRows: change, lockRowsShared: hold } = transaction.dialect;
  await transaction.all(sql`
    select record.id from flocks record
    where record.id in (${join([...found])}) and ${scopePredicate(flocks, scope)}
    order by record.id${raw(changed.length > 0 ? change : hold)}`);
}

/**
 * Which of the flocks are sealed. None of the others is until the transaction ends: whoever seals a
 * flock waits for all that hold it.
 */
export async function lockFlocksShared(
  transaction: Transaction,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  // In one order, so that two that hold several never wait for each other.
  const rows = await transaction.all<{ id: string; sealed: boolean | number }>(sql`
    select record.id, record.sealed from flocks record
    where record.id in (${join([...ids])}) and ${scopePredicate(flocks, scope)}
    order by record.id${raw(transaction.dialect.lockRowsShared)}`);
  return new Set(rows.filter(({ sealed }) => Boolean(sealed)).map(({ id }) => id));
}

/**
 * Holds the flock of a row, and the one that the row is to belong to, before the row itself is held:
 * sealing holds the flock first and then marks its rows, and the other order could wait for each
 * other for ever.
 */
export async function lockFlockOfRow(
  connection: Connection,
  definition: ResourceDefinition,
  row: { readonly id: string; readonly scope: Scope; readonly nextFlockId?: string | undefined },
): Promise<void> {
  const { id, scope, nextFlockId = null } = row;
  const { lockRowsShared } = connection.dialect;
  if (lockRowsShared === '') return;
  await connection.all(sql`
    select record.id from flocks record
    where ${scopePredicate(flocks, scope)} and record.id in (${nextFlockId}, (
      select hanging.flock_id from ${raw(tableName(definition.name))} hanging
      where hanging.id = ${id} and ${scopePredicate(definition, scope, 'hanging')}))
    order by record.id${raw(lockRowsShared)}`);
}
