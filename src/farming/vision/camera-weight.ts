import { formatInstant } from '../../tools/calendar.ts';
import { mean } from '../../tools/statistics.ts';
import { weightedPercentile } from '../../tools/weighted-percentile.ts';
import type { StandardCurve } from './standard-curve.ts';
import type { VisionReading } from './vision-reading.ts';

/** What a camera weighs birds at, before any calibration. */
export interface CameraWeight {
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  /** At the moment that was asked for. */
  readonly weightG: number;
  /** How many of its weights count. */
  readonly n: number;
  readonly meanConfidence: number;
  /** The middle of its weights in time. */
  readonly measuredAt: number;
}

/** The weights that count, and the moment they are brought to. */
export interface WeightWindow {
  /** Both belong to it. */
  readonly from: number;
  readonly to: number;
  readonly flockId: string;
  readonly curve: StandardCurve;
  readonly at: number;
}

const MEDIAN = 0.5;

/**
 * The median of what each camera weighed within a time, in the order of the cameras. Every weight
 * is brought to one moment along the growth of the breed and counts by the confidence in it;
 * without a table it stands as it was measured. In which order readings came, and how often, makes
 * no difference.
 */
export function cameraWeights(
  readings: readonly VisionReading[],
  window: WeightWindow,
): readonly CameraWeight[] {
  const byCamera = new Map<string, Map<string, VisionReading>>();
  const [from, to] = [formatInstant(window.from), formatInstant(window.to)];
  for (const reading of readings) {
    const isWithin = reading.ts >= from && reading.ts <= to;
    if (!isWithin || !isWeightOf(window.flockId, reading)) continue;
    const known = byCamera.get(reading.camera) ?? new Map<string, VisionReading>();
    byCamera.set(reading.camera, known.set(reading.id, reading));
  }
  return [...byCamera.values()]
    .flatMap((ofCamera) => medianOf([...ofCamera.values()], window) ?? [])
    .toSorted((left, right) => (left.camera < right.camera ? -1 : 1));
}

function isWeightOf(
  ownId: string,
  { kind, unit, value, confidence, flockId }: VisionReading,
): boolean {
  if (kind !== 'weight' || (unit !== null && unit !== 'gr')) return false;
  if (flockId !== null && flockId !== ownId) return false;
  return value !== null && value > 0 && confidence !== 0;
}

function medianOf(
  readings: readonly VisionReading[],
  { at, curve }: WeightWindow,
): CameraWeight | null {
  // Sums of the same numbers in another order differ in their last digit.
  const sorted = readings.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const then = curve(at);
  const values = sorted.map(({ value, confidence, ts }) => {
    const standard = then === null ? null : curve(Date.parse(ts));
    const growth = then === null || standard === null ? 1 : then / standard;
    return { value: (value ?? 0) * growth, weight: confidence ?? 1 };
  });
  const weightG = weightedPercentile(values, MEDIAN);
  const times = sorted.map(({ ts }) => ts).toSorted();
  const [first, measuredAt] = [sorted[0], times[Math.floor(times.length / 2)]];
  if (weightG === null || !first || measuredAt === undefined) return null;
  return {
    camera: first.camera,
    deviceId: first.deviceId,
    source: sorted.find(({ source }) => source !== null)?.source ?? null,
    weightG,
    n: sorted.length,
    meanConfidence: mean(values.map(({ weight }) => weight)) ?? 1,
    measuredAt: Date.parse(measuredAt),
  };
}
