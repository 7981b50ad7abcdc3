import { type CalendarDay, DAY_MILLIS, formatInstant, startOfDay } from '../../tools/calendar.ts';
import { mean, sum, weightedPercentile } from '../../tools/statistics.ts';
import { currentWeight } from '../core/barn-state.ts';
import type { Arrival } from '../metrics/dates.ts';
import { standardWeightOn, type WeightOnDay } from '../metrics/weight.ts';
import { findBreed } from '../standards/breed-lookup.ts';
import { standardWeightG } from '../standards/standard-values.ts';
import type { VisionReading } from './vision-reading.ts';

/** The weight measured by a camera, before any calibration. */
export interface CameraWeight {
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  /** At the requested moment. */
  readonly weightG: number;
  /** Number of weights used. */
  readonly n: number;
  readonly meanConfidence: number;
  /** The middle of the times of its weights. */
  readonly measuredAt: number;
}

/** The time window of the weights used, and the moment they are projected to. */
export interface WeightWindow {
  /** Both ends are included. */
  readonly from: number;
  readonly to: number;
  readonly flockId: string;
  readonly curve: StandardCurve;
  readonly at: number;
}

const MEDIAN = 0.5;

/**
 * The median weight of each camera within a time window, in the order of the cameras. Every weight
 * is projected to one moment along the breed's growth and weighted by its confidence; without a
 * table it is not projected. The order and repetition of readings make no difference.
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
    const readingsById = byCamera.get(reading.camera) ?? new Map<string, VisionReading>();
    byCamera.set(reading.camera, readingsById.set(reading.id, reading));
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
  // Summing the same numbers in another order changes the last digit.
  const sorted = readings.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const expectedG = curve(at);
  const values = sorted.map(({ value, confidence, ts }) => {
    const standard = expectedG === null ? null : curve(Date.parse(ts));
    const growth = expectedG === null || standard === null ? 1 : expectedG / standard;
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

/** The standard weight of the breed at a moment, in g; null outside the table. */
export type StandardCurve = (at: number) => number | null;
export const NOON_MILLIS = DAY_MILLIS / 2;

/**
 * The standard growth curve of a flock. The table gives the weight at noon of a day; values between
 * two noons are interpolated along the table. Null without a breed and outside its table.
 */
export function standardCurve(flock: GrowingFlock, zone: string): StandardCurve {
  const breed = findBreed(flock.breed);
  if (!breed) return () => null;
  const placed = startOfDay(flock.placementDate, zone) + NOON_MILLIS;
  const arrivalAge = flock.arrivalAgeDays ?? 0;
  return (at) => standardWeightG(breed, Math.max(0, arrivalAge + (at - placed) / DAY_MILLIS));
}

/** Growth factor between two moments; null outside the table. */
export function growthBetween(curve: StandardCurve, from: number, to: number): number | null {
  const [before, after] = [curve(from), curve(to)];
  return before === null || after === null ? null : after / before;
}

/** Birds with a standard growth curve. */
export interface GrowingFlock extends Arrival {
  readonly flockId: string;
  readonly breed: string | null;
}

/** A flock in a barn with several flocks. */
export interface MixedFlock {
  readonly flock: GrowingFlock;
  /** Null when unknown. */
  readonly live: number | null;
  readonly weighings: readonly WeightOnDay[];
}

/**
 * The expected weight of a bird of each flock relative to the mean bird of the barn, by flock.
 * Cameras weigh the mixture; its weight times this ratio is the weight of the flock. Null when the
 * number of birds or the standard weight of any flock is unknown, because the mixture cannot be
 * divided.
 */
export function shareOfMixture(
  flocks: readonly MixedFlock[],
  day: CalendarDay,
): ReadonlyMap<string, number> | null {
  const birds = flocks.map(({ flock, live, weighings }) => ({
    flockId: flock.flockId,
    live,
    g: expectedG(flock, weighings, day),
  }));
  const weighedFlocks = birds.flatMap(({ flockId, live, g }) =>
    live === null || g === null ? [] : [{ flockId, live, g }],
  );
  const all = sum(weighedFlocks.map(({ live }) => live));
  if (weighedFlocks.length < flocks.length || all === 0) return null;
  const meanG = sum(weighedFlocks.map(({ live, g }) => live * g)) / all;
  return new Map(weighedFlocks.map(({ flockId, g }) => [flockId, g / meanG]));
}

/** The camera weights of a mixed barn, converted to weights of one flock; empty without a share. */
export function readingsOfShare(
  readings: readonly VisionReading[],
  flockId: string,
  shares: ReadonlyMap<string, number> | null,
): readonly VisionReading[] {
  const share = shares?.get(flockId);
  if (share === undefined) return [];
  return readings.map((reading) => ({
    ...reading,
    flockId,
    value: reading.value === null ? null : reading.value * share,
  }));
}

/** From the last weighing, else the standard. */
function expectedG(
  { flockId: id, ...flock }: GrowingFlock,
  weighings: readonly WeightOnDay[],
  day: CalendarDay,
): number | null {
  const last = weighings.findLast((weighing) => weighing.day <= day);
  const weight = last ? ({ ...last, source: 'manual', uncalibrated: false } as const) : null;
  return currentWeight({ flock: { id, ...flock }, weight }, day).g ?? standardWeightOn(flock, day);
}
