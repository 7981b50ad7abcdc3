import sql, { join, raw, type Sql } from 'sql-template-tag';
import { users } from '../../model/resources/users.ts';
import type { Connection } from '../core/database.ts';
import type { Scope } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

/** A stored key; its secret is stored only as a hash. */
export interface StoredKey {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  /** SHA-256 of the secret, lower-case hex. */
  readonly secretHash: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  /** The farms the key is pinned to; null: all farms of the organisation. */
  readonly farmIds: readonly string[] | null;
  /** Requests per minute; null: no limit. */
  readonly rateLimitPerMinute: number | null;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** A stored key with the user whose rights limit it. */
export interface KnownKey extends StoredKey {
  /**
   * The user who created the key, directly or through other keys; null for a key of an operator.
   */
  readonly userId: string | null;
}

interface KeyRow {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly secret_hash: string;
  readonly last4: string;
  readonly scopes: string;
  readonly farm_ids: string | null;
  readonly rate_limit_per_minute: number | string | null;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly user_id: string | null;
}

export async function insertKey(connection: Connection, key: StoredKey): Promise<void> {
  await connection.run(sql`
    insert into api_keys (id, org_id, name, secret_hash, last4, scopes, farm_ids,
      rate_limit_per_minute, created_at, created_by, expires_at, revoked_at)
    values (${key.id}, ${key.orgId}, ${key.name}, ${key.secretHash}, ${key.last4},
      ${JSON.stringify(key.scopes)}, ${key.farmIds && JSON.stringify(key.farmIds)},
      ${key.rateLimitPerMinute}, ${key.createdAt}, ${key.createdBy}, ${key.expiresAt},
      ${key.revokedAt})`);
}

/** The key with that id, including revoked and expired ones; undefined if there is none. */
export async function findKey(connection: Connection, id: string): Promise<KnownKey | undefined> {
  const [key] = await selectKeys(connection, sql`id = ${id}`);
  return key;
}

/** The keys with these ids, unordered. */
export function findKeys(connection: Connection, ids: readonly string[]): Promise<KnownKey[]> {
  return selectKeys(connection, sql`id in (${join([...ids])})`);
}

/** Not a parameter: SQLite recompiles a statement for each value of a pattern parameter. */
const isUserId = raw(`like '${users.idPrefix}_%'`);

/**
 * Expression for the user who created the key of an alias, directly or through other keys; else
 * null.
 */
export function makerOf(alias: string): Sql {
  return sql`(
    with recursive makers as (
      select ${raw(alias)}.created_by as id
      union
      select maker.created_by from makers join api_keys maker on maker.id = makers.id)
    select id from makers where id ${isUserId} limit 1)`;
}

/** One page of the keys within a scope, newest first, with the total number. */
export async function listKeys(
  connection: Connection,
  input: { readonly scope: Scope; readonly limit: number; readonly offset: number },
): Promise<{ readonly keys: StoredKey[]; readonly total: number }> {
  const predicate = keyPredicate(connection, input.scope);
  const counted = await connection.first<{ total: number | string }>(
    sql`select count(*) as total from api_keys where ${predicate}`,
  );
  const keys = await selectKeys(
    connection,
    sql`${predicate} order by created_at desc, id desc
      limit ${input.limit} offset ${input.offset}`,
  );
  return { keys, total: Number(counted?.total ?? 0) };
}

/** A scope limited to certain farms contains the keys restricted to those farms or some of them. */
function keyPredicate({ dialect }: Connection, { orgId, farmIds }: Scope): Sql {
  const ownKeys = sql`org_id = ${orgId}`;
  if (farmIds === 'all') return ownKeys;
  if (farmIds.length === 0) return sql`1 = 0`;
  const items = raw(dialect.listItems('api_keys.farm_ids'));
  return sql`${ownKeys} and farm_ids is not null and not exists (
    select 1 from ${items} where value not in (${join([...farmIds])}))`;
}

/** The mutable properties of a key. */
export type KeyChange = Partial<
  Pick<StoredKey, 'name' | 'rateLimitPerMinute' | 'expiresAt' | 'revokedAt'>
>;

export async function updateKey(
  connection: Connection,
  id: string,
  change: KeyChange,
): Promise<void> {
  const sets: Sql[] = [];
  if (change.name !== undefined) sets.push(sql`name = ${change.name}`);
  if (change.rateLimitPerMinute !== undefined)
    sets.push(sql`rate_limit_per_minute = ${change.rateLimitPerMinute}`);
  if (change.expiresAt !== undefined) sets.push(sql`expires_at = ${change.expiresAt}`);
  if (change.revokedAt !== undefined) sets.push(sql`revoked_at = ${change.revokedAt}`);
  if (sets.length === 0) return;
  await connection.run(sql`update api_keys set ${join(sets)} where id = ${id}`);
}

async function selectKeys(connection: Connection, condition: Sql): Promise<KnownKey[]> {
  const instant = (column: string) => raw(connection.dialect.jsonValue(column, 'timestamp'));
  const rows = await connection.all<KeyRow>(sql`
    select id, org_id, name, secret_hash, last4, scopes, farm_ids, rate_limit_per_minute,
      ${instant('created_at')} as created_at, created_by,
      ${instant('expires_at')} as expires_at, ${instant('revoked_at')} as revoked_at,
      ${makerOf('api_keys')} as user_id
    from api_keys where ${condition}`);
  return rows.map(fromRow);
}

function fromRow(row: KeyRow): KnownKey {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    secretHash: row.secret_hash,
    last4: row.last4,
    scopes: JSON.parse(row.scopes),
    farmIds: row.farm_ids === null ? null : JSON.parse(row.farm_ids),
    rateLimitPerMinute:
      row.rate_limit_per_minute === null ? null : Number(row.rate_limit_per_minute),
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    userId: row.user_id,
  };
}

