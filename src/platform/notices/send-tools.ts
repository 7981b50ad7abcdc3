import type { Connections } from '../integrations/poll-feeds.ts';
import type { SecretBox } from '../webhooks/webhook-secrets.ts';
import type { Mailer } from './mail.ts';

/** Everything that messages are sent with. */
export interface SendTools {
  readonly mailer: Mailer | undefined;
  readonly connections: Connections;
  readonly secrets: SecretBox;
  /** The address of the Telegram API where it is not the public one. */
  readonly telegramUrl?: string | undefined;
  /** The address of the service for browsers, without a slash at the end. */
  readonly publicUrl: string | undefined;
  readonly signal: AbortSignal;
}
