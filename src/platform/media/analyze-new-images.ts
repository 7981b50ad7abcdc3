import { limits } from '../../model/limits.ts';
import {
  countAnalysisTry,
  listUnanalysed,
  type UnanalysedImage,
} from '../../storage/system/unanalysed-images.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { systemActor } from '../access/system-actor.ts';
import type { Call } from '../requests/call.ts';
import { queryOf } from '../requests/query.ts';
import { analyzeMedia } from './analyze-media.ts';
import type { MediaRuntime } from './store-content.ts';

const HOUR_MILLIS = 3_600_000;

/**
 * Has the model look at the images that came lately and that nobody has analysed, one after the
 * other; returns how many were. One that fails does not stop the others and is tried again, a few
 * times.
 */
export async function analyzeNewImages(
  runtime: MediaRuntime,
  options: {
    readonly signal?: AbortSignal;
    readonly onFailure: (mediaId: string, error: unknown) => void;
  },
): Promise<number> {
  const { database, clock } = runtime;
  const { analysisHoursBack, analysisTries: tries, analysesPerRound: most } = limits;
  const since = formatInstant(clock.now() - analysisHoursBack * HOUR_MILLIS);
  let analysed = 0;
  for (const image of await listUnanalysed(database, { since, tries, most })) {
    if (options.signal?.aborted) break;
    await countAnalysisTry(database, image.contentId);
    try {
      const work = await analyzeMedia(runtime, callFor(runtime, image), image.mediaId);
      await database.transaction(work);
      analysed += 1;
    } catch (error) {
      options.onFailure(image.mediaId, error);
    }
  }
  return analysed;
}

/** The service calls itself; nothing of it goes through the API. */
function callFor({ clock }: MediaRuntime, { orgId, mediaId }: UnanalysedImage): Call {
  const at = clock.now();
  const began = performance.now();
  return {
    actor: systemActor(orgId, 'image-analysis'),
    requestId: `image-analysis ${mediaId}`,
    at,
    ip: '',
    method: 'POST',
    route: '/v1/platform/os/media/:id/analyze',
    elapsedMillis: () => performance.now() - began,
    query: queryOf([]),
    subject: {},
  };
}
