import { createSecretBox } from '../platform/webhooks/secret-box.ts';
import type { WebhookSettings } from '../platform/webhooks/webhook-settings.ts';
import { secureRandom } from '../tools/ids.ts';
import type { DatabaseLocation } from './open-database.ts';
import { secretKeyOf } from './secret-key.ts';

/**
 * What the webhooks of a service are managed with; those of a mock server may call its own machine.
 * Throws a plain error when the configured key is none.
 */
export function webhookSettingsOf(service: {
  readonly database: DatabaseLocation;
  readonly mock?: object;
  readonly allowedHosts?: readonly string[];
  readonly secretKey?: string;
}): WebhookSettings {
  const { database, mock, allowedHosts = [], secretKey } = service;
  return {
    policy: { allowedHosts, allowLoopback: mock !== undefined },
    secrets: createSecretBox(secretKeyOf(database, secretKey), secureRandom),
  };
}
