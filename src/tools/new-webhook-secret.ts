import type { FillRandom } from './ids.ts';

const SECRET_BYTES = 32;

/** A new secret of a webhook as it is shown: `whsec_` and the base64 of 32 random bytes. */
export function newWebhookSecret(fillRandom: FillRandom): string {
  return `whsec_${Buffer.from(fillRandom(new Uint8Array(SECRET_BYTES))).toString('base64')}`;
}
