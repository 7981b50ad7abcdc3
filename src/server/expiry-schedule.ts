import type { Logger } from 'pino';
import { limits } from '../model/limits.ts';
import { sweepExpired } from '../platform/expiry/sweep-expired.ts';
import type { Runtime } from '../platform/runtime.ts';
import { sweepUnownedWebhooks } from '../platform/webhooks/webhook-owner.ts';
import { endingFirst } from './ending-first.ts';
import type { RunningServer } from './running-server.ts';
import { everyMillis, type JobRun, scheduleOnce } from './schedule-once.ts';

const LEASE_MILLIS = 30_000;

/** The server, with what time does by itself written every minute, by one of the instances. */
export function withExpiry(
  server: RunningServer,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Logger },
): RunningServer {
  const onFailure = (id: string, error: unknown) => {
    log.warn({ err: error, id }, 'a row past its time could not be changed');
  };
  const job = {
    name: 'expiry',
    lastDue: everyMillis(limits.expirySweepMillis),
    leaseMillis: LEASE_MILLIS,
    async work({ signal }: JobRun) {
      await sweepExpired(runtime, { signal, onFailure });
      await sweepUnownedWebhooks(runtime);
    },
  };
  const schedule = scheduleOnce(runtime, job, { log });
  return endingFirst(server, () => schedule.stop());
}
