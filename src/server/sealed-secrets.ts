import { createSecretBox } from '../platform/webhooks/secret-box.ts';
import type { WebhookHealth } from '../storage/system/webhook-health.ts';
import { secureRandom } from '../tools/ids.ts';

/** The webhooks whose secret cannot be opened with the key: nothing can be signed for them. */
export function unreadableWebhooks(
  webhooks: readonly Pick<WebhookHealth, 'id' | 'secret'>[],
  key: Uint8Array | undefined,
): readonly string[] {
  const box = key && createSecretBox(() => key, secureRandom);
  return webhooks
    .filter(({ id, secret }) => !opens(() => box?.open(secret, id)))
    .map(({ id }) => id);
}

function opens(open: () => string | undefined): boolean {
  try {
    return open() !== undefined;
  } catch {
    return false;
  }
}
