import type { OutboundPolicy } from '../outbound/outbound-policy.ts';
import type { SecretBox } from './secret-box.ts';

/** What webhooks are managed with: where they may call, and what keeps their secrets. */
export interface WebhookSettings {
  readonly policy: OutboundPolicy;
  readonly secrets: SecretBox;
}
