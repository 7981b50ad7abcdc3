import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** A camera-connection token as it is stored; its secret is kept only as a hash. */
export interface StoredCameraToken {
  readonly id: string;
  readonly orgId: string;
  readonly integrationId: string;
  /** SHA-256 of the secret, lower-case hex. */
  readonly secretHash: string;
  readonly createdAt: string;
}

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
