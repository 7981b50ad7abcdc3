import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { weightRatio } from '../core/barn-state.ts';
import type { CameraCalibration, FarmSnapshot } from '../core/farm-snapshot.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { combinedBasis, type StandardBasis, weightBasisOn } from '../metrics/standard-basis.ts';
import {
  coefficientOfVariationPct,
  dailyGainG,
  readWeighSample,
  sampleSize,
  standardWeightOn,
  uniformityPct,
  type WeightClass,
  type WeightOnDay,
  weightClasses,
} from '../metrics/weight.ts';
import { standardAgeAtWeight } from '../standards/standard-values.ts';
import { weighingsOf } from './flock-performance.ts';

/** The uniformity of a flock, from the newest sample of individual camera weights. */
export interface FlockUniformity {
  readonly at: string | null;
  readonly birds: number;
  readonly cvPct: number | null;
  /** Within 10 % and 15 % of the mean. */
  readonly within10Pct: number | null;
  readonly within15Pct: number | null;
  /** Counted from individual weights, or derived from a normal distribution. */
  readonly basis: 'counted' | 'normal';
  /** Number of birds to weigh for a mean within 2 %. */
  readonly sampleFor2Pct: number | null;
  readonly classes: readonly WeightClass[];
}

const TARGET_ERROR_PCT = 2;

/** The uniformity of a flock; null without a camera sample in 48 hours. */
export function flockUniformity(
  { flock }: FlockRecord,
  { weighSamples }: FarmSnapshot<'weighSamples'>,
): FlockUniformity | null {
  const event = weighSamples.find(({ flockId }) => flockId === flock.id);
  const sample = event ? readWeighSample(event.meta, event.value) : null;
  if (!event || !sample) return null;
  const cvPct = coefficientOfVariationPct(sample);
  return {
    at: event.ts,
    birds: sample.birds,
    cvPct,
    within10Pct: uniformityPct(sample, 10),
    within15Pct: uniformityPct(sample, 15),
    basis: sample.weightsG ? 'counted' : 'normal',
    sampleFor2Pct: cvPct === null ? null : sampleSize(cvPct, TARGET_ERROR_PCT),
    classes: weightClasses(sample),
  };
}

/** The daily gain of a flock and the standard over the same days, in g. */
export interface RecentGain {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly g: number | null;
  readonly standardG: number | null;
  readonly standardBasis: StandardBasis | null;
}

const WEEK_DAYS = 7;
const SHORTEST_DAYS = 4;
const LONGEST_DAYS = 10;

/**
 * The gain of a flock over about a week: from its last weight back to the manual weighing closest
 * to seven days before, between four and ten. Null without such a pair.
 */
export function recentGain(record: FlockRecord): RecentGain | null {
  const { weight: newest } = record;
  return newest && gainUpTo(newest, weighingsOf(record), record);
}

/** The gain from earlier weights of a flock up to a given weight. */
export function gainUpTo(
  newest: WeightOnDay,
  weights: readonly WeightOnDay[],
  { flock }: FlockRecord,
): RecentGain | null {
  const from = weights
    .filter(({ day }) => isWithin(daysBetween(day, newest.day)))
    .toSorted((left, right) => offWeek(left, newest) - offWeek(right, newest))[0];
  if (!from) return null;
  const [standardFrom, standardTo] = [from, newest].map(({ day }) => standardWeightOn(flock, day));
  const hasStandard = standardFrom != null && standardTo != null;
  return {
    from: from.day,
    to: newest.day,
    g: dailyGainG(from, newest),
    standardG: hasStandard
      ? dailyGainG({ ...from, g: standardFrom }, { ...newest, g: standardTo })
      : null,
    standardBasis: combinedBasis(weightBasisOn(flock, from.day), weightBasisOn(flock, newest.day)),
  };
}

function isWithin(days: number): boolean {
  return days >= SHORTEST_DAYS && days <= LONGEST_DAYS;
}

function offWeek({ day }: WeightOnDay, newest: WeightOnDay): number {
  return Math.abs(daysBetween(day, addDays(newest.day, -WEEK_DAYS)));
}

/**
 * The first day on which a flock is projected to reach its target weight; a past day when it
 * already has. Null without a target, a weight or a breed, and when the table ends before.
 */
export function targetDay(record: FlockRecord): CalendarDay | null {
  const { flock, breed } = record;
  const ratio = weightRatio(record);
  if (flock.targetWeightKg === null || !breed || ratio === null) return null;
  const age = standardAgeAtWeight(breed, (flock.targetWeightKg * 1000) / ratio);
  if (age === null) return null;
  // The age search converges slightly above the exact age.
  const day = Math.ceil(age - 1e-6) - (flock.arrivalAgeDays ?? 0);
  return addDays(flock.placementDate, day);
}

/** The calibration of the cameras in the barn of a flock. */
export function barnCameras(
  { flock }: FlockRecord,
  { devices, calibrations }: FarmSnapshot<'devices' | 'calibrations'>,
): { readonly cameras: number; readonly calibrations: readonly CameraCalibration[] } {
  const cameras = devices.filter(
    ({ kind, barnId, status }) =>
      kind === 'camera' && barnId === flock.barnId && status !== 'retired',
  );
  const ids = new Set<string | null>(cameras.map(({ id }) => id));
  return {
    cameras: cameras.length,
    calibrations: calibrations.filter(({ deviceId }) => deviceId !== null && ids.has(deviceId)),
  };
}
