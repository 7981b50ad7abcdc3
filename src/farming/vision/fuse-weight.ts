import type { Thresholds } from '../../model/thresholds.ts';
import { dayInZone, formatInstant, startOfDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { weightedPercentile } from '../../tools/weighted-percentile.ts';
import type { WeightOnDay } from '../metrics/daily-gain-g.ts';
import type { SmartWeight, WeightSource } from '../snapshot/smart-weight.ts';
import { type CameraWeight, cameraWeights } from './camera-weight.ts';
import type { GrowingFlock } from './growing-flock.ts';
import { isOver } from './is-over.ts';
import { growthBetween, type StandardCurve, standardCurve } from './standard-curve.ts';
import type { VisionReading } from './vision-reading.ts';

/** Everything that tells what a flock weighs. */
export interface FuseInput {
  readonly flock: GrowingFlock;
  /** Weights by cameras of twice `cameraWeightHours`, in any order; others are let be. */
  readonly readings: readonly VisionReading[];
  /** By hand, of the whole flock, in any order. */
  readonly weighings: readonly WeightOnDay[];
  /** By camera: what its weights are multiplied with; 1 where it is not named. */
  readonly factors: ReadonlyMap<string, number>;
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly thresholds: Thresholds;
}

/** A fused weight with all it was made of; storable as a smart weight. */
export interface FusedWeight extends SmartWeight {
  readonly sources: readonly FusedSource[];
  /** What cameras were compared with; null where nothing tells what to expect. */
  readonly curveG: number | null;
  /** By the standard of the breed at this moment; null without one. */
  readonly ratio: number | null;
}

/** One voice, with how it came about. */
export interface FusedSource extends WeightSource {
  readonly kind: 'manual' | 'camera' | 'prior';
  readonly camera: string | null;
  /** What it counts, before it is made a share: the inverse of its relative variance. */
  readonly weight: number;
  /** Of a camera: its weights, its median before calibration, and its factor. */
  readonly n: number | null;
  readonly measuredG: number | null;
  readonly factor: number | null;
}

type Voice = Omit<FusedSource, 'weightPct'>;

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;
const NOON_MILLIS = DAY_MILLIS / 2;
const PERCENT = 100;
const MEDIAN = 0.5;
/** Of a normal distribution, two thirds lie between these shares. */
const LOW_SHARE = 0.16;
const HIGH_SHARE = 0.84;
const MANY_WEIGHTS = 20;
const SOME_WEIGHTS = 3;
/** As `weightRatio` holds it. */
const LOWEST_RATIO = 0.6;
const HIGHEST_RATIO = 1.4;
const SPOKEN = {
  camera: null,
  deviceId: null,
  downWeighted: false,
  n: null,
  measuredG: null,
  factor: null,
} as const;

/** The input, with the growth of the breed. */
interface Fusing extends FuseInput {
  readonly curve: StandardCurve;
}

/**
 * What the birds of a flock weigh now: the weighted median of its cameras, calibrated, the last
 * weighing by hand, and what the 48 hours before let expect. A camera far off the growth curve,
 * before or after calibration, counts a quarter. It is a function of the rows that are given: order, repetition and batches make
 * no difference. Null where no camera weighed within 48 hours.
 *
 * Without a table of the breed nothing tells the growth: weights stand as they were measured and
 * lag by half the time they span, a weighing by hand counts for 48 hours only, the days before tell
 * nothing, and a camera is compared with a weighing of those 48 hours or not at all.
 */
export function fuseWeight(input: FuseInput): FusedWeight | null {
  const { flock, now, zone, thresholds } = input;
  const fusing = { ...input, curve: standardCurve(flock, zone) };
  const before = now - thresholds.cameraWeightHours * HOUR_MILLIS;
  const { voices, curveG } = voicesAt(now, priorFrom(before, fusing), fusing);
  const weightG = percentileOf(voices, MEDIAN);
  if (weightG === null || !voices.some(({ kind }) => kind === 'camera')) return null;
  const total = sum(voices.map(({ weight }) => weight));
  // Voices that agree by chance, or a single one, are no surer than their errors allow.
  const error = 1 / Math.sqrt(total);
  const standard = fusing.curve(now);
  return {
    flockId: flock.flockId,
    at: formatInstant(now),
    weightG,
    lowG: Math.min(percentileOf(voices, LOW_SHARE) ?? weightG, weightG * (1 - error)),
    highG: Math.max(percentileOf(voices, HIGH_SHARE) ?? weightG, weightG * (1 + error)),
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
  const voices = cameras.map((camera) => cameraVoice(camera, curveG, fusing));
  return { voices: [manual, ...voices, prior].filter((voice) => voice !== null), curveG };
}

/** The last weighing by hand, grown to the moment; that of a day is taken to be of its noon. */
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
    weight: weightOfErrors(
      thresholds.manualWeightErrorPct,
      thresholds.manualWeightErrorPctPerDay * days,
    ),
    measuredAt: formatInstant(measured),
    measuredG: last.g,
  };
}

