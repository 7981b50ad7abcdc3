import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** An integration that names a secret. */
export interface SecretUse {
  readonly id: string;
  readonly authRef: string;
  readonly lastError: string | null;
}

/** The integrations of all organisations that name a secret and are not switched off, by id. */
export function listSecretUses(connection: Connection): Promise<SecretUse[]> {
  return connection.all<SecretUse>(sql`
    select id, auth_ref as "authRef", last_error as "lastError" from integrations
    where auth_ref is not null and deleted_at is null and status not in ('paused', 'disabled')
    order by id`);
}
