import type { Thresholds } from '../../model/thresholds.ts';
import {
  DAY_MILLIS,
  dayInZone,
  formatInstant,
  HOUR_MILLIS,
  startOfDay,
} from '../../tools/calendar.ts';
import { sum, weightedPercentile } from '../../tools/statistics.ts';
import type { SmartWeight, WeightSource } from '../core/farm-snapshot.ts';
import { isOver } from '../core/figure.ts';
import type { WeightOnDay } from '../metrics/weight.ts';
import type { Calibration } from './camera-calibration.ts';
import {
  type CameraWeight,
  cameraWeights,
  type GrowingFlock,
  growthBetween,
  NOON_MILLIS,
  type StandardCurve,
  standardCurve,
} from './camera-weight.ts';
import type { VisionReading } from './vision-reading.ts';
import { weightBand } from './weight-band.ts';

/** The inputs of the weight of a flock. */
export interface FuseInput {
  readonly flock: GrowingFlock;
  /** Camera weights of twice `cameraWeightHours`, in any order; other readings are ignored. */
  readonly readings: readonly VisionReading[];
  /** Manual weighings of the whole flock, in any order. */
  readonly weighings: readonly WeightOnDay[];
  /** By camera; cameras that are absent are uncalibrated. */
  readonly calibrations: ReadonlyMap<string, Pick<Calibration, 'factor' | 'errorPct'>>;
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly thresholds: Thresholds;
}

/** A fused weight with all its sources; can be stored as a smart weight. */
export interface FusedWeight extends SmartWeight {
  readonly sources: readonly FusedSource[];
  /** The expected weight that cameras were compared with; null when unknown. */
  readonly curveG: number | null;
  /** Divided by the breed standard at this moment; null without one. */
  readonly ratio: number | null;
}

/** One source with the values behind its share. */
export interface FusedSource extends WeightSource {
  readonly kind: 'manual' | 'camera' | 'prior';
  readonly camera: string | null;
  /** Its weight before normalisation: the inverse of its relative variance. */
  readonly weight: number;
  /** Its own standard error, in %. */
  readonly errorPct: number;
  /** Standard error of the calibration, in %: 0 for scales, null for an uncalibrated source. */
  readonly calibrationPct: number | null;
  /** For a camera: number of weights, their median before calibration, and its factor. */
  readonly n: number | null;
  readonly measuredG: number | null;
  readonly factor: number | null;
}

type Voice = Omit<FusedSource, 'weightPct'>;
const PERCENT = 100;
const MEDIAN = 0.5;
const MANY_WEIGHTS = 20;
const SOME_WEIGHTS = 3;
/** The same limits as in `weightRatio`. */
const LOWEST_RATIO = 0.6;
const HIGHEST_RATIO = 1.4;
const UNCALIBRATED = { factor: 1, errorPct: null } as const;
const SPOKEN = {
  camera: null,
  deviceId: null,
  downWeighted: false,
  n: null,
  measuredG: null,
  factor: null,
} as const;

/** The input plus the growth curve of the breed. */
interface Fusing extends FuseInput {
  readonly curve: StandardCurve;
}

/**
 * The current weight of the birds of a flock: the weighted median of its calibrated cameras, the
 * last manual weighing, and the weight expected from the 48 hours before. A camera that deviates
 * from the plausible growth, before or after calibration, is down-weighted: by `weightDoubtFactor`
 * above `weightDoubtPct`, by `cameraWeightOffCurveFactor` above `cameraWeightOffCurvePct`. The
 * result is a function of the given rows; their order, repetition and batching make no difference.
 * Null when no camera weighed within 48 hours.
 *
 * Without a breed table the growth is unknown: weights are not projected and lag by half the time
 * they span, a manual weighing counts for 48 hours only, the days before are ignored, and a camera
 * is compared only with a weighing of those 48 hours.
 */