/** What cameras are compared with: a weighing of the last 10 days, else the days before, else the breed. */
function expectedAt(
  at: number,
  { manual, prior }: { readonly manual: Voice | null; readonly prior: Voice | null },
  { curve, thresholds }: Fusing,
): number | null {
  const oldest = at - thresholds.cameraWeightCurveDays * DAY_MILLIS;
  const isRecent = manual !== null && Date.parse(manual.measuredAt) >= oldest;
  return (isRecent ? manual.valueG : prior?.valueG) ?? curve(at);
}

/** What the same sources told at an earlier moment, as a ratio to the standard kept until now. */
function priorFrom(before: number, fusing: Fusing): Voice | null {
  const { curve, now, thresholds } = fusing;
  const { voices } = voicesAt(before, null, fusing);
  const told = percentileOf(voices, MEDIAN);
  const [then, today] = [curve(before), curve(now)];
  if (told === null || then === null || today === null) return null;
  return {
    ...SPOKEN,
    kind: 'prior',
    source: 'standard',
    valueG: today * Math.min(HIGHEST_RATIO, Math.max(LOWEST_RATIO, told / then)),
    weight: weightOfErrors(thresholds.priorWeightErrorPct),
    measuredAt: formatInstant(before),
  };
}

function cameraVoice(
  { camera, deviceId, source, weightG, n, meanConfidence, measuredAt }: CameraWeight,
  curveG: number | null,
  { factors, thresholds }: Fusing,
): Voice {
  const factor = factors.get(camera) ?? 1;
  const valueG = weightG * factor;
  // A factor may draw a broken camera halfway back to the curve, which makes it no better.
  const downWeighted = [weightG, valueG].some((g) => isOffCurve(g, curveG, thresholds));
  const weight = weightOfErrors(errorPctOf(n, thresholds)) * meanConfidence;
  return {
    kind: 'camera',
    source: source ?? deviceId ?? camera,
    camera,
    deviceId,
    valueG,
    weight: downWeighted ? weight / thresholds.cameraWeightOffCurveFactor : weight,
    measuredAt: formatInstant(measuredAt),
    downWeighted,
    n,
    measuredG: weightG,
    factor,
  };
}

function isOffCurve(g: number, curveG: number | null, thresholds: Thresholds): boolean {
  if (curveG === null) return false;
  return isOver(Math.abs(g / curveG - 1) * PERCENT, thresholds.cameraWeightOffCurvePct);
}

function errorPctOf(n: number, thresholds: Thresholds): number {
  if (n >= MANY_WEIGHTS) return thresholds.cameraWeightManyErrorPct;
  return n >= SOME_WEIGHTS
    ? thresholds.cameraWeightSomeErrorPct
    : thresholds.cameraWeightFewErrorPct;
}

/** The inverse of the relative variance that independent errors, in %, add up to. */
function weightOfErrors(...errorsPct: readonly number[]): number {
  return 1 / sum(errorsPct.map((error) => (error / PERCENT) ** 2));
}

function percentileOf(voices: readonly Voice[], share: number): number | null {
  const values = voices.map(({ valueG, weight }) => ({ value: valueG, weight }));
  return weightedPercentile(values, share);
}
