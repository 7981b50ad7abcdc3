import { integrations } from '../../model/resources/integrations.ts';
import type { Transaction } from '../../storage/database.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { replaceRow } from '../../storage/records/write-row.ts';
import { insertCameraToken, revokeCameraTokens } from '../../storage/system/camera-tokens.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../runtime.ts';
import { createCredential, hashSecret } from './key-text.ts';

/** A token just made: its text, which is shown once, and what may be shown of it later. */
export interface NewCameraToken {
  readonly token: string;
  readonly tokenPrefix: string;
}

/** The kind of integrations that cameras send through. */
export const CAMERA_KIND = 'camera';

/**
 * Gives an integration a new camera-connection token. The one before, if any, stops at once, on
 * every instance: tokens are looked up for every call.
 */
export async function issueCameraToken(
  runtime: Pick<Runtime, 'fillRandom'>,
  transaction: Transaction,
  input: { readonly integration: StoredRow; readonly now: number },
): Promise<NewCameraToken> {
  const { integration, now } = input;
  const { id: integrationId, orgId } = integration;
  const at = formatInstant(now);
  const { id, secret, text } = createCredential('cameraToken', runtime.fillRandom);
  const tokenPrefix = `cam_${id}`;
  await revokeCameraTokens(transaction, { orgId, integrationId, at });
  const secretHash = hashSecret(secret);
  await insertCameraToken(transaction, { id, orgId, integrationId, secretHash, createdAt: at });
  await replaceRow(transaction, integrations, { ...integration, tokenPrefix });
  return { token: text, tokenPrefix };
}
