import type { Logger } from 'pino';
import { goBrainRound, judgeChangedFarm } from '../platform/brain/go-brain-round.ts';
import type { Runtime } from '../platform/runtime.ts';
import { endingFirst } from './ending-first.ts';
import type { RunningServer } from './running-server.ts';
import { everyMillis, type JobRun, scheduleOnce } from './schedule-once.ts';

/** The rules about air are applied as often; what else is due is decided farm by farm. */
const ROUND_MILLIS = 15 * 60_000;
const LEASE_MILLIS = 60_000;
/** Changes that arrive together, as those of an import, are judged together. */
const SETTLE_MILLIS = 1000;

/**
 * The server, with its farms looked through by the brain, one of the instances for all. A farm with
 * a new, changed or deleted log, sale, delivery or treatment is judged within seconds, by the
 * instance that wrote it, and at once when its digest or alerts are read from that instance.
 */
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
  const judging = judgeAfterChanges(runtime, onFailure);
  return endingFirst(server, async () => {
    await Promise.all([schedule.stop(), judging.stop()]);
  });
}

function judgeAfterChanges(
  runtime: Runtime,
  onFailure: (farmId: string, what: string, error: unknown) => void,
): { stop(): Promise<void> } {
  const { changedFarms } = runtime;
  const stopping = new AbortController();
  const options = {
    signal: stopping.signal,
    monotonicMillis: () => performance.now(),
    onFailure,
  };
  let timer: NodeJS.Timeout | undefined;
  let judging = Promise.resolve();
  const judgeAll = () => {
    timer = undefined;
    judging = judging.then(() => changedFarms?.judgeAll());
  };
  const end = changedFarms?.judgeWith(
    // A failure is told of by `onFailure`.
    (farm) => judgeChangedFarm(runtime, farm, options),
    () => {
      timer ??= setTimeout(judgeAll, SETTLE_MILLIS);
    },
  );
  return {
    async stop() {
      end?.();
      clearTimeout(timer);
      stopping.abort();
      await judging;
    },
  };
}