export function fuseWeight(input: FuseInput): FusedWeight | null {
  const { flock, now, zone, thresholds } = input;
  const fusing = { ...input, curve: standardCurve(flock, zone) };
  const before = now - thresholds.cameraWeightHours * HOUR_MILLIS;
  const { voices, curveG } = voicesAt(now, priorFrom(before, fusing), fusing);
  const weightG = percentileOf(voices, MEDIAN);
  if (weightG === null || !voices.some(({ kind }) => kind === 'camera')) return null;
  const total = sum(voices.map(({ weight }) => weight));
  const standard = fusing.curve(now);
  return {
    flockId: flock.flockId,
    at: formatInstant(now),
    weightG,
    ...weightBand(weightG, voices, { curveG, thresholds }),
    sources: voices.map((voice) => ({ ...voice, weightPct: (voice.weight * PERCENT) / total })),
    curveG,
    ratio: standard === null ? null : weightG / standard,
  };
}

function voicesAt(
  at: number,
  prior: Voice | null,
  fusing: Fusing,
): { readonly voices: readonly Voice[]; readonly curveG: number | null } {
  const { readings, curve, flock, thresholds } = fusing;
  const manual = manualAt(at, fusing);
  const curveG = expectedAt(at, { manual, prior }, fusing);
  const from = at - thresholds.cameraWeightHours * HOUR_MILLIS;
  const cameras = cameraWeights(readings, { from, to: at, at, curve, flockId: flock.flockId });
  const cameraEstimates = cameras.map((camera) => cameraEstimate(camera, curveG, fusing));
  // Cameras that were never compared with a weighing cannot confirm each other by their earlier
  // weights.
  const isSelfMade =
    !manual && cameraEstimates.every(({ calibrationPct }) => calibrationPct === null);
  const isDoubted = cameraEstimates.some(({ downWeighted }) => downWeighted);
  const expected = isSelfMade && isDoubted ? breedVoice(at, fusing) : prior;
  return {
    voices: [manual, ...cameraEstimates, expected].filter((voice) => voice !== null),
    curveG,
  };
}

/** The breed standard, used when no measurement can be trusted. */
function breedVoice(at: number, { curve, thresholds }: Fusing): Voice | null {
  const valueG = curve(at);
  if (valueG === null) return null;
  return {
    ...SPOKEN,
    kind: 'prior',
    source: 'standard',
    valueG,
    ...ofErrors(thresholds.priorWeightErrorPct),
    calibrationPct: null,
    measuredAt: formatInstant(at),
  };
}

/**
 * The last manual weighing, projected to the moment; a weighing is assumed to be at noon of its
 * day.
 */
function manualAt(at: number, { weighings, zone, curve, thresholds }: Fusing): Voice | null {
  const today = dayInZone(at, zone);
  const last = weighings
    .filter(({ day, g }) => day <= today && g > 0)
    .toSorted((left, right) =>
      left.day === right.day ? left.g - right.g : left.day < right.day ? -1 : 1,
    )
    .at(-1);
  if (!last) return null;
  const measured = Math.min(at, startOfDay(last.day, zone) + NOON_MILLIS);
  const growth = growthBetween(curve, measured, at);
  const days = (at - measured) / DAY_MILLIS;
  if (growth === null && days * 24 > thresholds.cameraWeightHours) return null;
  return {
    ...SPOKEN,
    kind: 'manual',
    source: 'manual',
    valueG: last.g * (growth ?? 1),
    ...ofErrors(thresholds.manualWeightErrorPct, thresholds.manualWeightErrorPctPerDay * days),
    calibrationPct: 0,
    measuredAt: formatInstant(measured),
    measuredG: last.g,
  };
}

/**
 * The plausible weight that cameras are compared with: a weighing of the last 10 days, else the
 * estimate of the days before if it includes a weighing or a calibrated camera, else the breed
 * standard.
 */
function expectedAt(
  at: number,
  { manual, prior }: { readonly manual: Voice | null; readonly prior: Voice | null },
  { curve, thresholds }: Fusing,
): number | null {
  const oldest = at - thresholds.cameraWeightCurveDays * DAY_MILLIS;
  const isRecent = manual !== null && Date.parse(manual.measuredAt) >= oldest;
  if (isRecent) return manual.valueG;
  return prior && prior.calibrationPct !== null ? prior.valueG : (curve(at) ?? null);
}