/** A stored camera-connection token; its secret is stored only as a hash. */
export interface StoredCameraToken {
  readonly id: string;
  readonly orgId: string;
  readonly integrationId: string;
  /** SHA-256 of the secret, lower-case hex. */
  readonly secretHash: string;
  readonly createdAt: string;
}

/** A token with the current state of its integration. */
export interface CameraToken extends Omit<StoredCameraToken, 'createdAt'> {
  readonly revokedAt: string | null;
  readonly name: string | null;
  readonly farmId: string;
  readonly barnId: string | null;
  readonly status: string;
  readonly lastSuccessAt: string | null;
}

const TOKEN: readonly ObjectColumn[] = [
  ['id', 'token.id', 'text'],
  ['orgId', 'token.org_id', 'text'],
  ['integrationId', 'token.integration_id', 'text'],
  ['secretHash', 'token.secret_hash', 'text'],
  ['revokedAt', 'token.revoked_at', 'timestamp'],
  ['name', 'integration.name', 'text'],
  ['farmId', 'integration.farm_id', 'text'],
  ['barnId', 'integration.barn_id', 'text'],
  ['status', 'integration.status', 'text'],
  ['lastSuccessAt', 'integration.last_success_at', 'timestamp'],
];

export async function insertCameraToken(
  connection: Connection,
  token: StoredCameraToken,
): Promise<void> {
  await connection.run(sql`
    insert into camera_tokens (id, org_id, integration_id, secret_hash, created_at)
    values (${token.id}, ${token.orgId}, ${token.integrationId}, ${token.secretHash},
      ${token.createdAt})`);
}

/**
 * The token with that id, including revoked ones; undefined if its integration or farm was deleted.
 */
export async function findCameraToken(
  connection: Connection,
  id: string,
): Promise<CameraToken | undefined> {
  const [token] = await selectObjects<CameraToken>(
    connection,
    sql`
      select ${objectOf(connection.dialect, TOKEN)}
      from camera_tokens token
      join integrations integration
        on integration.id = token.integration_id and integration.org_id = token.org_id
      join farms farm on farm.id = integration.farm_id
      where token.id = ${id} and integration.deleted_at is null and farm.deleted_at is null
        and integration.kind = 'camera'`,
  );
  return token;
}

/** Revokes the tokens of an integration, effective from the next request. */
export async function revokeCameraTokens(
  connection: Connection,
  input: { readonly orgId: string; readonly integrationId: string; readonly at: string },
): Promise<void> {
  await connection.run(sql`
    update camera_tokens set revoked_at = ${input.at}
    where integration_id = ${input.integrationId} and org_id = ${input.orgId}
      and revoked_at is null`);
}
