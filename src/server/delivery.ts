import type { Logger } from 'pino';
import { createOutboundClient } from '../platform/outbound/outbound-client.ts';
import type { Runtime } from '../platform/runtime.ts';
import { cleanUpWebhooks } from '../platform/webhooks/clean-up.ts';
import { Dispatcher } from '../platform/webhooks/dispatcher.ts';
import type { WebhookSettings } from '../platform/webhooks/webhook-settings.ts';
import { takeBackAll } from '../storage/system/webhook-claims.ts';
import { endingFirst } from './ending-first.ts';
import type { RunningServer } from './running-server.ts';
import { everyMillis, type JobRun, scheduleOnce } from './schedule-once.ts';

const HOUR_MILLIS = 3_600_000;
const LEASE_MILLIS = 60_000;

/**
 * What was on its way when the process before this one died. With PostgreSQL other instances are
 * at work, and its leases have to run out.
 */
export async function recoverDeliveries({ database }: Pick<Runtime, 'database'>): Promise<void> {
  if (database.dialect.name !== 'sqlite') return;
  await database.transaction((transaction) => takeBackAll(transaction));
}

/** The server, with its webhooks delivered; every instance delivers, one of them cleans up. */
export function withDelivery(
  server: RunningServer,
  settings: WebhookSettings,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Logger },
): RunningServer {
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
  const job = {
    name: 'webhooks',
    lastDue: everyMillis(HOUR_MILLIS),
    leaseMillis: LEASE_MILLIS,
    work: ({ signal }: JobRun) => cleanUpWebhooks(runtime, signal),
  };
  const schedule = scheduleOnce(runtime, job, { log });
  dispatcher.start();
  return endingFirst(server, async () => {
    await Promise.all([schedule.stop(), dispatcher.stop()]);
    await client.close();
  });
}
