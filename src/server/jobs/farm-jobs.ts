import type { Logger } from 'pino';
import { limits } from '../../model/core/limits.ts';
import { goBrainRound, judgeChangedFarm } from '../../platform/alerts/farm-scans.ts';
import { goAutomationRound } from '../../platform/automations/automation-triggers.ts';
import type { Runtime } from '../../platform/core/runtime.ts';
import { analyzeNewImages } from '../../platform/media/analyze-media.ts';
import { createImageWork } from '../../platform/media/image-work.ts';
import { sweepExpired } from '../../platform/records/sweep-expired.ts';
import { goCameraRound } from '../../platform/vision/evaluate-events.ts';
import { sweepUnownedWebhooks } from '../../platform/webhooks/webhook-owners.ts';
import { endingFirst, type RunningServer } from './running-server.ts';
import { everyMillis, type JobRun, scheduleOnce } from './scheduler.ts';

const ROUND_MILLIS = 60_000;
const LEASE_MILLIS = 60_000;
/** A clock that runs with that of the machine is never this far off. */
const MOVED_MILLIS = 1000;
const MOCK_LOOK_MILLIS = 1000;

/**
 * The server, with the automations run once a minute that time alone sets off, by one of the
 * instances for all. On a mock server they begin when its clock is moved: until then what it says
 * depends on its seed alone.
 */
export function withAutomations(
  server: RunningServer,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Logger },
  options: { readonly waitsForMove?: boolean } = {},
): RunningServer {
  const onFailure = (farmId: string, error: unknown) => {
    log.error({ err: error, farmId }, 'the automations of a farm could not be run');
  };
  const isMoved = options.waitsForMove ? watchClock(runtime) : () => true;
  const job = {
    name: 'automations',
    lastDue: everyMillis(ROUND_MILLIS),
    leaseMillis: LEASE_MILLIS,
    async work({ signal }: JobRun) {
      if (isMoved()) await goAutomationRound(runtime, { signal, onFailure });
    },
  };
  const look = options.waitsForMove ? { lookMillis: MOCK_LOOK_MILLIS } : {};
  const schedule = scheduleOnce(runtime, job, { log, ...look });
  return endingFirst(server, () => schedule.stop());
}

/** Tells whether the clock was set since, rather than running on. */
function watchClock({ clock }: Pick<Runtime, 'clock'>): () => boolean {
  const offset = () => clock.now() - performance.now();
  const began = offset();
  let isMoved = false;
  return () => {
    isMoved ||= Math.abs(offset() - began) > MOVED_MILLIS;
    return isMoved;
  };
}

/** The rules about air are applied as often; what else is due is decided farm by farm. */
const SCAN_MILLIS = 15 * 60_000;
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
    lastDue: everyMillis(SCAN_MILLIS),
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

const HOUR_MILLIS = 3_600_000;

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

const EXPIRY_LEASE_MILLIS = 30_000;

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
    leaseMillis: EXPIRY_LEASE_MILLIS,
    async work({ signal }: JobRun) {
      await sweepExpired(runtime, { signal, onFailure });
      await sweepUnownedWebhooks(runtime);
    },
  };
  const schedule = scheduleOnce(runtime, job, { log });
  return endingFirst(server, () => schedule.stop());
}

const MINUTE_MILLIS = 60_000;
/** Longer than a model may take for one image. */
const IMAGE_LEASE_MILLIS = 2 * MINUTE_MILLIS;

/** The server, with every image that is uploaded shown to the model, one of the instances for all. */
export function withImageAnalysis(
  server: RunningServer,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Logger },
): RunningServer {
  const images = createImageWork();
  const job = {
    name: 'image-analysis',
    lastDue: everyMillis(MINUTE_MILLIS),
    leaseMillis: IMAGE_LEASE_MILLIS,
    async work({ signal }: JobRun) {
      const onFailure = (mediaId: string, error: unknown) => {
        log.warn({ err: error, mediaId }, 'an image could not be analysed');
      };
      await analyzeNewImages({ ...runtime, images }, { signal, onFailure });
    },
  };
  const schedule = scheduleOnce(runtime, job, { log });
  return endingFirst(server, () => schedule.stop());
}
