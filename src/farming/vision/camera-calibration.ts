import type { Thresholds } from '../../model/thresholds.ts';
import { type CalendarDay, daysBetween, HOUR_MILLIS, startOfDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { median } from '../../tools/statistics.ts';
import { flockForPlausibility, plausibleWeighings } from '../core/plausibility.ts';
import type { WeightOnDay } from '../metrics/weight.ts';
import { findBreed } from '../standards/breed-lookup.ts';
import { cameraWeights, type GrowingFlock, growthBetween, standardCurve } from './camera-weight.ts';
import type { VisionReading } from './vision-reading.ts';

/** A manual weighing and the weight that a camera measured for the same birds. */
export interface CalibrationPair {
  readonly flockId: string;
  readonly day: CalendarDay;
  readonly manualG: number;
  /** Before any calibration, brought to the noon of the day. */
  readonly cameraG: number;
}

/** The calibration of a camera against the scales. */
export interface Calibration {
  /** The weights of the camera are multiplied by it. */
  readonly factor: number;
  /**
   * Standard error of the calibration, in %: the difference that the last pair left, and the drift
   * since. Null for an uncalibrated camera: one without a pair in the last three weeks, or whose
   * last pair left a difference above `weightDoubtPct`.
   */
  readonly errorPct: number | null;
  readonly pairs: number;
  /** The day of the last pair; null without one. */
  readonly lastDay: CalendarDay | null;
}

/** A manual weighing that three agreeing calibrated cameras contradict. */
export interface ContradictedWeighing {
  readonly flockId: string;
  readonly day: CalendarDay;
  /** The median of the calibrated cameras. */
  readonly camerasG: number;
}

interface DoubtedWeighing extends ContradictedWeighing {
  /** The weighing by the weight of the cameras. */
  readonly ratio: number;
}

const HALF = 0.5;
const PERCENT = 100;
const AGREEING_CAMERAS = 3;
/** Cameras agree that lie within this share of their median. */
const AGREEMENT = 0.075;
/** A second contradicted weighing so soon after the first that agrees with it confirms both. */
const CONFIRMED_WITHIN_DAYS = 10;

/**
 * The factor of a camera on a day, from all its pairs: it begins at 1, every pair takes it half of
 * the way to what that pair asks for, and without a pair for three weeks it goes back to 1 by half a
 * week. It is a function of the set of pairs; their order makes no difference. Since every pair
 * counts half of the next, those of the last four months tell it to less than a thousandth.
 * Source: scales that birds step on read too low from week five on, since heavy birds come less
 * often (Chedad 2003), so a factor and no filter.
 */
export function calibrateCamera(
  pairs: readonly CalibrationPair[],
  today: CalendarDay,
  thresholds: Thresholds,
): Calibration {
  const known = inOrder(pairs).filter(({ day }) => day <= today);
  let [factor, lastDay]: [number, CalendarDay | null] = [1, null];
  for (const { day, manualG, cameraG } of known) {
    const before = decayed(factor, lastDay, { until: day, thresholds });
    const asked = clip(manualG / cameraG, thresholds);
    factor = before + thresholds.calibrationStep * (asked - before);
    lastDay = day;
  }
  const last = known.at(-1);
  return {
    factor: decayed(factor, lastDay, { until: today, thresholds }),
    errorPct: last ? errorPctOf(last, factor, { today, thresholds }) : null,
    pairs: known.length,
    lastDay,
  };
}

/**
 * The manual weighings that at least three agreeing calibrated cameras contradict by more than
 * `weightDoubtPct`. Cameras are calibrated by the weighings before that were not contradicted. Two
 * contradicted weighings within ten days that agree with each other count: the cameras are wrong.
 */
function contradictedWeighings(
  ofCameras: ReadonlyMap<string, readonly CalibrationPair[]>,
  thresholds: Thresholds,
): readonly ContradictedWeighing[] {
  const all = [...ofCameras].flatMap(([camera, pairs]) =>
    inOrder(pairs).map((pair) => ({ camera, ...pair })),
  );
  const weighings = groupBy(all, ({ day, flockId }) => `${day} ${flockId}`);
  const counted = new Map<string, CalibrationPair[]>();
  const found = new Map<string, DoubtedWeighing>();
  for (const [key, pairs] of [...weighings].toSorted(([left], [right]) => compare(left, right))) {
    const [first] = pairs;
    const camerasG = agreedWeightG(pairs, counted, thresholds);
    if (!first) continue;
    const { flockId, day, manualG } = first;
    const ratio = camerasG === null ? 1 : manualG / camerasG;
    const doubted = { flockId, day, camerasG: camerasG ?? manualG, ratio };
    const confirmed = [...found].find(([, earlier]) => confirms(earlier, doubted))?.[0];
    if (isContradicted(ratio, thresholds) && confirmed === undefined) {
      found.set(key, doubted);
      continue;
    }
    if (confirmed !== undefined) found.delete(confirmed);
    addTo(counted, [...(weighings.get(confirmed ?? '') ?? []), ...pairs]);
  }
  return [...found.values()].map(({ flockId, day, camerasG }) => ({ flockId, day, camerasG }));
}

function addTo(
  counted: Map<string, CalibrationPair[]>,
  pairs: readonly (CalibrationPair & { readonly camera: string })[],
): void {
  for (const pair of pairs) counted.set(pair.camera, [...(counted.get(pair.camera) ?? []), pair]);
}

function confirms(earlier: DoubtedWeighing, { flockId, day, ratio }: DoubtedWeighing): boolean {
  if (earlier.flockId !== flockId) return false;
  if (daysBetween(earlier.day, day) > CONFIRMED_WITHIN_DAYS) return false;
  return Math.abs(ratio / earlier.ratio - 1) <= AGREEMENT;
}

/** The calibration of every camera of a farm on a day; contradicted weighings do not count. */
export function calibrateFarm(
  ofCameras: ReadonlyMap<string, readonly CalibrationPair[]>,
  today: CalendarDay,
  thresholds: Thresholds,
): {
  readonly calibrations: ReadonlyMap<string, Calibration>;
  readonly contradicted: readonly ContradictedWeighing[];
} {
  const contradicted = contradictedWeighings(ofCameras, thresholds);
  const keys = new Set(contradicted.map(({ day, flockId }) => `${day} ${flockId}`));
  const calibrations = new Map(
    [...ofCameras].map(([camera, pairs]) => {
      const counted = pairs.filter(({ day, flockId }) => !keys.has(`${day} ${flockId}`));
      return [camera, calibrateCamera(counted, today, thresholds)];
    }),
  );
  return { calibrations, contradicted };
}

/** The median of at least three calibrated cameras that agree; null without them. */
function agreedWeightG(
  pairs: readonly (CalibrationPair & { readonly camera: string })[],
  counted: ReadonlyMap<string, readonly CalibrationPair[]>,
  thresholds: Thresholds,
): number | null {
  return agreeingMedian(
    pairs.flatMap(({ camera, day, cameraG }) => {
      const { factor, errorPct } = calibrateCamera(counted.get(camera) ?? [], day, thresholds);
      return errorPct === null ? [] : [cameraG * factor];
    }),
  );
}

/** The median of three or more weights of which at least three, and more than half, lie near it. */
export function agreeingMedian(weights: readonly number[]): number | null {
  const middle = median(weights);
  if (middle === null) return null;
  const near = weights.filter((g) => Math.abs(g / middle - 1) <= AGREEMENT).length;
  return near >= AGREEING_CAMERAS && near > weights.length / 2 ? middle : null;
}

function isContradicted(ratio: number, { weightDoubtPct }: Thresholds): boolean {
  return Math.abs(ratio - 1) * PERCENT > weightDoubtPct;
}

function errorPctOf(
  { day, manualG, cameraG }: CalibrationPair,
  factor: number,
  { today, thresholds }: { readonly today: CalendarDay; readonly thresholds: Thresholds },
): number | null {
  const days = daysBetween(day, today);
  const leftPct = Math.abs(manualG / (cameraG * factor) - 1) * PERCENT;
  if (days > thresholds.calibrationIdleDays || leftPct > thresholds.weightDoubtPct) return null;
  return Math.hypot(leftPct, thresholds.calibrationDriftPctPerDay * days);
}

/** One of each flock and day; the oldest first. */
function inOrder<P extends CalibrationPair>(pairs: readonly P[]): readonly P[] {
  const sorted = pairs.toSorted(
    (left, right) =>
      compare(left.day, right.day) ||
      compare(left.flockId, right.flockId) ||
      left.manualG - right.manualG ||
      left.cameraG - right.cameraG,
  );
  return [...new Map(sorted.map((pair) => [`${pair.day} ${pair.flockId}`, pair])).values()];
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function clip(ratio: number, { calibrationLowest, calibrationHighest }: Thresholds): number {
  return Math.min(calibrationHighest, Math.max(calibrationLowest, ratio));
}

function decayed(
  factor: number,
  lastDay: CalendarDay | null,
  { until, thresholds }: { readonly until: CalendarDay; readonly thresholds: Thresholds },
): number {
  const idle = lastDay === null ? 0 : daysBetween(lastDay, until) - thresholds.calibrationIdleDays;
  if (idle <= 0) return factor;
  return 1 + (factor - 1) * HALF ** (idle / thresholds.calibrationHalvingDays);
}

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
  return plausibleWeighings(flockForPlausibility({ ...flock, barnType: null }), measured);
}
