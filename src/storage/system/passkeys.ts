import sql, { raw, type Sql } from 'sql-template-tag';
import type { Connection, Transaction } from '../core/database.ts';
import {
  type ColumnKinds,
  fromColumns,
  insertObjects,
  type MappedTable,
  selectedColumns,
} from '../core/mapped-columns.ts';

/** A passkey of a user, as it is stored. */
export interface StoredPasskey {
  readonly id: string;
  readonly orgId: string;
  readonly userId: string;
  /** The name that the user gave it. */
  readonly name: string;
  /** The id that the authenticator gave it, base64url. */
  readonly credentialId: string;
  /** The public key in COSE form, base64url. */
  readonly publicKey: string;
  /** Signatures so far; always 0 for passkeys that are synchronised between devices. */
  readonly counter: number;
  /** How browsers reach the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  /** The host name that it signs for. */
  readonly rpId: string;
  /** Whether the authenticator has a copy of it elsewhere. */
  readonly backedUp: boolean;
  readonly createdAt: string;
  readonly usedAt: string | null;
}

const KINDS: ColumnKinds<StoredPasskey> = {
  id: 'text',
  orgId: 'text',
  userId: 'text',
  name: 'text',
  credentialId: 'text',
  publicKey: 'text',
  counter: 'integer',
  transports: 'list',
  rpId: 'text',
  backedUp: 'boolean',
  createdAt: 'timestamp',
  usedAt: 'timestamp',
};

const PASSKEYS: MappedTable<StoredPasskey> = { table: 'passkeys', kinds: KINDS };

/** Stores a new passkey. */
export function insertPasskey(connection: Connection, passkey: StoredPasskey): Promise<void> {
  return insertObjects(connection, PASSKEYS, [passkey]);
}

/** The passkey of that id. */
export async function findPasskey(
  connection: Connection,
  id: string,
): Promise<StoredPasskey | undefined> {
  return (await selectPasskeys(connection, sql`passkey.id = ${id}`))[0];
}

/** The passkey with that id of its authenticator. */
export async function findCredential(
  connection: Connection,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  return (await selectPasskeys(connection, sql`passkey.credential_id = ${credentialId}`))[0];
}

/** The passkeys of a user, oldest first. */
export function listPasskeys(
  connection: Connection,
  { orgId, userId }: { readonly orgId: string; readonly userId: string },
): Promise<StoredPasskey[]> {
  return selectPasskeys(
    connection,
    sql`passkey.user_id = ${userId} and passkey.org_id = ${orgId}
      order by passkey.created_at, passkey.id`,
  );
}

async function selectPasskeys(connection: Connection, where: Sql): Promise<StoredPasskey[]> {
  const columns = selectedColumns(connection, KINDS, 'passkey');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns} from passkeys passkey where ${where}`,
  );
  return rows.map((row) => fromColumns(KINDS, row));
}

/**
 * Records a signature; false where the passkey has been removed, or where its counter did not
 * increase: the authenticator has been copied, or the signature was used already.
 */
export async function recordSignature(
  connection: Connection,
  use: {
    readonly id: string;
    readonly counter: number;
    readonly backedUp: boolean;
    readonly at: string;
  },
): Promise<boolean> {
  const { id, counter, at } = use;
  const backedUp = connection.dialect.bind(use.backedUp, 'boolean');
  const updated = await connection.run(sql`
    update passkeys set counter = ${counter}, backed_up = ${backedUp}, used_at = ${at}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`);
  return updated > 0;
}

/** Gives a passkey another name. */
export async function renamePasskey(
  connection: Connection,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await connection.run(sql`update passkeys set name = ${name} where id = ${id}`);
}

/** Deletes a passkey. */
export async function deletePasskey(connection: Connection, id: string): Promise<void> {
  await connection.run(sql`delete from passkeys where id = ${id}`);
}

/** Deletes all passkeys of a user; returns how many there were. */
export function deletePasskeysOf(connection: Connection, userId: string): Promise<number> {
  return connection.run(sql`delete from passkeys where user_id = ${userId}`);
}

/** Random bytes that a passkey is to sign, as they are stored. */
export interface StoredChallenge {
  /** SHA-256 of the challenge, lower-case hex. */
  readonly challengeHash: string;
  /** For which sign-in or session it was issued. */
  readonly flow: string;
  readonly rpId: string;
  readonly expiresAt: string;
}

const CHALLENGES: MappedTable<StoredChallenge> = {
  table: 'passkey_challenges',
  kinds: { challengeHash: 'text', flow: 'text', rpId: 'text', expiresAt: 'timestamp' },
};

const MOST_TRIMMED = 1000;

/** Stores a challenge; deletes the expired ones and, beyond a number, the oldest. */
export async function insertChallenge(
  transaction: Transaction,
  challenge: StoredChallenge,
  { now, most }: { readonly now: string; readonly most: number },
): Promise<void> {
  await transaction.lock('passkey challenges');
  await transaction.run(sql`delete from passkey_challenges where expires_at <= ${now}`);
  await transaction.run(sql`
    delete from passkey_challenges where challenge_hash in (
      select challenge_hash from passkey_challenges
      order by expires_at desc limit ${raw(String(MOST_TRIMMED))} offset ${most - 1})`);
  await insertObjects(transaction, CHALLENGES, [challenge]);
}

/** Voids all challenges of a flow. */
export async function deleteChallenges(connection: Connection, flow: string): Promise<void> {
  await connection.run(sql`delete from passkey_challenges where flow = ${flow}`);
}

/** Uses up a challenge; false where it was not issued for this, has expired, or was used before. */
export async function takeChallenge(
  connection: Connection,
  asked: Omit<StoredChallenge, 'expiresAt'> & { readonly now: string },
): Promise<boolean> {
  const { challengeHash, flow, rpId, now } = asked;
  const taken = await connection.run(sql`
    delete from passkey_challenges
    where challenge_hash = ${challengeHash} and flow = ${flow} and rp_id = ${rpId}
      and expires_at > ${now}`);
  return taken > 0;
}
