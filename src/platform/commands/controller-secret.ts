import { createHmac } from 'node:crypto';
import type { Transaction } from '../../storage/database.ts';
import { takeActionSecret } from '../../storage/system/action-secrets.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../runtime.ts';

const SECRET_BYTES = 32;

/**
 * The secret, `whsec_…`, by which commands to a controller are signed that names no secret of its
 * own. It is made from a secret of the organisation and always the same for an integration.
 */
export async function controllerSecret(
  { fillRandom }: Pick<Runtime, 'fillRandom'>,
  transaction: Transaction,
  input: { readonly orgId: string; readonly integrationId: string; readonly now: number },
): Promise<string> {
  const { orgId, integrationId, now } = input;
  const fresh = () => Buffer.from(fillRandom(new Uint8Array(SECRET_BYTES))).toString('base64url');
  const createdAt = formatInstant(now);
  const secret = await takeActionSecret(transaction, { orgId, fresh, createdAt });
  // No descriptor of an action begins so: what signs them says nothing of this secret.
  const mac = createHmac('sha256', secret).update(`controller\n${integrationId}`);
  return `whsec_${mac.digest('base64')}`;
}
