import sql, { join, raw, type Sql } from 'sql-template-tag';
import { FarmError } from '../../model/core/errors.ts';
import { sha256Hex } from '../../tools/hash.ts';
import type { Connection, Dialect, Transaction } from '../core/database.ts';
import { type InsertTarget, insertValues, post } from '../core/insert-values.ts';
import { farmPredicate, type Scope } from '../core/scope.ts';

/** A request, or several similar refusals: operation, time, caller and result. */
export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly orgId: string | null;
  readonly keyId: string | null;
  readonly method: string;
  /** The route template, never the requested path. */
  readonly route: string;
  readonly resource: string | null;
  readonly rowId: string | null;
  readonly farmId: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
  readonly ip: string;
  readonly requestId: string;
  /** Number of equal refusals that this entry represents. */
  readonly calls: number;
}

/** An entry with its position in the chain; both null until it is sealed, within moments. */
export interface SealedEntry extends AuditEntry {
  readonly position: number | null;
  readonly hash: string | null;
}

/** The hash before the first entry. */
export const CHAIN_START = '0'.repeat(64);

/** Maximum number of entries sealed per call of `sealAuditEntries`. */
export const MOST_SEALED_AT_ONCE = 500;
const CHAIN_LOCK = 'audit-chain';

const COLUMNS = [
  ['id', 'id'],
  ['at', 'at'],
  ['orgId', 'org_id'],
  ['keyId', 'key_id'],
  ['method', 'method'],
  ['route', 'route'],
  ['resource', 'resource'],
  ['rowId', 'row_id'],
  ['farmId', 'farm_id'],
  ['status', 'status'],
  ['code', 'code'],
  ['durationMs', 'duration_ms'],
  ['ip', 'ip'],
  ['requestId', 'request_id'],
  ['calls', 'calls'],
] as const satisfies readonly (readonly [keyof AuditEntry, string])[];

const TARGET: InsertTarget = {
  table: 'audit_log',
  columns: COLUMNS.map(([, column]) => column),
  // A group without a commit acknowledgement is inserted again, and may already be stored.
  rest: 'on conflict (id) do nothing',
};

const SEALED_TARGET: InsertTarget = {
  table: 'audit_log',
  columns: [...TARGET.columns, 'position', 'hash'],
};

/** Inserts unsealed entries; existing ones are left unchanged. */
export async function insertAuditEntries(
  connection: Connection,
  entries: readonly AuditEntry[],
): Promise<void> {
  await insertValues(connection, TARGET, {
    rows: entries,
    valuesOf,
  });
}

/** Locks the chain against appending and pruning until the end of the transaction. */
export function lockChain(transaction: Transaction): Promise<void> {
  return transaction.lock(CHAIN_LOCK);
}

/**
 * Seals pending entries, then inserts new ones after them; returns the number of pending entries.
 * None of `fresh` may already be stored.
 */
export async function sealAuditEntries(
  transaction: Transaction,
  newEntries: readonly AuditEntry[] = [],
): Promise<number> {
  await lockChain(transaction);
  let { position, hash } = await findChainHead(transaction);
  const pending = await selectEntries(
    transaction,
    sql`position is null order by at, id limit ${MOST_SEALED_AT_ONCE}`,
  );
  const seal = (values: EntryValues): Seal => {
    position += 1;
    hash = hashBehind(hash, values);
    return [position, hash];
  };
  await writeSeals(
    transaction,
    pending.map((entry) => [entry.id, ...seal(valuesOf(entry))]),
  );
  const sealed = newEntries.map(valuesOf).map((values) => [...values, ...seal(values)]);
  await insertValues(transaction, SEALED_TARGET, { rows: sealed, valuesOf: (values) => values });
  return pending.length;
}

/**
 * Seals pending entries one by one, so that an entry that cannot be sealed does not block others;
 * returns the ids of those that stay unsealed.
 */
export async function sealAuditEntriesSingly(
  transaction: Transaction,
): Promise<{ readonly failed: readonly string[]; readonly cause: unknown }> {
  await lockChain(transaction);
  const failed: string[] = [];
  let cause: unknown;
  for (const id of await listUnsealedIds(transaction)) {
    try {
      await transaction.savepoint(() => sealEntry(transaction, id));
    } catch (error) {
      if (error instanceof FarmError) throw error;
      failed.push(id);
      cause ??= error;
    }
  }
  return { failed, cause };
}

async function sealEntry(transaction: Transaction, id: string): Promise<void> {
  const { position, hash } = await findChainHead(transaction);
  const [entry] = await selectEntries(transaction, sql`id = ${id}`);
  if (entry) await writeSeals(transaction, [[id, position + 1, chainHash(hash, entry)]]);
}

/** The ids of the oldest unsealed entries; entries are unsealed only for moments. */
export async function listUnsealedIds(connection: Connection): Promise<string[]> {
  const rows = await connection.all<{ id: string }>(sql`
    select id from audit_log where position is null order by at, id limit ${MOST_SEALED_AT_ONCE}`);
  return rows.map(({ id }) => id);
}

/** Whether rows are known to have been changed by requests, which create entries. */
export async function hasAuditedCalls(connection: Connection): Promise<boolean> {
  const row = await connection.first(
    sql`select id from row_history where request_id is not null limit 1`,
  );
  return row !== undefined;
}

/** The hash of the sealed entry at a position; undefined if there is none. */
export async function findSealedHash(
  connection: Connection,
  position: number,
): Promise<string | undefined> {
  const row = await connection.first<{ hash: string }>(
    sql`select hash from audit_log where position = ${position}`,
  );
  return row?.hash;
}

