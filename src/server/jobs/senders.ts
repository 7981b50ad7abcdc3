import type { Logger } from 'pino';
import { CommandDispatcher } from '../../platform/commands/command-dispatcher.ts';
import type { Runtime } from '../../platform/core/runtime.ts';
import type { Connections } from '../../platform/integrations/poll-feeds.ts';
import { resolveSecret } from '../../platform/integrations/secret-references.ts';
import { createOutboundClient } from '../../platform/outbound/outbound-client.ts';
import { Dispatcher } from '../../platform/webhooks/dispatcher.ts';
import type { WebhookSettings } from '../../platform/webhooks/webhook-secrets.ts';
import { takeBackAll } from '../../storage/system/webhook-claims.ts';

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
  await database.transaction((transaction) => takeBackAll(transaction));
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
