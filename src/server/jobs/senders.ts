import type { ConnectionLog } from '../../platform/administration/connection-log.ts';
import { CommandDispatcher } from '../../platform/commands/send-command.ts';
import type { Runtime } from '../../platform/core/runtime.ts';
import type { Connections } from '../../platform/integrations/poll-feeds.ts';
import { resolveSecret } from '../../platform/integrations/secret-references.ts';
import type { SendOutcome } from '../../platform/notices/compose-notice.ts';
import { createMailer, type MailSettings } from '../../platform/notices/mail.ts';
import { NoticeDispatcher } from '../../platform/notices/notice-dispatcher.ts';
import { createOutboundClient } from '../../platform/outbound/outbound-client.ts';
import { Dispatcher } from '../../platform/webhooks/dispatcher.ts';
import type { WebhookSettings } from '../../platform/webhooks/webhook-secrets.ts';
import { returnAllNotices } from '../../storage/system/notices.ts';
import { takeBackAll } from '../../storage/webhooks/webhook-claims.ts';
import type { Service } from '../core/compose-service.ts';

/** Work that goes on until it is stopped. */
export interface Worker {
  stop(): Promise<void>;
}

interface SenderTools extends Pick<Service, 'runtime' | 'log' | 'outages'> {}

/** Tells of an error, unless it is an outage of the database. */
function warning({ log, outages }: SenderTools, message: string) {
  return (error: unknown) => {
    if (!outages.covers(error)) log.warn({ err: error }, message);
  };
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
export function startWebhooks(tools: SenderTools, settings: WebhookSettings): Worker {
  const { runtime } = tools;
  const client = createOutboundClient(settings.policy);
  const dispatcher = new Dispatcher({
    runtime,
    client,
    secrets: settings.secrets,
    random: Math.random,
    onError: warning(tools, 'webhooks could not be delivered; it will be tried again'),
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
  tools: SenderTools,
  { client, secrets: places }: Connections,
): Worker {
  const { runtime } = tools;
  const dispatcher = new CommandDispatcher({
    runtime,
    client,
    findSecret: (reference, target) => resolveSecret(reference, { places, ...target }),
    onError: warning(tools, 'a command to a controller could not be delivered'),
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
  tools: SenderTools & Pick<Service, 'connections' | 'connectionLog'>,
  { mail, publicUrl, telegramUrl }: NoticeSettings,
  { secrets }: WebhookSettings,
): Worker {
  const { runtime, connections } = tools;
  const mailer = mail && createMailer(mail);
  const dispatcher = new NoticeDispatcher({
    runtime,
    mailer,
    connections,
    secrets,
    publicUrl,
    telegramUrl,
    random: Math.random,
    onOutcome: (channel, outcome) => recordProvider(tools.connectionLog, channel, outcome),
    onError: warning(tools, 'users could not be notified; it will be tried again'),
  });
  dispatcher.start();
  return {
    async stop() {
      await dispatcher.stop();
      mailer?.close();
    },
  };
}

/** The providers of the operator; an `http` channel or a browser has one of its own. */
const PROVIDERS: Readonly<Record<string, 'mail' | 'telegram'>> = {
  email: 'mail',
  telegram: 'telegram',
};

/** What fails because of one recipient says nothing of the provider. */
function recordProvider(log: ConnectionLog, channel: string, outcome: SendOutcome): void {
  const provider = PROVIDERS[channel];
  if (!provider) return;
  if (outcome.isSent) log.back(provider, {});
  else if (!outcome.isOfChannel) log.lost(provider, {}, outcome.failure);
}
