import { judgeCall } from '../../farming/vision/judge-call.ts';
import type { Verdict } from '../../farming/vision/verdict.ts';
import { visionHistoryHours } from '../../farming/vision/vision-history-hours.ts';
import type { VisionReading } from '../../farming/vision/vision-reading.ts';
import {
  type HistoryPart,
  type HistoryRow,
  listVisionHistory,
} from '../../storage/records/vision-history.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { distinct } from '../../tools/collections.ts';
import { loadVisionBarns } from './load-vision-barns.ts';
import type { VisionFarm } from './vision-farm.ts';

const HOUR_MILLIS = 3_600_000;
/** As many of the newest readings as a run without a finding may be long, those not judged among them. */
const MOST_NEWEST = 200;
/** A reading of each camera every 15 seconds for as long as activity is compared. */
const MOST_ACTIVITY = 20_000;

/** What the rules say of counts and behaviour that were just stored. */
export async function judgeSightings(
  farm: VisionFarm,
  readings: readonly VisionReading[],
): Promise<readonly Verdict[]> {
  if (readings.length === 0) return [];
  const { transaction, scope, thresholds, now } = farm;
  const parts = new Map(
    readings
      .flatMap((reading) => partOf(farm, reading))
      .map((part) => [JSON.stringify(part), part]),
  );
  const history = await listVisionHistory(transaction, scope, [...parts.values()]);
  const barnIds = distinct(readings.map(({ barnId }) => barnId)).sort();
  const barns = await loadVisionBarns(farm, barnIds, history.map(readingOf));
  return judgeCall({ readings, barns, thresholds, now }).verdicts;
}

/** The stored readings that a rule looks at beside one of this kind; none where no rule does. */
function partOf({ thresholds, now }: VisionFarm, reading: VisionReading): HistoryPart[] {
  const { barnId, kind, unit, deviceId, source } = reading;
  if (barnId === null || unit === null) return [];
  const isActivity = unit === 'activity';
  const hours = isActivity ? visionHistoryHours(thresholds) : thresholds.visionFreshHours;
  const isPerCamera = isActivity || kind === 'count';
  return [
    {
      barnId,
      kind,
      unit,
      camera: isPerCamera ? { deviceId, source } : null,
      since: formatInstant(now - hours * HOUR_MILLIS),
      most: isActivity ? MOST_ACTIVITY : MOST_NEWEST,
    },
  ];
}

/** A stored row as the rules see it. */
export function readingOf(row: HistoryRow): VisionReading {
  const { id, barnId, flockId, deviceId, source, kind, unit, value, confidence, ts, meta } = row;
  const camera = deviceId ?? `source:${source}`;
  return { id, barnId, flockId, camera, deviceId, source, kind, unit, value, confidence, ts, meta };
}
