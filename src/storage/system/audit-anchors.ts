import sql from 'sql-template-tag';
import type { Connection, Transaction } from '../database.ts';

/** A signed statement about the end of the audit log's chain. */
export interface Anchor {
  /** 1 for the first anchor of a database, without gaps. */
  readonly number: number;
  /** The position and hash of the newest sealed entry. */
  readonly position: number;
  readonly hash: string;
  /** Sealed entries that are kept; fewer than the position where the log was pruned. */
  readonly entries: number;
  readonly at: string;
  /** The Ed25519 public key, base64url. */
  readonly key: string;
  /** The signature over everything but the key, base64url. */
  readonly signature: string;
}

// The file beside the database and copies elsewhere hold the older ones.
const MOST_KEPT = 1000;

type Row = { readonly [name in keyof Anchor]: Anchor[name] | string };

/** Stores an anchor, and forgets all but the newest. */
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

/** All anchors that are kept, the oldest first. */
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
