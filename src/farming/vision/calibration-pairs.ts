import type { Thresholds } from '../../model/thresholds.ts';
import { startOfDay } from '../../tools/calendar.ts';
import type { WeightOnDay } from '../metrics/daily-gain-g.ts';
import type { CalibrationPair } from './calibrate-camera.ts';
import { cameraWeights } from './camera-weight.ts';
import type { GrowingFlock } from './growing-flock.ts';
import { standardCurve } from './standard-curve.ts';
import type { VisionReading } from './vision-reading.ts';

/** The weights of a flock, by hand and by cameras. */
export interface PairInput {
  readonly flock: GrowingFlock;
  /** Weights by cameras from 24 hours before to 24 hours after the noon of each weighing. */
  readonly readings: readonly VisionReading[];
  /** By hand, none that itself came from a camera. */
  readonly weighings: readonly WeightOnDay[];
  readonly zone: string;
  readonly thresholds: Thresholds;
}

const HOUR_MILLIS = 3_600_000;
const NOON_HOURS = 12;

/**
 * What each camera weighed within a day of each weighing by hand, by camera: brought to the noon of
 * the weighing's day, before any calibration.
 */
export function calibrationPairs({
  flock,
  readings,
  weighings,
  zone,
  thresholds,
}: PairInput): ReadonlyMap<string, readonly CalibrationPair[]> {
  const curve = standardCurve(flock, zone);
  const reach = thresholds.calibrationHours * HOUR_MILLIS;
  const pairs = new Map<string, CalibrationPair[]>();
  for (const { day, g } of weighings) {
    if (g <= 0) continue;
    const at = startOfDay(day, zone) + NOON_HOURS * HOUR_MILLIS;
    const window = { flockId: flock.flockId, curve, at, from: at - reach, to: at + reach };
    for (const { camera, weightG } of cameraWeights(readings, window)) {
      const pair = { flockId: flock.flockId, day, manualG: g, cameraG: weightG };
      pairs.set(camera, [...(pairs.get(camera) ?? []), pair]);
    }
  }
  return pairs;
}
