import sql, { raw } from 'sql-template-tag';
import type { Connection, Transaction } from '../core/database.ts';
import { lockChain } from './audit-log.ts';

/** A signed statement about the end of the audit log's chain. */
export interface Anchor {
  /** Consecutive, starting at 1 for the first anchor of a database. */
  readonly number: number;
  /** The position and hash of the newest sealed entry. */
  readonly position: number;
  readonly hash: string;
  /** Number of remaining sealed entries; below the position if the log was pruned. */
  readonly entries: number;
  readonly at: string;
  /** The Ed25519 public key, base64url. */
  readonly key: string;
  /** The signature over everything but the key, base64url. */
  readonly signature: string;
}

// Older anchors are in the file next to the database and in copies elsewhere.
const MOST_KEPT = 1000;

type Row = { readonly [name in keyof Anchor]: Anchor[name] | string };

/** Stores an anchor and deletes all but the newest. */
export async function insertAnchor(transaction: Transaction, anchor: Anchor): Promise<void> {
  const { number, position, hash, entries, at, key, signature } = anchor;
  await transaction.run(sql`
    insert into audit_anchors (number, position, hash, entries, at, key, signature)
    values (${number}, ${position}, ${hash}, ${entries}, ${at}, ${key}, ${signature})`);
  await transaction.run(sql`delete from audit_anchors where number <= ${number - MOST_KEPT}`);
}

/** The newest anchor; undefined before the first. */
export async function findLastAnchor(connection: Connection): Promise<Anchor | undefined> {
  const row = await connection.first<Row>(sql`
    select number, position, hash, entries, at, key, signature from audit_anchors
    order by number desc limit 1`);
  return row && anchorOf(row);
}

/** All stored anchors, oldest first. */
export async function listAnchors(connection: Connection): Promise<Anchor[]> {
  const rows = await connection.all<Row>(sql`
    select number, position, hash, entries, at, key, signature from audit_anchors
    order by number`);
  return rows.map(anchorOf);
}

function anchorOf({ number, position, hash, entries, at, key, signature }: Row): Anchor {
  return {
    number: Number(number),
    position: Number(position),
    hash: String(hash),
    entries: Number(entries),
    at: String(at),
    key: String(key),
    signature: String(signature),
  };
}

/** State of the audit log. */
export interface AuditEnds {
  /** Number of entries in the chain. */
  readonly sealed: number;
  /** Time of the last of them, milliseconds since 1970; undefined without any. */
  readonly newest: number | undefined;
  /** Number of entries that are not sealed yet. */
  readonly unsealed: number;
  /** Time of the oldest of them, milliseconds since 1970; undefined without any. */
  readonly oldestUnsealed: number | undefined;
}

/** Reads the state of the audit log. */
export async function findAuditEnds(connection: Connection): Promise<AuditEnds> {
  const last = await connection.first<{ position: number | string; at: string | Date }>(sql`
    select position, at from audit_log where position is not null
    order by position desc limit 1`);
  const pending = await connection.first<{ entries: number | string; at: string | Date | null }>(
    sql`select count(*) as entries, min(at) as at from audit_log where position is null`,
  );
  return {
    sealed: Number(last?.position ?? 0),
    newest: last ? new Date(last.at).getTime() : undefined,
    unsealed: Number(pending?.entries ?? 0),
    oldestUnsealed: pending?.at ? new Date(pending.at).getTime() : undefined,
  };
}

/** The number of stored events, delivered or not. */
export async function countEvents(connection: Connection): Promise<number> {
  const row = await connection.first<{ events: number | string }>(
    sql`select count(*) as events from outbox_events`,
  );
  return Number(row?.events ?? 0);
}

/** The last pruned entry of the audit log: the chain continues from its hash. */
interface AuditMark {
  readonly position: number;
  readonly hash: string;
  /** Time of that entry. */
  readonly at: string;
}

/** The start of the remaining chain; undefined if the log was never pruned. */
export async function findAuditMark(connection: Connection): Promise<AuditMark | undefined> {
  const at = raw(connection.dialect.jsonValue('mark.at', 'timestamp'));
  const mark = await connection.first<{ position: number | string; hash: string; at: string }>(sql`
    select mark.position, mark.hash, ${at} as at from audit_checkpoints mark
    order by mark.position desc limit 1`);
  return mark && { ...mark, position: Number(mark.position) };
}

/** Limits of a single pruning. */
export interface Outlived {
  /** Entries from this instant on are kept. */
  readonly before: string;
  readonly limit: number;
  readonly now: string;
}

/**
 * Prunes the audit log up to the first entry not older than an instant, at most a given number of
 * entries, and stores the hash from which the chain continues. The newest entry is always kept.
 * Returns the number of pruned entries.
 */
export async function pruneAudit(
  transaction: Transaction,
  { before, limit, now }: Outlived,
): Promise<number> {
  await lockChain(transaction);
  const from = (await findAuditMark(transaction))?.position ?? 0;
  const at = raw(transaction.dialect.jsonValue('entry.at', 'timestamp'));
  const oldest = await transaction.all<{ position: number | string; hash: string; at: string }>(sql`
    select entry.position, entry.hash, ${at} as at from audit_log entry
    where entry.position > ${from} order by entry.position limit ${limit + 1}`);
  const firstKept = oldest.findIndex((entry) => entry.at >= before);
  const expired = oldest.slice(0, firstKept === -1 ? -1 : firstKept).slice(0, limit);
  const last = expired.at(-1);
  if (!last) return 0;
  const position = Number(last.position);
  await transaction.run(sql`
    insert into audit_checkpoints (position, hash, at, pruned_at)
    values (${position}, ${last.hash}, ${last.at}, ${now})`);
  await transaction.run(sql`delete from audit_checkpoints where position < ${position}`);
  await transaction.run(sql`delete from audit_log where position <= ${position}`);
  return expired.length;
}
