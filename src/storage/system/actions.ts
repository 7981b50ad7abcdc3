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

/** A row created or changed by an action, with its states before and after. */
export interface StoredChange {
  readonly resource: string;
  readonly id: string;
  /** Null for a row created by the action. */
  readonly before: StoredRow | null;
  readonly after: StoredRow;
}

/** An executed action. */
export interface StoredAction {
  readonly id: string;
  readonly orgId: string;
  /** Null if it does not concern a farm. */
  readonly farmId: string | null;
  readonly type: string;
  readonly keyId: string;
  readonly requestId: string;
  /** Its validated fields. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The target record; null if nothing was changed. */
  readonly resource: string | null;
  readonly rowId: string | null;
  /** In the order in which the rows were first changed. */
  readonly changes: readonly StoredChange[];
  readonly createdAt: string;
  readonly undoneAt: string | null;
  /** The key that undid it. */
  readonly undoneBy: string | null;
}

// Lists, and here objects as well, are stored as JSON text on both databases: PostgreSQL must
// return numbers and instants exactly as written.
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

/** Inserts an action, in the transaction of its changes. */
export async function insertAction(connection: Connection, action: StoredAction): Promise<void> {
  await insertObjects(connection, ACTIONS, [action]);
}

/** The action with that id; optionally locked until the end of the transaction. */
export async function findAction(
  connection: Connection,
  id: string,
  { forUpdate = false } = {},
): Promise<StoredAction | undefined> {
  const locking = raw(forUpdate ? connection.dialect.lockRows : '');
  const [found] = await selectActions(connection, sql`action.id = ${id}${locking}`);
  return found;
}

/** Marks an action as undone. */
export async function markUndone(
  connection: Connection,
  id: string,
  { at, keyId }: { readonly at: string; readonly keyId: string },
): Promise<void> {
  await connection.run(
    sql`update actions set undone_at = ${at}, undone_by = ${keyId} where id = ${id}`,
  );
}

/** Filter of a list of actions. */
export interface ActionQuery {
  readonly scope: Scope;
  readonly type?: string;
  readonly undone?: boolean;
}

/** One page of actions, newest first, with the total number. */
export async function listActions(
  connection: Connection,
  query: ActionQuery & { readonly limit: number; readonly offset: number },
): Promise<{ readonly actions: StoredAction[]; readonly total: number }> {
  const condition = conditionOf(query);
  const counted = await connection.first<{ total: number | string }>(
    sql`select count(*) as total from actions action where ${condition}`,
  );
  const actions = await selectActions(
    connection,
    sql`${condition} order by action.created_at desc, action.id desc
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

async function selectActions(connection: Connection, clauses: Sql): Promise<StoredAction[]> {
  const columns = selectedColumns(connection, KINDS, 'action');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns} from actions action where ${clauses}`,
  );
  return rows.map((row) => fromColumns(KINDS, row));
}

/** The secret that signs the action descriptors of an organisation; undefined before first use. */
export async function findActionSecret(
  connection: Connection,
  orgId: string,
): Promise<string | undefined> {
  const row = await connection.first<{ secret: string }>(
    sql`select secret from action_secrets where org_id = ${orgId}`,
  );
  return row?.secret;
}

/** Returns the secret of the organisation; stores the given one if there is none yet. */
export async function takeActionSecret(
  transaction: Transaction,
  input: { readonly orgId: string; readonly fresh: () => string; readonly createdAt: string },
): Promise<string> {
  const { orgId, fresh, createdAt } = input;
  const existing = await findActionSecret(transaction, orgId);
  if (existing !== undefined) return existing;
  // Of two concurrent first actions, the later one waits here and reads the secret of the other.
  await transaction.run(sql`
    insert into action_secrets (org_id, secret, created_at)
    values (${orgId}, ${fresh()}, ${createdAt}) on conflict (org_id) do nothing`);
  const stored = await findActionSecret(transaction, orgId);
  if (stored === undefined) throw new Error('the secret of the actions was not kept');
  return stored;
}
