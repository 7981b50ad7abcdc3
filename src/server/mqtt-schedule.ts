import { setTimeout } from 'node:timers/promises';
import { MqttFeeds } from '../platform/integrations/mqtt/mqtt-feeds.ts';
import { endingFirst } from './ending-first.ts';
import type { IntegrationService } from './integration-schedule.ts';
import type { RunningServer } from './running-server.ts';
import { type JobRun, LeaseLost, scheduleOnce } from './schedule-once.ts';

const NAME = 'mqtt';
const LEASE_MILLIS = 30_000;
const LOOK_MILLIS = 10_000;
/** How soon a new integration, or another mapping, is noticed. */
const SYNC_MILLIS = 10_000;

/**
 * The server, with the brokers of its integrations listened to by one of the instances: a job that
 * is due once and never done, so that another takes it over when its holder is gone.
 */
export function withMqtt(
  server: RunningServer,
  { runtime, log, connections }: IntegrationService,
): RunningServer {
  const onFailure = (error: unknown, integrationId?: string) => {
    log.warn({ err: error, integrationId }, 'a broker could not be listened to');
  };
  const job = {
    name: NAME,
    lastDue: () => 0,
    leaseMillis: LEASE_MILLIS,
    async work({ signal }: JobRun) {
      const feeds = new MqttFeeds({ runtime, connections, random: Math.random, onFailure });
      try {
        while (!signal.aborted) {
          await feeds.sync();
          await setTimeout(SYNC_MILLIS, undefined, { signal, ref: false }).catch(() => {});
        }
      } finally {
        await feeds.close();
      }
      // It is not done: whoever looks next goes on with it.
      throw new LeaseLost(NAME);
    },
  };
  const schedule = scheduleOnce(runtime, job, { log, lookMillis: LOOK_MILLIS });
  return endingFirst(server, () => schedule.stop());
}
