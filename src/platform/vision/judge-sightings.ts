import { judgeCall } from '../../farming/vision/judge-call.ts';
import type { Verdict } from '../../farming/vision/verdict.ts';
import type { VisionReading } from '../../farming/vision/vision-reading.ts';
import { type HistoryPart, listVisionHistory } from '../../storage/records/vision-history.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { distinct, groupBy } from '../../tools/collections.ts';
import { loadActivity } from './load-activity.ts';
import { type CameraActivity, loadVisionBarns, type VisionHistory } from './load-vision-barns.ts';
import { readingOf } from './reading-of.ts';
import type { VisionFarm } from './vision-farm.ts';

const HOUR_MILLIS = 3_600_000;
/** As many of the newest readings as a run without a finding may be long, those not judged among them. */
const MOST_NEWEST = 200;

/** What the rules say of counts and behaviour that were just stored. */
export async function judgeSightings(
  farm: VisionFarm,
  readings: readonly VisionReading[],
): Promise<readonly Verdict[]> {
  if (readings.length === 0) return [];
  const { thresholds, now } = farm;
  const history = await loadHistory(farm, readings);
  const barnIds = distinct(readings.map(({ barnId }) => barnId)).sort();
  const barns = await loadVisionBarns(farm, barnIds, history);
  return judgeCall({ readings, barns, thresholds, now }).verdicts;
}

/** The stored readings that rules look at beside these; none where no rule does. */
async function loadHistory(
  farm: VisionFarm,
  readings: readonly VisionReading[],
): Promise<VisionHistory> {
  // Hundreds of readings of a call are mostly of a few cameras, which say little each.
  const alike = groupBy(readings, ({ barnId, camera, kind, unit }) =>
    [barnId, camera, kind, unit].join('\n'),
  );
  const parts = new Map<string, HistoryPart>();
  const ofActivity: VisionReading[] = [];
  const activity: CameraActivity[] = [];
  for (const own of alike.values()) {
    const [first] = own;
    const part = first && partOf(farm, first);
    if (!part) continue;
    if (part.unit !== 'activity') {
      parts.set(JSON.stringify(part), part);
      continue;
    }
    const loaded = await loadActivity(farm, part, own);
    ofActivity.push(...loaded.readings);
    const { history } = loaded;
    if (history) activity.push({ barnId: part.barnId, camera: first.camera, history });
  }
  const rows = await listVisionHistory(farm.transaction, farm.scope, [...parts.values()]);
  return { readings: [...rows.map(readingOf), ...ofActivity], activity };
}

/** The newest readings of the kind of one: of its camera where each is judged by itself. */
function partOf({ thresholds, now }: VisionFarm, reading: VisionReading): HistoryPart | undefined {
  const { barnId, kind, unit, deviceId, source } = reading;
  if (barnId === null || unit === null) return undefined;
  const isPerCamera = unit === 'activity' || kind === 'count';
  return {
    barnId,
    kind,
    unit,
    camera: isPerCamera ? { deviceId, source } : null,
    since: formatInstant(now - thresholds.visionFreshHours * HOUR_MILLIS),
    until: null,
    most: MOST_NEWEST,
  };
}
