import type { VisionReading } from '../../farming/vision/vision-reading.ts';
import type { HistoryRow } from '../../storage/records/vision-history.ts';

/** A stored row as the rules see it. */
export function readingOf(row: HistoryRow): VisionReading {
  const { id, barnId, flockId, deviceId, source, kind, unit, value, confidence, ts, meta } = row;
  const camera = deviceId ?? `source:${source}`;
  return { id, barnId, flockId, camera, deviceId, source, kind, unit, value, confidence, ts, meta };
}
