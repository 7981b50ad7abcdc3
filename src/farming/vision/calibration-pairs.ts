import type { Thresholds } from '../../model/thresholds.ts';
import { startOfDay } from '../../tools/calendar.ts';
import { judgedFlock, plausibleWeighings } from '../flocks/plausibility.ts';
import type { WeightOnDay } from '../metrics/daily-gain-g.ts';
import { findBreed } from '../standards/find-breed.ts';
import type { CalibrationPair } from './calibrate-camera.ts';
import { cameraWeights } from './camera-weight.ts';
import type { GrowingFlock } from './growing-flock.ts';
import { growthBetween, standardCurve } from './standard-curve.ts';
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

/** Growth between two days after which birds cannot have exactly the weight of before. */
const NOTICEABLE_GROWTH = 1.01;
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

/**
 * The weighings that calibrate cameras and take part in a fused weight, the oldest first: those
 * that are plausible, and of equal figures in a row only the first. Growing birds do not weigh to
 * the gram what they weighed before: a figure that was copied to later days measured only the first.
 */
export function countedWeighings({
  flock,
  weighings,
  zone,
}: Pick<PairInput, 'flock' | 'weighings' | 'zone'>): readonly WeightOnDay[] {
  // Without a breed there is no curve to judge by.
  if (!findBreed(flock.breed)) return weighings;
  const curve = standardCurve(flock, zone);
  const measured: WeightOnDay[] = [];
  for (const weighing of weighings) {
    const last = measured.at(-1);
    const growth =
      last?.g === weighing.g
        ? growthBetween(curve, startOfDay(last.day, zone), startOfDay(weighing.day, zone))
        : null;
    if (growth === null || growth < NOTICEABLE_GROWTH) measured.push(weighing);
  }
  return plausibleWeighings(judgedFlock({ ...flock, barnType: null }), measured);
}
