import sql from 'sql-template-tag';
import type { Connection, Transaction } from '../database.ts';

/** What the descriptors of an organisation's actions are signed with; undefined before the first. */
export async function findActionSecret(
  connection: Connection,
  orgId: string,
): Promise<string | undefined> {
  const found = await connection.first<{ secret: string }>(
    sql`select secret from action_secrets where org_id = ${orgId}`,
  );
  return found?.secret;
}

/** The secret of the organisation; the one given where it has none yet. */
export async function takeActionSecret(
  transaction: Transaction,
  input: { readonly orgId: string; readonly fresh: () => string; readonly createdAt: string },
): Promise<string> {
  const { orgId, fresh, createdAt } = input;
  const known = await findActionSecret(transaction, orgId);
  if (known !== undefined) return known;
  // Two first actions at the same moment: the later one waits here and reads the other's secret.
  await transaction.run(sql`
    insert into action_secrets (org_id, secret, created_at)
    values (${orgId}, ${fresh()}, ${createdAt}) on conflict (org_id) do nothing`);
  const taken = await findActionSecret(transaction, orgId);
  if (taken === undefined) throw new Error('the secret of the actions was not kept');
  return taken;
}
