import sql, { join, raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { isInDossier } from '../../model/resources/registry.ts';
import { users } from '../../model/resources/users.ts';
import { type Connection, type Transaction, tableName } from '../core/database.ts';
import { type Scope, scopePredicate } from '../core/scope.ts';

/** Ids of rows of a resource. */
export interface RowName {
  readonly definition: ResourceDefinition;
  readonly id: string;
}

/**
 * Locks the rows that a transaction will change, before its first change: by resource
 * (`inLockOrder`) and id, regardless of the order of the changes. Transactions that change the same
 * rows then wait for each other without deadlocks. Rows not visible to the scope are skipped.
 * `heldFlocks`: flocks of rows to be created, which are locked together with the others.
 */
export async function lockRows(
  transaction: Transaction,
  scope: Scope,
  rows: readonly RowName[],
  heldFlocks: readonly string[] = [],
): Promise<void> {
  // SQLite has a single writer and needs no locks.
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

/** The distinct farms of rows; rows not visible to the scope are skipped. */
export async function listFarmsOfRows(
  transaction: Transaction,
  scope: Scope,
  rows: readonly RowName[],
): Promise<readonly string[]> {
  const farmIds = new Set<string>();
  for (const { definition, ids } of groupByResource(rows)) {
    const locked = await transaction.all<{ id: string | null }>(sql`
      select distinct record.farm_id as id from ${raw(tableName(definition.name))} record
      where record.id in (${join([...ids])}) and ${scopePredicate(definition, scope)}`);
    for (const { id } of locked) if (id !== null) farmIds.add(id);
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
    // PostgreSQL rejects NUL bytes; no id contains one.
    if (id.includes('\0')) continue;
    const group = groups.get(definition.name) ?? { definition, ids: new Set() };
    groups.set(definition.name, group);
    group.ids.add(id);
  }
  const idsByDefinition = new Map(
    [...groups.values()].map((group) => [group.definition, group.ids]),
  );
  return inLockOrder([...idsByDefinition.keys()]).map((definition) => ({
    definition,
    ids: [...(idsByDefinition.get(definition) ?? [])],
  }));
}

/**
 * Resources in lock order: flocks, then users and resources whose rows are deleted with others,
 * then the rest, each by name.
 */
export function inLockOrder(definitions: readonly ResourceDefinition[]): ResourceDefinition[] {
  const rankOf = ({ name, deletesWith }: ResourceDefinition) => {
    if (name === flocks.name) return 0;
    return deletesWith || name === users.name ? 1 : 2;
  };
  return definitions.toSorted(
    (left, right) => rankOf(left) - rankOf(right) || (left.name < right.name ? -1 : 1),
  );
}

/**
 * Locks the flocks among the rows and the flocks of the rows; sealing locks flocks first as well.
 */
async function lockFlocks(
  transaction: Transaction,
  scope: Scope,
  {
    groups,
    heldFlocks,
  }: { readonly groups: readonly Group[]; readonly heldFlocks: readonly string[] },
): Promise<void> {
  const changed = groups.find(({ definition }) => definition.name === flocks.name)?.ids ?? [];
  const lockedFlocks = new Set([...changed, ...heldFlocks]);
  for (const { definition, ids } of groups) {
    if (definition.name === flocks.name || !isInDossier(definition.name)) continue;
    const owners = await transaction.all<{ id: string | null }>(sql`
      select distinct record.flock_id as id from ${raw(tableName(definition.name))} record
      where record.id in (${join([...ids])}) and ${scopePredicate(definition, scope)}`);
    for (const { id } of owners) if (id !== null) lockedFlocks.add(id);
  }
  if (lockedFlocks.size === 0) return;
  // One lock strength for all: weaker locks for some would need a second pass, and thus another
  // lock order.
  const { lockRows: change, lockRowsShared: hold } = transaction.dialect;
  await transaction.all(sql`
    select record.id from flocks record
    where record.id in (${join([...lockedFlocks])}) and ${scopePredicate(flocks, scope)}
    order by record.id${raw(changed.length > 0 ? change : hold)}`);
}

/**
 * Locks flocks and returns those that are sealed. The others cannot be sealed until the transaction
 * ends: the sealing transaction waits for all lock holders.
 */
export async function lockFlocksShared(
  transaction: Transaction,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  // In a fixed order to avoid deadlocks.
  const rows = await transaction.all<{ id: string; sealed: boolean | number }>(sql`
    select record.id, record.sealed from flocks record
    where record.id in (${join([...ids])}) and ${scopePredicate(flocks, scope)}
    order by record.id${raw(transaction.dialect.lockRowsShared)}`);
  return new Set(rows.filter(({ sealed }) => Boolean(sealed)).map(({ id }) => id));
}

/**
 * Locks the current and the next flock of a row before the row itself: sealing locks the flock
 * first and then marks its rows, so the opposite order could deadlock.
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
