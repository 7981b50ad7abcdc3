import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Connection, Transaction } from '../core/database.ts';
import {
  type ColumnKinds,
  fromColumns,
  insertObjects,
  type MappedTable,
  selectedColumns,
} from '../core/insert-values.ts';
import { farmPredicate, type Scope } from '../core/scope.ts';
import type { StoredRow } from '../core/stored-row.ts';

/** A row that an action made or changed, as it was before and as the action left it. */
export interface StoredChange {
  readonly resource: string;
  readonly id: string;
  /** Null for a row that the action made. */
  readonly before: StoredRow | null;
  readonly after: StoredRow;
}

/** An action that ran. */
export interface StoredAction {
  readonly id: string;
  readonly orgId: string;
  /** Null for one that is about no farm. */
  readonly farmId: string | null;
  readonly type: string;
  readonly keyId: string;
  readonly requestId: string;
  /** Its fields, as they were taken. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The record that it is about; null for one that changes nothing. */
  readonly resource: string | null;
  readonly rowId: string | null;
  /** In the order in which the rows were first touched. */
  readonly changes: readonly StoredChange[];
  readonly createdAt: string;
  readonly undoneAt: string | null;
  /** The key that undid it. */
  readonly undoneBy: string | null;
}

// A list is kept as its JSON text on both databases, which an object is as well here: PostgreSQL
// must give numbers and instants back exactly as they were written.
const KINDS: ColumnKinds<StoredAction> = {
  id: 'text',
  orgId: 'text',
  farmId: 'text',
  type: 'text',
  keyId: 'text',
  requestId: 'text',
  body: 'list',
  resource: 'text',
  rowId: 'text',
  changes: 'list',
  createdAt: 'timestamp',
  undoneAt: 'timestamp',
  undoneBy: 'text',
};

const ACTIONS: MappedTable<StoredAction> = { table: 'actions', kinds: KINDS };

/** Inserts an action, in the transaction of what it changed. */
export async function insertAction(connection: Connection, action: StoredAction): Promise<void> {
  await insertObjects(connection, ACTIONS, [action]);
}

/** The action of that id; held against other changes to the end of the transaction on request. */
export async function findAction(
  connection: Connection,
  id: string,
  { forUpdate = false } = {},
): Promise<StoredAction | undefined> {
  const locking = raw(forUpdate ? connection.dialect.lockRows : '');
  const [found] = await selectActions(connection, sql`action.id = ${id}${locking}`);
  return found;
}

/** Notes that an action was undone. */
export async function markUndone(
  connection: Connection,
  id: string,
  { at, keyId }: { readonly at: string; readonly keyId: string },
): Promise<void> {
  await connection.run(
    sql`update actions set undone_at = ${at}, undone_by = ${keyId} where id = ${id}`,
  );
}

/** Which actions are read. */
export interface ActionQuery {
  readonly scope: Scope;
  readonly type?: string;
  readonly undone?: boolean;
}

/** One page of actions, the newest first, and how many there are. */
export async function listActions(
  connection: Connection,
  query: ActionQuery & { readonly limit: number; readonly offset: number },
): Promise<{ readonly actions: StoredAction[]; readonly total: number }> {
  const where = conditionOf(query);
  const counted = await connection.first<{ total: number | string }>(
    sql`select count(*) as total from actions action where ${where}`,
  );
  const actions = await selectActions(
    connection,
    sql`${where} order by action.created_at desc, action.id desc
      limit ${query.limit} offset ${query.offset}`,
  );
  return { actions, total: Number(counted?.total ?? 0) };
}

function conditionOf({ scope, type, undone }: ActionQuery): Sql {
  const parts = [farmPredicate(scope, 'action')];
  if (type !== undefined) parts.push(sql`action.type = ${type}`);
  if (undone !== undefined) {
    parts.push(sql`action.undone_at is ${raw(undone ? 'not null' : 'null')}`);
  }
  return join(parts, ' and ');
}

async function selectActions(connection: Connection, rest: Sql): Promise<StoredAction[]> {
  const columns = selectedColumns(connection, KINDS, 'action');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns} from actions action where ${rest}`,
  );
  return rows.map((row) => fromColumns(KINDS, row));
}

/** What the descriptors of an organisation's actions are signed with; undefined before the first. */
export async function findActionSecret(
  connection: Connection,
  orgId: string,
): Promise<string | undefined> {
  const found = await connection.first<{ secret: string }>(
    sql`select secret from action_secrets where org_id = ${orgId}`,
  );
  return found?.secret;
}

/** The secret of the organisation; the one given where it has none yet. */
export async function takeActionSecret(
  transaction: Transaction,
  input: { readonly orgId: string; readonly fresh: () => string; readonly createdAt: string },
): Promise<string> {
  const { orgId, fresh, createdAt } = input;
  const known = await findActionSecret(transaction, orgId);
  if (known !== undefined) return known;
  // Two first actions at the same moment: the later one waits here and reads the other's secret.
  await transaction.run(sql`
    insert into action_secrets (org_id, secret, created_at)
    values (${orgId}, ${fresh()}, ${createdAt}) on conflict (org_id) do nothing`);
  const taken = await findActionSecret(transaction, orgId);
  if (taken === undefined) throw new Error('the secret of the actions was not kept');
  return taken;
}
