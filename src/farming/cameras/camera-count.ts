import { dayInZone } from '../../tools/calendar.ts';
import { figure } from '../figure.ts';
import type { FarmFrame } from '../snapshot/farm-snapshot.ts';
import { countGap } from '../vision/count-gap.ts';
import type { FarmCamera } from './farm-cameras.ts';

/** The newest count of a camera today against the log; figures are null where it is not compared. */
export interface CameraCount {
  readonly ts: string;
  /** As it was sent. */
  readonly counted: number;
  /** The same, of a camera that sees a part of the barn reckoned for all of it. */
  readonly birds: number | null;
  readonly logged: number | null;
  /** Counted less logged. */
  readonly difference: number | null;
  readonly gapPct: number | null;
  readonly severity: 'warning' | 'critical' | null;
  /** Why it is not compared; null where it is. */
  readonly why: 'low_confidence' | 'partial_view' | 'no_flock' | 'unknown_birds' | null;
}

const NOT_COMPARED = {
  birds: null,
  logged: null,
  difference: null,
  gapPct: null,
  severity: null,
} as const;

/** What a camera counted last today, against the birds alive by the log; null without a count. */
export function cameraCount(
  { flock, live, sighting, device }: FarmCamera,
  { zone, today, thresholds }: FarmFrame,
): CameraCount | null {
  const count = sighting?.count;
  if (!count || dayInZone(Date.parse(count.ts), zone) !== today) return null;
  const { ts, value, confidence, meta } = count;
  const seen = { ts, counted: value };
  if (!flock) return { ...seen, ...NOT_COMPARED, why: 'no_flock' };
  if (live === null || live === 0) return { ...seen, ...NOT_COMPARED, why: 'unknown_birds' };
  const reading = {
    ...{ id: ts, barnId: device.barnId, flockId: flock.flock.id, camera: device.id },
    ...{ deviceId: device.id, source: device.sourceKey, kind: 'count', unit: 'birds' },
    ...{ value, confidence, ts, meta },
  };
  const gap = countGap(reading, live, thresholds);
  if (typeof gap === 'string') return { ...seen, ...NOT_COMPARED, why: gap };
  return {
    ...seen,
    birds: figure('birds', gap.birds),
    logged: gap.logged,
    difference: figure('birds', gap.difference),
    gapPct: figure('pct', gap.gapPct),
    severity: gap.severity,
    why: null,
  };
}
