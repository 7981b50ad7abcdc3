import type { Logger } from 'pino';
import { analyzeNewImages } from '../platform/media/analyze-new-images.ts';
import { createImageWork } from '../platform/media/image-work.ts';
import type { Runtime } from '../platform/runtime.ts';
import { endingFirst } from './ending-first.ts';
import type { RunningServer } from './running-server.ts';
import { everyMillis, type JobRun, scheduleOnce } from './schedule-once.ts';

const MINUTE_MILLIS = 60_000;
/** Longer than a model may take for one image. */
const LEASE_MILLIS = 2 * MINUTE_MILLIS;

/** The server, with every image that is uploaded shown to the model, one of the instances for all. */
export function withImageAnalysis(
  server: RunningServer,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Logger },
): RunningServer {
  const images = createImageWork();
  const job = {
    name: 'image-analysis',
    lastDue: everyMillis(MINUTE_MILLIS),
    leaseMillis: LEASE_MILLIS,
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
