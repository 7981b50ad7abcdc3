import type { Logger } from 'pino';
import type { Runtime } from '../platform/runtime.ts';
import { goCameraRound } from '../platform/vision/camera-rounds.ts';
import { endingFirst } from './ending-first.ts';
import type { RunningServer } from './running-server.ts';
import { everyMillis, type JobRun, scheduleOnce } from './schedule-once.ts';

const HOUR_MILLIS = 3_600_000;
const LEASE_MILLIS = 60_000;

/** The server, with the hourly round over the cameras of all farms, by one of the instances. */
export function withCameraRounds(
  server: RunningServer,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Logger },
): RunningServer {
  const job = {
    name: 'cameras',
    lastDue: everyMillis(HOUR_MILLIS),
    leaseMillis: LEASE_MILLIS,
    async work({ signal }: JobRun) {
      await goCameraRound(runtime, signal);
    },
  };
  const schedule = scheduleOnce(runtime, job, { log });
  return endingFirst(server, () => schedule.stop());
}