/** The position of the newest sealed entry. */
export async function findChainHead(
  connection: Connection,
): Promise<{ readonly position: number; readonly hash: string }> {
  const last = await connection.first<{ position: number | string; hash: string }>(sql`
    select position, hash from audit_log where position is not null
    order by position desc limit 1`);
  return { position: Number(last?.position ?? 0), hash: last?.hash ?? CHAIN_START };
}

type EntrySeal = readonly [id: string, ...Seal];

async function writeSeals(transaction: Transaction, seals: readonly EntrySeal[]): Promise<void> {
  if (seals.length === 0) return;
  const { dialect } = transaction;
  if (dialect.name === 'postgres') await post(transaction, PLAN_ANEW);
  await transaction.run(sql`
    with seal as (${sealRows(dialect, seals)})
    update audit_log set position = seal.position, hash = seal.hash
    from seal where audit_log.id = seal.id`);
}

/** A plan cached while the log was short would scan all of it for each group of entries. */
const PLAN_ANEW = raw('set local plan_cache_mode = force_custom_plan');

/** The seals as rows. The text of the statement does not depend on their number. */
function sealRows(dialect: Dialect, seals: readonly EntrySeal[]): Sql {
  if (dialect.name === 'sqlite') {
    return sql`select value ->> 0 as id, value ->> 1 as position, value ->> 2 as hash
      from json_each(${JSON.stringify(seals)})`;
  }
  const [ids, positions, hashes] = [0, 1, 2].map((column) => seals.map((seal) => seal[column]));
  // Unlike JSON, arrays show the planner how many rows to expect.
  return sql`select * from unnest(cast(${ids} as text[]), cast(${positions} as bigint[]),
    cast(${hashes} as text[])) as seal (id, position, hash)`;
}

/** The hash of an entry in the chain: SHA-256 of the previous hash and the entry's values. */
export function chainHash(previous: string, entry: AuditEntry): string {
  return hashBehind(previous, valuesOf(entry));
}

/** The values of an entry in column order, for insertion and hashing. */
type EntryValues = readonly (string | number | null)[];

/** The position of an entry in the chain, with its hash. */
type Seal = readonly [position: number, hash: string];

function hashBehind(previous: string, values: EntryValues): string {
  return sha256Hex(`${previous}\n${JSON.stringify(values)}`);
}

function valuesOf(entry: AuditEntry): EntryValues {
  return COLUMNS.map(([name]) => entry[name]);
}

/** Filter of the audit log of an organisation. */
export interface AuditQuery {
  /**
   * A scope limited to certain farms contains their entries, and those of the caller's key without
   * a farm.
   */
  readonly scope: Scope;
  readonly ownKeyId: string;
  readonly keyId?: string;
  readonly farmId?: string;
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
  readonly offset: number;
}

/** One page of entries, newest first, with the total number. */
export async function listAuditEntries(
  connection: Connection,
  query: AuditQuery,
): Promise<{ readonly entries: SealedEntry[]; readonly total: number }> {
  const conditions = auditConditions(query);
  const counted = await connection.first<{ total: number | string }>(
    sql`select count(*) as total from audit_log where ${conditions}`,
  );
  const entries = await selectEntries(
    connection,
    sql`${conditions} order by at desc, id desc limit ${query.limit} offset ${query.offset}`,
  );
  return { entries, total: Number(counted?.total ?? 0) };
}

/** The sealed entries after a position, in chain order. */
export function listSealedEntries(
  connection: Connection,
  input: { readonly afterPosition: number; readonly limit: number },
): Promise<SealedEntry[]> {
  return selectEntries(
    connection,
    sql`position > ${input.afterPosition} order by position limit ${input.limit}`,
  );
}

function auditConditions(query: AuditQuery): Sql {
  const parts = [auditPredicate(query)];
  if (query.keyId !== undefined) parts.push(sql`key_id = ${query.keyId}`);
  if (query.farmId !== undefined) parts.push(sql`farm_id = ${query.farmId}`);
  if (query.method !== undefined) parts.push(sql`method = ${query.method}`);
  if (query.route !== undefined) parts.push(sql`route = ${query.route}`);
  if (query.status !== undefined) parts.push(sql`status = ${query.status}`);
  if (query.from !== undefined) parts.push(sql`at >= ${query.from}`);
  if (query.to !== undefined) parts.push(sql`at <= ${query.to}`);
  return join(parts, ' and ');
}

function auditPredicate({ scope, ownKeyId }: AuditQuery): Sql {
  if (scope.farmIds !== 'all') {
    const ownEntries = sql`org_id = ${scope.orgId} and key_id = ${ownKeyId} and farm_id is null`;
    return sql`(${farmPredicate(scope, 'audit_log')} or (${ownEntries}))`;
  }
  // Refusals of unknown callers belong to no organisation; if there is only one, it may see them.
  return sql`(org_id = ${scope.orgId}
    or (org_id is null and 1 = (select count(*) from organisations)))`;
}

async function selectEntries(connection: Connection, clauses: Sql): Promise<SealedEntry[]> {
  const instant = connection.dialect.jsonValue('at', 'timestamp');
  const columns = COLUMNS.map(([name, column]) =>
    name === 'at' ? `${instant} as "at"` : `${column} as "${name}"`,
  );
  const rows = await connection.all<SealedEntry>(
    sql`select ${raw(columns.join(', '))}, position, hash from audit_log where ${clauses}`,
  );
  return rows.map((row) => ({
    ...row,
    position: row.position === null ? null : Number(row.position),
  }));
}
