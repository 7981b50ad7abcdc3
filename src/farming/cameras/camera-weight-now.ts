import { figure } from '../figure.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { growthBetween, standardCurve } from '../vision/standard-curve.ts';
import type { FarmCamera } from './farm-cameras.ts';

/** What a camera weighs the birds before it at, now. */
export interface CameraWeightNow {
  /** The median of its weights of 48 hours, each brought to now, before calibration. */
  readonly measuredG: number | null;
  /** The same, calibrated. */
  readonly g: number | null;
  /** Of how many weights. */
  readonly n: number | null;
  /** The middle of its weights in time. */
  readonly measuredAt: string;
  /** Whether it lies so far off the growth curve that it counts a quarter. */
  readonly downWeighted: boolean;
}

/** The weight of a camera, brought along the growth of the breed from when it was fused to now. */
export function cameraWeightNow(
  { device, flock }: FarmCamera,
  { smartWeights, zone, now }: FarmSnapshot<'smartWeights'>,
): CameraWeightNow | null {
  if (!flock) return null;
  const { id: flockId, breed, placementDate, arrivalAgeDays } = flock.flock;
  const fused = smartWeights.find((weight) => weight.flockId === flockId);
  const source = fused?.sources.find(({ deviceId }) => deviceId === device.id);
  if (!fused || !source) return null;
  const curve = standardCurve({ flockId, breed, placementDate, arrivalAgeDays }, zone);
  const growth = growthBetween(curve, Date.parse(fused.at), now) ?? 1;
  const { valueG, measuredG, n, measuredAt, downWeighted } = source;
  return {
    measuredG: figure('grams', measuredG == null ? null : measuredG * growth),
    g: figure('grams', valueG * growth),
    n: n ?? null,
    measuredAt,
    downWeighted,
  };
}
