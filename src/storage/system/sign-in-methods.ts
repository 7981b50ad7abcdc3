import sql, { raw, type Sql } from 'sql-template-tag';
import type { Connection, Transaction } from '../core/database.ts';
import {
  type ColumnKinds,
  fromColumns,
  insertObjects,
  type MappedTable,
  selectedColumns,
} from '../core/insert-values.ts';

interface StoredProviderSignIn {
  /** SHA-256 of the token in the cookie of the browser, lower-case hex. */
  readonly tokenHash: string;
  readonly issuer: string;
  /** Where the provider redirects the browser to. */
  readonly redirectUri: string;
  /** The console screen to open afterwards. */
  readonly returnTo: string;
  readonly expiresAt: string;
}

const SIGN_IN_KINDS: ColumnKinds<StoredProviderSignIn> = {
  tokenHash: 'text',
  issuer: 'text',
  redirectUri: 'text',
  returnTo: 'text',
  expiresAt: 'timestamp',
};

const SIGN_INS: MappedTable<StoredProviderSignIn> = {
  table: 'provider_sign_ins',
  kinds: SIGN_IN_KINDS,
};

const MOST_TRIMMED = 1000;

/** Stores a sign-in; deletes the expired ones and, beyond a number, the oldest. */
export async function insertProviderSignIn(
  transaction: Transaction,
  signIn: StoredProviderSignIn,
  { now, limit }: { readonly now: string; readonly limit: number },
): Promise<void> {
  await transaction.lock('provider sign-ins');
  await transaction.run(sql`delete from provider_sign_ins where expires_at <= ${now}`);
  await transaction.run(sql`
    delete from provider_sign_ins where token_hash in (
      select token_hash from provider_sign_ins
      order by expires_at desc limit ${raw(String(MOST_TRIMMED))} offset ${limit - 1})`);
  await insertObjects(transaction, SIGN_INS, [signIn]);
}

/**
 * Consumes a sign-in; undefined if it has expired, or was consumed before, possibly by another
 * instance.
 */
export async function takeProviderSignIn(
  connection: Connection,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: string },
): Promise<StoredProviderSignIn | undefined> {
  const columns = selectedColumns(connection, SIGN_IN_KINDS, 'provider_sign_ins');
  const row = await connection.first<Record<string, unknown>>(sql`
    select ${columns} from provider_sign_ins
    where token_hash = ${tokenHash} and expires_at > ${now}`);
  const changedRows = await connection.run(
    sql`delete from provider_sign_ins where token_hash = ${tokenHash}`,
  );
  return row && changedRows > 0 ? fromColumns(SIGN_IN_KINDS, row) : undefined;
}

/** A stored link between a provider account and a user. */
interface StoredIdentity {
  readonly issuer: string;
  /** The id of the account at the provider. */
  readonly subject: string;
  readonly orgId: string;
  readonly userId: string;
  readonly createdAt: string;
  readonly usedAt: string;
}

const IDENTITY_KINDS: ColumnKinds<StoredIdentity> = {
  issuer: 'text',
  subject: 'text',
  orgId: 'text',
  userId: 'text',
  createdAt: 'timestamp',
  usedAt: 'timestamp',
};

const HAS_USER = sql`exists (
  select 1 from users person
  where person.id = provider_identities.user_id and person.deleted_at is null)`;

/** The link of an account; undefined if it is not linked, or linked to a deleted user. */
export async function findIdentity(
  connection: Connection,
  { issuer, subject }: Pick<StoredIdentity, 'issuer' | 'subject'>,
): Promise<StoredIdentity | undefined> {
  const columns = selectedColumns(connection, IDENTITY_KINDS, 'provider_identities');
  const row = await connection.first<Record<string, unknown>>(sql`
    select ${columns} from provider_identities
    where issuer = ${issuer} and subject = ${subject} and ${HAS_USER}`);
  return row && fromColumns(IDENTITY_KINDS, row);
}

/** Links an account to a user; false if the account or the user already has such a link. */
export async function insertIdentity(
  connection: Connection,
  { issuer, subject, orgId, userId, createdAt, usedAt }: StoredIdentity,
): Promise<boolean> {
  await connection.run(sql`
    delete from provider_identities
    where issuer = ${issuer} and subject = ${subject} and not ${HAS_USER}`);
  const inserted = await connection.run(sql`
    insert into provider_identities (issuer, subject, org_id, user_id, created_at, used_at)
    values (${issuer}, ${subject}, ${orgId}, ${userId}, ${createdAt}, ${usedAt})
    on conflict do nothing`);
  return inserted > 0;
}

/** Records the use of a link; false if it has been removed. */
export async function touchIdentity(
  connection: Connection,
  { issuer, subject, at }: Pick<StoredIdentity, 'issuer' | 'subject'> & { readonly at: string },
): Promise<boolean> {
  const updated = await connection.run(sql`
    update provider_identities set used_at = ${at}
    where issuer = ${issuer} and subject = ${subject}`);
  return updated > 0;
}

/** The accounts linked to a user, unordered. */
export async function listIdentities(
  connection: Connection,
  { orgId, userId }: Pick<StoredIdentity, 'orgId' | 'userId'>,
): Promise<StoredIdentity[]> {
  const columns = selectedColumns(connection, IDENTITY_KINDS, 'provider_identities');
  const rows = await connection.all<Record<string, unknown>>(sql`
    select ${columns} from provider_identities
    where user_id = ${userId} and org_id = ${orgId}`);
  return rows.map((row) => fromColumns(IDENTITY_KINDS, row));
}

