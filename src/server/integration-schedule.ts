import type { Logger } from 'pino';
import { sweepDevices } from '../platform/devices/sweep-devices.ts';
import type { Connections } from '../platform/integrations/connections.ts';
import { pollFeeds } from '../platform/integrations/poll-feeds.ts';
import type { Runtime } from '../platform/runtime.ts';
import { endingFirst } from './ending-first.ts';
import type { RunningServer } from './running-server.ts';
import { everyMillis, type JobRun, scheduleOnce } from './schedule-once.ts';

const MINUTE_MILLIS = 60_000;
const SWEEP_MILLIS = 5 * MINUTE_MILLIS;
const LEASE_MILLIS = 60_000;

/** What the schedules of integrations need of a service. */
export interface IntegrationService {
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly connections: Connections;
}

/** The server, with its integrations polled when they are due, one of the instances for all. */
export function withIntegrations(
  server: RunningServer,
  { runtime, log, connections }: IntegrationService,
  options: { readonly lookMillis?: number } = {},
): RunningServer {
  const onFailure = (integrationId: string, error: unknown) => {
    log.warn({ err: error, integrationId }, 'an integration could not be read');
  };
  const job = {
    name: 'integrations',
    lastDue: everyMillis(MINUTE_MILLIS),
    leaseMillis: LEASE_MILLIS,
    async work({ signal }: JobRun) {
      await pollFeeds({ runtime, connections, signal, onFailure });
    },
  };
  const schedule = scheduleOnce(runtime, job, { log, ...options });
  return endingFirst(server, () => schedule.stop());
}

/** The server, with devices put offline that have fallen silent, by one of the instances. */
export function withDeviceSweep(
  server: RunningServer,
  { runtime, log }: Pick<IntegrationService, 'runtime' | 'log'>,
): RunningServer {
  const job = {
    name: 'devices',
    lastDue: everyMillis(SWEEP_MILLIS),
    leaseMillis: LEASE_MILLIS,
    async work({ signal }: JobRun) {
      await sweepDevices(runtime, signal);
    },
  };
  const schedule = scheduleOnce(runtime, job, { log });
  return endingFirst(server, () => schedule.stop());
}
