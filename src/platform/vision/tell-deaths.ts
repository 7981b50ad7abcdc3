import { addedDeaths } from '../../farming/vision/added-deaths.ts';
import type { VisionReading } from '../../farming/vision/vision-reading.ts';
import { renderMessage } from '../../i18n/render-message.ts';
import { message } from '../../model/message.ts';
import { events } from '../../model/resources/events.ts';
import { listInsideFlocks } from '../../storage/records/inside-flocks.ts';
import { groupBy } from '../../tools/collections.ts';
import { findSpeaker } from '../alerts/find-speaker.ts';
import { insertRecord } from '../records/write-record.ts';
import type { VisionFarm } from './vision-farm.ts';

/** Dead birds of one call. */
interface TellableDeaths {
  readonly deaths: readonly VisionReading[];
  /** What is stored of the last days. */
  readonly known: readonly VisionReading[];
}

const { max: LONGEST_TITLE } = events.fields.title;

/**
 * Tells the timeline of dead birds that cameras saw: one entry for each camera and call, with the
 * birds that no earlier call brought. A bird that a camera follows by its number counts once.
 */
export async function tellDeaths(
  farm: VisionFarm,
  { deaths, known }: TellableDeaths,
): Promise<void> {
  if (deaths.length === 0) return;
  const { transaction, scope, actor, farmId } = farm;
  const barnIds = [...new Set(deaths.flatMap(({ barnId }) => barnId ?? []))].sort();
  const inside = new Set((await listInsideFlocks(transaction, scope, barnIds)).map(({ id }) => id));
  const speaker = await findSpeaker(transaction, actor.orgId);
  for (const own of groupBy(deaths, ({ camera, barnId }) => `${camera} ${barnId}`).values()) {
    const [first] = own;
    const birds = newDeaths(farm, own, known);
    if (!first || birds <= 0) continue;
    const params = {
      camera: first.source ?? first.camera,
      birds: { quantity: birds, unit: 'birds' },
    } as const;
    const title = renderMessage(speaker, message('camera.deaths.title', params));
    const values = {
      kind: 'vision_mortality',
      title: title.slice(0, LONGEST_TITLE),
      barnId: first.barnId,
      // The file of a flock that has left may be sealed; nothing is added to it any more.
      flockId: first.flockId !== null && inside.has(first.flockId) ? first.flockId : null,
      ts: own
        .map(({ ts }) => ts)
        .sort()
        .at(-1),
    };
    await insertRecord(events, { values, farmId }, farm);
  }
}

/** The dead birds of a camera with these readings, less those without them. */
function newDeaths(
  { thresholds }: VisionFarm,
  own: readonly VisionReading[],
  known: readonly VisionReading[],
): number {
  const ids = new Set(own.map(({ id }) => id));
  const before = known.filter(({ id, camera }) => !ids.has(id) && camera === own[0]?.camera);
  return Math.round(addedDeaths(own, before, thresholds.visionTrackHours));
}
