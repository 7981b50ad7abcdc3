import type { StoredWebhook } from '../../storage/system/webhooks.ts';
import type { SigningSecrets } from '../../tools/sign-delivery.ts';
import type { SecretBox } from './secret-box.ts';

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
