import type { StoredWebhook } from '../../storage/system/webhooks.ts';
import type { FillRandom } from '../../tools/ids.ts';
import type { SecretBox } from './secret-box.ts';
import type { SigningSecrets } from './sign-delivery.ts';

const SECRET_BYTES = 32;

/** A new secret as it is shown once: `whsec_` and the base64 of 32 random bytes. */
export function newSecret(fillRandom: FillRandom): string {
  return `whsec_${Buffer.from(fillRandom(new Uint8Array(SECRET_BYTES))).toString('base64')}`;
}

/** The previous secret of a webhook, sealed, while it still signs; null afterwards. */
export function previousSecretAt(webhook: StoredWebhook, now: number): string | null {
  const { previousSecret, previousSecretUntil } = webhook;
  return Date.parse(previousSecretUntil ?? '') > now ? previousSecret : null;
}

/** What signs the deliveries of a webhook now; throws when the secrets cannot be opened. */
export function openSecrets(box: SecretBox, webhook: StoredWebhook, now: number): SigningSecrets {
  const previous = previousSecretAt(webhook, now);
  return {
    secret: box.open(webhook.secret, webhook.id),
    previous: previous === null ? undefined : box.open(previous, webhook.id),
  };
}
