import type { VisionReading } from '../../farming/vision/vision-reading.ts';
import type { WeightRow } from '../../storage/records/weight-readings.ts';

/** A weight by a camera as the fusion sees it; where it hangs does not matter to the flock. */
export function weightReading(row: WeightRow): VisionReading {
  const camera = row.deviceId ?? `source:${row.source}`;
  return { ...row, camera, kind: 'weight', barnId: null, meta: null };
}
