import type { Logger } from 'pino';
import { CommandDispatcher } from '../../platform/commands/command-dispatcher.ts';
import type { Runtime } from '../../platform/core/runtime.ts';
import type { Connections } from '../../platform/integrations/poll-feeds.ts';
import { resolveSecret } from '../../platform/integrations/secret-references.ts';
import { createMailer, type MailSettings } from '../../platform/notices/mail.ts';
import { NoticeDispatcher } from '../../platform/notices/notice-dispatcher.ts';
import { createOutboundClient } from '../../platform/outbound/outbound-client.ts';
import { Dispatcher } from '../../platform/webhooks/dispatcher.ts';
import type { WebhookSettings } from '../../platform/webhooks/webhook-secrets.ts';
import { returnAllNotices } from '../../storage/system/notices.ts';
import { takeBackAll } from '../../storage/webhooks/webhook-claims.ts';

/** Work that goes on until it is stopped. */
export interface Worker {
  stop(): Promise<void>;
}

interface SenderTools {
  readonly runtime: Runtime;
  readonly log: Logger;
}

/**
 * Takes back what was on its way when the process before this one died. With PostgreSQL other
 * instances are at work, and its leases have to run out.
 */
export async function recoverDeliveries({ database }: Pick<Runtime, 'database'>): Promise<void> {
  if (database.dialect.name !== 'sqlite') return;
  await database.transaction(async (transaction) => {
    await takeBackAll(transaction);
    await returnAllNotices(transaction);
  });
}

/** Begins to deliver webhooks; every instance delivers. */
export function startWebhooks({ runtime, log }: SenderTools, settings: WebhookSettings): Worker {
  const client = createOutboundClient(settings.policy);
  const dispatcher = new Dispatcher({
    runtime,
    client,
    secrets: settings.secrets,
    random: Math.random,
    onError: (error) => {
      log.warn({ err: error }, 'webhooks could not be delivered; it will be tried again');
    },
  });
  dispatcher.start();
  return {
    async stop() {
      await dispatcher.stop();
      await client.close();
    },
  };
}

/** Begins to send approved commands to their controllers; every instance sends. */
export function startCommands(
  { runtime, log }: SenderTools,
  { client, secrets: places }: Connections,
): Worker {
  const dispatcher = new CommandDispatcher({
    runtime,
    client,
    findSecret: (reference, target) => resolveSecret(reference, { places, ...target }),
    onError: (error) => {
      log.error({ err: error }, 'a command to a controller could not be delivered');
    },
  });
  dispatcher.start();
  return dispatcher;
}

/** How users are notified of alerts. */
export interface NoticeSettings {
  /** The mail server; without it e-mail is not sent. */
  readonly mail?: MailSettings;
  /** The address of the service for browsers; without it messages contain no links. */
  readonly publicUrl?: string;
  /** The address of the Telegram API where it is not the public one. */
  readonly telegramUrl?: string;
}

/** Begins to notify users; every instance does. */
export function startNotices(
  { runtime, log, connections }: SenderTools & { readonly connections: Connections },
  { mail, publicUrl, telegramUrl }: NoticeSettings,
  { secrets }: WebhookSettings,
): Worker {
  const mailer = mail && createMailer(mail);
  const dispatcher = new NoticeDispatcher({
    runtime,
    mailer,
    connections,
    secrets,
    publicUrl,
    telegramUrl,
    random: Math.random,
    onError: (error) => {
      log.warn({ err: error }, 'users could not be notified; it will be tried again');
    },
  });
  dispatcher.start();
  return {
    async stop() {
      await dispatcher.stop();
      mailer?.close();
    },
  };
}
