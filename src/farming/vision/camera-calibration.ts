import type { Thresholds } from '../../model/thresholds.ts';
import { type CalendarDay, daysBetween, HOUR_MILLIS, startOfDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { median } from '../../tools/statistics.ts';
import { flockForPlausibility, plausibleWeighings } from '../core/plausibility.ts';
import type { WeightOnDay } from '../metrics/weight.ts';
import { findBreed } from '../standards/breed-lookup.ts';
import { cameraWeights, type GrowingFlock, growthBetween, standardCurve } from './camera-weight.ts';
import type { VisionReading } from './vision-reading.ts';

/** A manual weighing and the camera weight of the same birds. */
export interface CalibrationPair {
  readonly flockId: string;
  readonly day: CalendarDay;
  readonly manualG: number;
  /** Uncalibrated, projected to noon of the day. */
  readonly cameraG: number;
}

/** The calibration of a camera against the scales. */
export interface Calibration {
  /** Factor applied to the weights of the camera. */
  readonly factor: number;
  /**
   * Standard error of the calibration, in %: the residual of the last pair, and the drift since.
   * Null for an uncalibrated camera: one without a pair in the last three weeks, or whose last
   * residual exceeds `weightDoubtPct`.
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
  /** The weighing divided by the weight of the cameras. */
  readonly ratio: number;
}

const HALF = 0.5;
const PERCENT = 100;
const AGREEING_CAMERAS = 3;
/** Cameras within this share of their median agree. */
const AGREEMENT = 0.075;
/** A second contradicted weighing within this time that agrees with the first confirms both. */
const CONFIRMED_WITHIN_DAYS = 10;

/**
 * The factor of a camera on a day, from all its pairs: it starts at 1, each pair moves it halfway
 * to the value that the pair implies, and after three weeks without a pair it returns to 1 with a
 * half-life of half a week. It is a function of the set of pairs, independent of their order. Since
 * each pair weighs half as much as the next, pairs older than four months contribute less than a
 * thousandth. Source: step-on scales read too low from week five on because heavy birds use them
 * less often (Chedad 2003), hence a factor and not a filter.
 */
export function calibrateCamera(
  pairs: readonly CalibrationPair[],
  today: CalendarDay,
  thresholds: Thresholds,
): Calibration {
  const pastPairs = inOrder(pairs).filter(({ day }) => day <= today);
  let [factor, lastDay]: [number, CalendarDay | null] = [1, null];
  for (const { day, manualG, cameraG } of pastPairs) {
    const before = decayed(factor, lastDay, { until: day, thresholds });
    const measured = clampRatio(manualG / cameraG, thresholds);
    factor = before + thresholds.calibrationStep * (measured - before);
    lastDay = day;
  }
  const last = pastPairs.at(-1);
  return {
    factor: decayed(factor, lastDay, { until: today, thresholds }),
    errorPct: last ? errorPctOf(last, factor, { today, thresholds }) : null,
    pairs: pastPairs.length,
    lastDay,
  };
}

/**
 * The manual weighings that at least three agreeing calibrated cameras contradict by more than
 * `weightDoubtPct`. Cameras are calibrated with the earlier weighings that were not contradicted.
 * Two contradicted weighings within ten days that agree with each other are accepted: the cameras
 * are wrong.
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
  const doubtedById = new Map<string, DoubtedWeighing>();
  for (const [key, pairs] of [...weighings].toSorted(([left], [right]) => compare(left, right))) {
    const [first] = pairs;
    const camerasG = agreedWeightG(pairs, counted, thresholds);
    if (!first) continue;
    const { flockId, day, manualG } = first;
    const ratio = camerasG === null ? 1 : manualG / camerasG;
    const doubted = { flockId, day, camerasG: camerasG ?? manualG, ratio };
    const confirmed = [...doubtedById].find(([, earlier]) => confirms(earlier, doubted))?.[0];
    if (isContradicted(ratio, thresholds) && confirmed === undefined) {
      doubtedById.set(key, doubted);
      continue;
    }
    if (confirmed !== undefined) doubtedById.delete(confirmed);
    addTo(counted, [...(weighings.get(confirmed ?? '') ?? []), ...pairs]);
  }
  return [...doubtedById.values()].map(({ flockId, day, camerasG }) => ({
    flockId,
    day,
    camerasG,
  }));
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

/** The calibration of every camera of a farm on a day; contradicted weighings are ignored. */
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

/** The median of three or more weights if at least three, and more than half, are close to it. */
export function agreeingMedian(weights: readonly number[]): number | null {
  const middle = median(weights);
  if (middle === null) return null;
  const agreeingCount = weights.filter((g) => Math.abs(g / middle - 1) <= AGREEMENT).length;
  return agreeingCount >= AGREEING_CAMERAS && agreeingCount > weights.length / 2 ? middle : null;
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

/** One pair per flock and day, oldest first. */
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

function clampRatio(ratio: number, { calibrationLowest, calibrationHighest }: Thresholds): number {
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

/** The manual and camera weights of a flock. */
export interface PairInput {
  readonly flock: GrowingFlock;
  /** Camera weights from 24 hours before to 24 hours after noon of each weighing day. */
  readonly readings: readonly VisionReading[];
  /** Manual weighings, excluding any that came from a camera. */
  readonly weighings: readonly WeightOnDay[];
  readonly zone: string;
  readonly thresholds: Thresholds;
}

/** Minimum growth between two days at which identical weights are implausible. */
const NOTICEABLE_GROWTH = 1.01;
const NOON_HOURS = 12;

/**
 * The camera weights within a day of each manual weighing, by camera: projected to noon of the day
 * of the weighing, before any calibration.
 */
export function calibrationPairs({
  flock,
  readings,
  weighings,
  zone,
  thresholds,
}: PairInput): ReadonlyMap<string, readonly CalibrationPair[]> {
  const curve = standardCurve(flock, zone);
  const windowMillis = thresholds.calibrationHours * HOUR_MILLIS;
  const pairs = new Map<string, CalibrationPair[]>();
  for (const { day, g } of weighings) {
    if (g <= 0) continue;
    const at = startOfDay(day, zone) + NOON_HOURS * HOUR_MILLIS;
    const window = {
      flockId: flock.flockId,
      curve,
      at,
      from: at - windowMillis,
      to: at + windowMillis,
    };
    for (const { camera, weightG } of cameraWeights(readings, window)) {
      const pair = { flockId: flock.flockId, day, manualG: g, cameraG: weightG };
      pairs.set(camera, [...(pairs.get(camera) ?? []), pair]);
    }
  }
  return pairs;
}

/**
 * The weighings used to calibrate cameras and to fuse weights, oldest first: plausible ones, and of
 * consecutive equal values only the first. Growing birds do not repeat their weight to the gram, so
 * a value copied to later days was measured only on the first.
 */
export function countedWeighings({
  flock,
  weighings,
  zone,
}: Pick<PairInput, 'flock' | 'weighings' | 'zone'>): readonly WeightOnDay[] {
  // Without a breed there is no growth curve to compare with.
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
