import type { Thresholds } from '../../model/thresholds.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '../../tools/calendar.ts';
import { median } from '../../tools/statistics.ts';
import type { TimedReading } from './vision-reading.ts';

/**
 * The activity seen by one camera, in any order; arrays of numbers, because there may be thousands.
 */
export interface ActivityHistory {
  /** Milliseconds since 1970. */
  readonly at: readonly number[];
  /** The activity at each of these times. */
  readonly values: readonly number[];
}

/** Extracts the activity of a camera from readings without duplicates. */
export function activityHistory(
  readings: readonly TimedReading[],
  camera: string,
): ActivityHistory {
  const at: number[] = [];
  const values: number[] = [];
  for (const reading of readings) {
    const { kind, unit, value } = reading;
    if (value === null || kind !== 'behavior' || unit !== 'activity') continue;
    if (reading.camera !== camera) continue;
    at.push(reading.at);
    values.push(value);
  }
  return { at, values };
}

/** The usual activity of the birds in a camera's view. */
export interface ActivityBaseline {
  readonly activity: number;
  readonly basis: 'same_hour' | 'all_hours';
  readonly readings: number;
}

/**
 * The median activity seen by a camera in the 72 hours before an instant: at the same hour of the
 * day if there are enough readings, because birds have a daily rhythm, else at all hours. Depends
 * only on when the birds were seen, not on the arrival time, order or repetition of readings. Null
 * with too few readings. Source: 72 hours from the API specification; the rhythm, 3D-depth
 * observation of laying hens.
 */
export function activityBaseline(
  instant: number,
  history: ActivityHistory,
  thresholds: Thresholds,
): ActivityBaseline | null {
  const { visionActivityFewest: fewest, visionActivityDays } = thresholds;
  const sameHour = sameHourBefore(instant, history, thresholds);
  const isEnough = sameHour.values.length >= fewest && sameHour.days >= visionActivityDays;
  if (isEnough) return baselineOf(sameHour.values, 'same_hour');
  const before = allBefore(instant, history, thresholds);
  return before.length >= fewest ? baselineOf(before, 'all_hours') : null;
}

/** The activity at the same hour of day, and the number of days. */
function sameHourBefore(
  instant: number,
  { at, values }: ActivityHistory,
  thresholds: Thresholds,
): { readonly values: readonly number[]; readonly days: number } {
  const longest = thresholds.visionActivityHours * HOUR_MILLIS;
  const windowMillis = thresholds.visionActivitySameHours * HOUR_MILLIS;
  const days = new Set<number>();
  const activityValues: number[] = [];
  for (let index = 0; index < at.length; index++) {
    const elapsed = instant - (at[index] ?? instant);
    if (elapsed <= 0 || elapsed > longest) continue;
    const day = Math.round(elapsed / DAY_MILLIS);
    if (Math.abs(elapsed - day * DAY_MILLIS) > windowMillis) continue;
    days.add(day);
    activityValues.push(values[index] ?? 0);
  }
  return { values: activityValues, days: days.size };
}

function allBefore(
  instant: number,
  { at, values }: ActivityHistory,
  thresholds: Thresholds,
): readonly number[] {
  const longest = thresholds.visionActivityHours * HOUR_MILLIS;
  return values.filter((_value, index) => {
    const elapsed = instant - (at[index] ?? instant);
    return elapsed > 0 && elapsed <= longest;
  });
}

function baselineOf(
  values: readonly number[],
  basis: ActivityBaseline['basis'],
): ActivityBaseline | null {
  const activity = median(values);
  return activity === null ? null : { activity, basis, readings: values.length };
}

/** A time range, both ends included, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * All ranges in which `activityBaseline` looks for the same hour of day, for readings seen within a
 * span: one for their own day and one for each day before, newest first. The ranges do not overlap.
 */
export function sameHourSpans({ from, to }: Span, thresholds: Thresholds): readonly Span[] {
  const windowMillis = thresholds.visionActivitySameHours * HOUR_MILLIS;
  const oldest = from - thresholds.visionActivityHours * HOUR_MILLIS;
  const spans: Span[] = [];
  let before = to + windowMillis + 1;
  for (
    let offset = 0;
    before > oldest && to - offset + windowMillis >= oldest;
    offset += DAY_MILLIS
  ) {
    const windowStart = Math.max(oldest, from - offset - windowMillis);
    spans.push({ from: windowStart, to: Math.min(to - offset + windowMillis, before - 1) });
    before = windowStart;
  }
  return spans;
}

/**
 * Hours of stored counts and behaviour that `evaluateCall` needs: enough for the baseline of the
 * oldest reading that may still raise an alert.
 */
export function visionHistoryHours({ visionFreshHours, visionActivityHours }: Thresholds): number {
  return visionFreshHours + visionActivityHours;
}