/**
 * The estimate of the same sources at an earlier moment, projected to now at a constant ratio to
 * the standard.
 */
function priorFrom(before: number, fusing: Fusing): Voice | null {
  const { curve, now, thresholds } = fusing;
  const { voices } = voicesAt(before, null, fusing);
  const median = percentileOf(voices, MEDIAN);
  const [earlierG, today] = [curve(before), curve(now)];
  if (median === null || earlierG === null || today === null) return null;
  return {
    ...SPOKEN,
    kind: 'prior',
    source: 'standard',
    valueG: today * Math.min(HIGHEST_RATIO, Math.max(LOWEST_RATIO, median / earlierG)),
    ...ofErrors(thresholds.priorWeightErrorPct),
    calibrationPct: calibrationOf(voices),
    measuredAt: formatInstant(before),
  };
}

function cameraEstimate(
  { camera, deviceId, source, weightG, n, meanConfidence, measuredAt }: CameraWeight,
  curveG: number | null,
  { calibrations, thresholds }: Fusing,
): Voice {
  const { factor, errorPct: calibrationPct } = calibrations.get(camera) ?? UNCALIBRATED;
  const valueG = weightG * factor;
  const divisor = doubtFactor({ measuredG: weightG, valueG, curveG }, thresholds);
  const { errorPct, weight } = ofErrors(errorPctOf(n, thresholds));
  return {
    kind: 'camera',
    source: source ?? deviceId ?? camera,
    camera,
    deviceId,
    valueG,
    weight: (weight * meanConfidence) / divisor,
    errorPct: errorPct * Math.sqrt(divisor),
    calibrationPct,
    measuredAt: formatInstant(measuredAt),
    downWeighted: divisor > 1,
    n,
    measuredG: weightG,
    factor,
  };
}

/**
 * The factor by which a camera is down-weighted for its deviation from the plausible growth.
 * Calibration may move a broken camera halfway back to the curve without making it better, so the
 * larger limit also applies to the weight before calibration.
 */
function doubtFactor(
  camera: { readonly measuredG: number; readonly valueG: number; readonly curveG: number | null },
  thresholds: Thresholds,
): number {
  const { measuredG, valueG, curveG } = camera;
  if (curveG === null) return 1;
  const offPct = (g: number) => Math.abs(g / curveG - 1) * PERCENT;
  const { cameraWeightOffCurvePct, cameraWeightOffCurveFactor } = thresholds;
  if (isOver(Math.max(offPct(measuredG), offPct(valueG)), cameraWeightOffCurvePct))
    return cameraWeightOffCurveFactor;
  return isOver(offPct(valueG), thresholds.weightDoubtPct) ? thresholds.weightDoubtFactor : 1;
}

function errorPctOf(n: number, thresholds: Thresholds): number {
  if (n >= MANY_WEIGHTS) return thresholds.cameraWeightManyErrorPct;
  return n >= SOME_WEIGHTS
    ? thresholds.cameraWeightSomeErrorPct
    : thresholds.cameraWeightFewErrorPct;
}

/** The weighted common calibration error of sources; null when none was compared with scales. */
function calibrationOf(voices: readonly Voice[]): number | null {
  const calibrated = voices.flatMap(({ calibrationPct, weight, downWeighted }) =>
    calibrationPct === null || downWeighted ? [] : [{ calibrationPct, weight }],
  );
  const total = sum(calibrated.map(({ weight }) => weight));
  if (total === 0) return null;
  return sum(calibrated.map(({ calibrationPct, weight }) => (calibrationPct * weight) / total));
}

/** The combined standard error of independent errors, in %, and the inverse of its variance. */
function ofErrors(...errorsPct: readonly number[]): { errorPct: number; weight: number } {
  const errorPct = Math.hypot(...errorsPct);
  return { errorPct, weight: (PERCENT / errorPct) ** 2 };
}

function percentileOf(voices: readonly Voice[], share: number): number | null {
  const values = voices.map(({ valueG, weight }) => ({ value: valueG, weight }));
  return weightedPercentile(values, share);
}