/** Removes the links of a user; returns their number. */
export function deleteIdentitiesOf(connection: Connection, userId: string): Promise<number> {
  return connection.run(sql`delete from provider_identities where user_id = ${userId}`);
}

/** Whether another user of an organisation has that e-mail address, in lower case. */
export async function isEmailTaken(
  connection: Connection,
  { orgId, email, exceptId }: Readonly<Record<'orgId' | 'email' | 'exceptId', string>>,
): Promise<boolean> {
  const other = await connection.first(sql`
    select id from users
    where lower(email) = ${email} and org_id = ${orgId} and id <> ${exceptId}
      and deleted_at is null limit 1`);
  return other !== undefined;
}

/**
 * The users with that e-mail address, in lower case; at most two, because more than one is
 * ambiguous.
 */
export function listUsersByEmail(
  connection: Connection,
  email: string,
): Promise<{ readonly userId: string; readonly orgId: string }[]> {
  return connection.all(sql`
    select id as "userId", org_id as "orgId" from users
    where lower(email) = ${email} and deleted_at is null
    order by id limit 2`);
}

/** A stored passkey of a user. */
export interface StoredPasskey {
  readonly id: string;
  readonly orgId: string;
  readonly userId: string;
  /** The name given by the user. */
  readonly name: string;
  /** The id given by the authenticator, base64url. */
  readonly credentialId: string;
  /** The public key in COSE form, base64url. */
  readonly publicKey: string;
  /** Signature counter; always 0 for passkeys that are synchronised between devices. */
  readonly counter: number;
  /** Transports of the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  /** The host name for which it signs. */
  readonly rpId: string;
  /** Whether the authenticator has a backup of it. */
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

export function insertPasskey(connection: Connection, passkey: StoredPasskey): Promise<void> {
  return insertObjects(connection, PASSKEYS, [passkey]);
}

/** The passkey with that id. */
export async function findPasskey(
  connection: Connection,
  id: string,
): Promise<StoredPasskey | undefined> {
  return (await selectPasskeys(connection, sql`passkey.id = ${id}`))[0];
}

/** The passkey with that credential id of its authenticator. */
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

async function selectPasskeys(connection: Connection, condition: Sql): Promise<StoredPasskey[]> {
  const columns = selectedColumns(connection, KINDS, 'passkey');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns} from passkeys passkey where ${condition}`,
  );
  return rows.map((row) => fromColumns(KINDS, row));
}

/**
 * Records a signature; false if the passkey has been removed, or if its counter did not increase:
 * the authenticator has been cloned, or the signature was replayed.
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

export async function renamePasskey(
  connection: Connection,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await connection.run(sql`update passkeys set name = ${name} where id = ${id}`);
}

export async function deletePasskey(connection: Connection, id: string): Promise<void> {
  await connection.run(sql`delete from passkeys where id = ${id}`);
}

/** Deletes all passkeys of a user; returns their number. */
export function deletePasskeysOf(connection: Connection, userId: string): Promise<number> {
  return connection.run(sql`delete from passkeys where user_id = ${userId}`);
}

/** A stored challenge: random bytes for a passkey to sign. */
interface StoredChallenge {
  /** SHA-256 of the challenge, lower-case hex. */
  readonly challengeHash: string;
  /** The sign-in or session for which it was issued. */
  readonly flow: string;
  readonly rpId: string;
  readonly expiresAt: string;
}

const CHALLENGES: MappedTable<StoredChallenge> = {
  table: 'passkey_challenges',
  kinds: { challengeHash: 'text', flow: 'text', rpId: 'text', expiresAt: 'timestamp' },
};

/** Stores a challenge; deletes the expired ones and, beyond a number, the oldest. */
export async function insertChallenge(
  transaction: Transaction,
  challenge: StoredChallenge,
  { now, limit }: { readonly now: string; readonly limit: number },
): Promise<void> {
  await transaction.lock('passkey challenges');
  await transaction.run(sql`delete from passkey_challenges where expires_at <= ${now}`);
  await transaction.run(sql`
    delete from passkey_challenges where challenge_hash in (
      select challenge_hash from passkey_challenges
      order by expires_at desc limit ${raw(String(MOST_TRIMMED))} offset ${limit - 1})`);
  await insertObjects(transaction, CHALLENGES, [challenge]);
}

export async function deleteChallenges(connection: Connection, flow: string): Promise<void> {
  await connection.run(sql`delete from passkey_challenges where flow = ${flow}`);
}

/**
 * Consumes a challenge; false if it was issued for another flow, has expired, or was consumed
 * before.
 */
export async function takeChallenge(
  connection: Connection,
  query: Omit<StoredChallenge, 'expiresAt'> & { readonly now: string },
): Promise<boolean> {
  const { challengeHash, flow, rpId, now } = query;
  const changedRows = await connection.run(sql`
    delete from passkey_challenges
    where challenge_hash = ${challengeHash} and flow = ${flow} and rp_id = ${rpId}
      and expires_at > ${now}`);
  return changedRows > 0;
}
