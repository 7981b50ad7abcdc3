import type { Logger } from 'pino';
import { goBrainRound } from '../platform/brain/go-brain-round.ts';
import type { Runtime } from '../platform/runtime.ts';
import { endingFirst } from './ending-first.ts';
import type { RunningServer } from './running-server.ts';
import { everyMillis, type JobRun, scheduleOnce } from './schedule-once.ts';

/** The rules about air are applied as often; what else is due is decided farm by farm. */
const ROUND_MILLIS = 15 * 60_000;
const LEASE_MILLIS = 60_000;

/** The server, with its farms looked through by the brain, one of the instances for all. */
export function withBrain(
  server: RunningServer,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Logger },
): RunningServer {
  const onFailure = (farmId: string, what: string, error: unknown) => {
    log.error({ err: error, farmId, what }, 'a part of a brain scan failed');
  };
  const job = {
    name: 'brain',
    lastDue: everyMillis(ROUND_MILLIS),
    leaseMillis: LEASE_MILLIS,
    async work({ signal }: JobRun) {
      const monotonicMillis = () => performance.now();
      await goBrainRound(runtime, { signal, monotonicMillis, onFailure });
    },
  };
  const schedule = scheduleOnce(runtime, job, { log });
  return endingFirst(server, () => schedule.stop());
}
