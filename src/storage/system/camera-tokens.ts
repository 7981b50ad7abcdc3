import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';

/** A camera-connection token as it is stored; its secret is kept only as a hash. */
export interface StoredCameraToken {
  readonly id: string;
  readonly orgId: string;
  readonly integrationId: string;
  /** SHA-256 of the secret, lower-case hex. */
  readonly secretHash: string;
  readonly createdAt: string;
}

/** A token with the integration it stands for, as it is now. */
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

/** Inserts a token. */
export async function insertCameraToken(
  connection: Connection,
  token: StoredCameraToken,
): Promise<void> {
  await connection.run(sql`
    insert into camera_tokens (id, org_id, integration_id, secret_hash, created_at)
    values (${token.id}, ${token.orgId}, ${token.integrationId}, ${token.secretHash},
      ${token.createdAt})`);
}

/** The token of that id, a revoked one too; undefined when its integration or farm is gone. */
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

/** Revokes the tokens of an integration, from the next request on. */
export async function revokeCameraTokens(
  connection: Connection,
  input: { readonly orgId: string; readonly integrationId: string; readonly at: string },
): Promise<void> {
  await connection.run(sql`
    update camera_tokens set revoked_at = ${input.at}
    where integration_id = ${input.integrationId} and org_id = ${input.orgId}
      and revoked_at is null`);
}
