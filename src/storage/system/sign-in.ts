import sql, { join, type Sql } from 'sql-template-tag';
import type { SignInMethod } from '../../model/core/vocabulary.ts';
import type { Grant, GrantedUser } from '../../model/resources/roles.ts';
import { groupBy } from '../../tools/collections.ts';
import type { Connection } from '../core/database.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

/** A stored session; its token is stored only as a hash. */
export interface StoredSession {
  readonly id: string;
  readonly orgId: string;
  readonly userId: string;
  readonly method: SignInMethod;
  readonly createdAt: string;
  /** The last use, accurate to within some minutes. */
  readonly usedAt: string;
  /** The address from which the user signed in. */
  readonly ip: string;
  /** The `User-Agent` header of the sign-in. */
  readonly agent: string | null;
}

interface UserGrant extends Grant {
  readonly userId: string;
  readonly farmName: string | null;
  readonly grantedAt: string | null;
}

/** A user with all grants that are not revoked, including expired ones. */
export interface UserRights extends GrantedUser<UserGrant> {
  readonly id: string;
  readonly orgId: string;
  readonly name: string | null;
  readonly lang: string | null;
}

/** A stored one-time link; its secret is stored only as a hash. */
export interface StoredLink {
  readonly id: string;
  readonly orgId: string;
  readonly userId: string;
  /** SHA-256 of the secret, lower-case hex. */
  readonly secretHash: string;
  readonly createdAt: string;
  /** The id of the key or user that created it. */
  readonly createdBy: string;
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

const SESSION: readonly ObjectColumn[] = [
  ['id', 'session.id', 'text'],
  ['orgId', 'session.org_id', 'text'],
  ['userId', 'session.user_id', 'text'],
  ['method', 'session.method', 'text'],
  ['createdAt', 'session.created_at', 'timestamp'],
  ['usedAt', 'session.used_at', 'timestamp'],
  ['ip', 'session.ip', 'text'],
  ['agent', 'session.agent', 'text'],
];

const USER: readonly ObjectColumn[] = [
  ['id', 'person.id', 'text'],
  ['orgId', 'person.org_id', 'text'],
  ['name', 'person.name', 'text'],
  ['lang', 'person.lang', 'text'],
  ['role', 'person.role', 'text'],
  ['status', 'person.status', 'text'],
];

const GRANT: readonly ObjectColumn[] = [
  ['userId', 'access.user_id', 'text'],
  ['farmId', 'access.farm_id', 'text'],
  ['farmName', 'farm.name', 'text'],
  ['role', 'access.role', 'text'],
  ['grantedAt', 'access.granted_at', 'timestamp'],
  ['expiresAt', 'access.expires_at', 'timestamp'],
];

const ORGANISATION_GRANT: readonly ObjectColumn[] = GRANT.map(([name, expression, kind]) => [
  name,
  name.startsWith('farm') ? 'null' : expression,
  kind,
]);

const LINK: readonly ObjectColumn[] = [
  ['id', 'link.id', 'text'],
  ['orgId', 'link.org_id', 'text'],
  ['userId', 'link.user_id', 'text'],
  ['secretHash', 'link.secret_hash', 'text'],
  ['createdAt', 'link.created_at', 'timestamp'],
  ['createdBy', 'link.created_by', 'text'],
  ['expiresAt', 'link.expires_at', 'timestamp'],
  ['usedAt', 'link.used_at', 'timestamp'],
];

/** The users with these ids, except deleted ones, with their grants. */
export async function findUserRights(
  connection: Connection,
  ids: readonly string[],
): Promise<UserRights[]> {
  if (ids.length === 0) return [];
  const { dialect } = connection;
  const users = await selectObjects<Omit<UserRights, 'grants'>>(
    connection,
    sql`select ${objectOf(dialect, USER)} from users person
      where person.id in (${join([...ids])}) and person.deleted_at is null`,
  );
  const granted = await selectObjects<UserGrant>(
    connection,
    sql`select json from (
      select ${objectOf(dialect, ORGANISATION_GRANT)}, access.granted_at as since, '' as id
      from organisation_access access
      where access.user_id in (${join([...ids])}) and access.revoked_at is null
      union all
      select ${objectOf(dialect, GRANT)}, access.created_at, access.id
      from farm_access access join farms farm on farm.id = access.farm_id
      where access.user_id in (${join([...ids])}) and access.status = 'active'
        and access.deleted_at is null and farm.deleted_at is null
        and farm.org_id = access.org_id
    ) granted
    order by case when id = '' then 0 else 1 end, since, id`,
  );
  const grants = groupBy(granted, ({ userId }) => userId);
  return users.map((user) => ({ ...user, grants: grants.get(user.id) ?? [] }));
}

export async function insertSession(
  connection: Connection,
  session: StoredSession & { readonly tokenHash: string },
): Promise<void> {
  await connection.run(sql`
    insert into sign_in_sessions
      (id, org_id, user_id, token_hash, method, created_at, used_at, ip, agent)
    values (${session.id}, ${session.orgId}, ${session.userId}, ${session.tokenHash},
      ${session.method}, ${session.createdAt}, ${session.usedAt}, ${session.ip},
      ${session.agent})`);
}

/** The session with that token hash; undefined if there is none. */
export async function findSession(
  connection: Connection,
  tokenHash: string,
): Promise<StoredSession | undefined> {
  const [session] = await selectSessions(connection, sql`session.token_hash = ${tokenHash}`);
  return session;
}

/** The existing sessions with these ids, unordered. */
export function findSessions(
  connection: Connection,
  ids: readonly string[],
): Promise<StoredSession[]> {
  return selectSessions(connection, sql`session.id in (${join([...ids])})`);
}

/** Maximum number of sessions returned by `listSessions`, newest first. */
export const MOST_SESSIONS = 1000;

/** The sessions of an organisation or of one of its users within a maximum age, newest first. */
export function listSessions(
  connection: Connection,
  query: {
    readonly orgId: string;
    readonly userIds: readonly string[] | undefined;
    readonly createdAfter: string;
    readonly usedAfter: string;
  },
): Promise<StoredSession[]> {
  const { orgId, userIds } = query;
  if (userIds?.length === 0) return Promise.resolve([]);
  const ownSessions =
    userIds === undefined ? sql`1 = 1` : sql`session.user_id in (${join([...userIds])})`;
  return selectSessions(
    connection,
    sql`session.org_id = ${orgId} and ${ownSessions} and session.created_at > ${query.createdAfter}
      and session.used_at > ${query.usedAfter}
      order by session.created_at desc, session.id desc limit ${MOST_SESSIONS}`,
  );
}

function selectSessions(connection: Connection, condition: Sql): Promise<StoredSession[]> {
  return selectObjects<StoredSession>(
    connection,
    sql`select ${objectOf(connection.dialect, SESSION)} from sign_in_sessions session
      where ${condition}`,
  );
}

/** Records the use of a session. */
export async function touchSession(
  connection: Connection,
  session: { readonly id: string; readonly at: string },
): Promise<void> {
  await connection.run(
    sql`update sign_in_sessions set used_at = ${session.at}
      where id = ${session.id} and used_at < ${session.at}`,
  );
}

/** Ends a session; false if it does not exist. */
export async function deleteSession(connection: Connection, id: string): Promise<boolean> {
  return (await connection.run(sql`delete from sign_in_sessions where id = ${id}`)) > 0;
}

/** Ends all sessions of a user and revokes the links; returns the number of sessions. */
export async function deleteSignIns(connection: Connection, userId: string): Promise<number> {
  // Links before sessions, the lock order of signing in.
  await deleteLinks(connection, userId);
  return connection.run(sql`delete from sign_in_sessions where user_id = ${userId}`);
}

/** Ends the sessions that a user started by one method. */
export async function deleteSessionsBy(
  connection: Connection,
  { userId, method }: Pick<StoredSession, 'userId' | 'method'>,
): Promise<void> {
  await connection.run(
    sql`delete from sign_in_sessions where user_id = ${userId} and method = ${method}`,
  );
}

/** Revokes all links of a user; returns their number. */
export function deleteLinks(connection: Connection, userId: string): Promise<number> {
  return connection.run(sql`delete from sign_in_links where user_id = ${userId}`);
}

/** Deletes expired sessions and links; returns their number. */
export async function forgetSignIns(
  connection: Connection,
  before: {
    readonly createdAt: string;
    readonly usedAt: string;
    readonly linksExpiredAt: string;
  },
): Promise<number> {
  const links = await connection.run(
    sql`delete from sign_in_links where expires_at <= ${before.linksExpiredAt}`,
  );
  const sessions = await connection.run(sql`
    delete from sign_in_sessions
    where created_at <= ${before.createdAt} or used_at <= ${before.usedAt}`);
  return sessions + links;
}

export async function insertLink(connection: Connection, link: StoredLink): Promise<void> {
  await connection.run(sql`
    insert into sign_in_links
      (id, org_id, user_id, secret_hash, created_at, created_by, expires_at, used_at)
    values (${link.id}, ${link.orgId}, ${link.userId}, ${link.secretHash}, ${link.createdAt},
      ${link.createdBy}, ${link.expiresAt}, ${link.usedAt})`);
}

/** The links of a user, including used and expired ones, oldest first. */
export function listLinks(
  connection: Connection,
  { orgId, userId }: Pick<StoredLink, 'orgId' | 'userId'>,
): Promise<StoredLink[]> {
  return selectObjects<StoredLink>(
    connection,
    sql`select ${objectOf(connection.dialect, LINK)} from sign_in_links link
      where link.user_id = ${userId} and link.org_id = ${orgId}
      order by link.created_at, link.id`,
  );
}

/** The link with that id, including used and expired ones. */
export async function findLink(
  connection: Connection,
  id: string,
): Promise<StoredLink | undefined> {
  const [link] = await selectObjects<StoredLink>(
    connection,
    sql`select ${objectOf(connection.dialect, LINK)} from sign_in_links link where link.id = ${id}`,
  );
  return link;
}

/**
 * Marks a link as used; false if it was used before, possibly by another instance in the meantime.
 */
export async function consumeLink(
  connection: Connection,
  link: { readonly id: string; readonly at: string },
): Promise<boolean> {
  const used = await connection.run(
    sql`update sign_in_links set used_at = ${link.at} where id = ${link.id} and used_at is null`,
  );
  return used > 0;
}

/** Gives a user a role in the whole organisation, replacing an earlier one. */
export async function grantOrganisation(
  connection: Connection,
  grant: {
    readonly userId: string;
    readonly orgId: string;
    readonly role: string;
    readonly grantedBy: string;
    readonly grantedAt: string;
    readonly expiresAt: string | null;
  },
): Promise<void> {
  await connection.run(sql`
    insert into organisation_access
      (user_id, org_id, role, granted_by, granted_at, expires_at, revoked_at)
    values (${grant.userId}, ${grant.orgId}, ${grant.role}, ${grant.grantedBy},
      ${grant.grantedAt}, ${grant.expiresAt}, ${null})
    on conflict (user_id) do update set role = excluded.role, granted_by = excluded.granted_by,
      granted_at = excluded.granted_at, expires_at = excluded.expires_at,
      revoked_at = excluded.revoked_at`);
}

/** Revokes the role of a user in the whole organisation; false if there is none. */
export async function revokeOrganisation(
  connection: Connection,
  grant: { readonly userId: string; readonly at: string },
): Promise<boolean> {
  const revoked = await connection.run(sql`
    update organisation_access set revoked_at = ${grant.at}
    where user_id = ${grant.userId} and revoked_at is null`);
  return revoked > 0;
}

/** An owner of the whole organisation, until a time or, with null, indefinitely. */
interface Owner {
  readonly id: string;
  readonly expiresAt: string | null;
}

const OWNER: readonly ObjectColumn[] = [
  ['id', 'person.id', 'text'],
  ['expiresAt', 'access.expires_at', 'timestamp'],
];

/** The active users who currently own the whole organisation. */
export function listOwners(
  connection: Connection,
  { orgId, at }: { readonly orgId: string; readonly at: string },
): Promise<Owner[]> {
  return selectObjects<Owner>(
    connection,
    sql`select ${objectOf(connection.dialect, OWNER)}
      from organisation_access access join users person on person.id = access.user_id
      where access.org_id = ${orgId} and access.role = 'owner' and access.revoked_at is null
        and (access.expires_at is null or access.expires_at > ${at})
        and person.role = 'owner' and person.status = 'active' and person.deleted_at is null
      order by person.created_at, person.id`,
  );
}
