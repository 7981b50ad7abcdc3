import type { Thresholds } from '../../model/thresholds.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '../../tools/calendar.ts';
import { median } from '../../tools/statistics.ts';
import type { TimedReading } from './vision-reading.ts';

/** The activity that one camera saw, in any order; lists of numbers, since there may be thousands. */
export interface ActivityHistory {
  /** Milliseconds since 1970. */
  readonly at: readonly number[];
  /** What was seen at each of these times. */
  readonly values: readonly number[];
}

/** The activity of a camera among readings, each of which is there once. */
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

/** How active the birds before a camera usually are. */
export interface ActivityBaseline {
  readonly activity: number;
  readonly basis: 'same_hour' | 'all_hours';
  readonly readings: number;
}

/**
 * The median activity that a camera saw in the 72 hours before an instant: at the same hour of the
 * day where there is enough of it, since birds have a rhythm of the day, else at all hours. It looks
 * at the times at which birds were seen alone: when readings arrived, in which order and how often
 * makes no difference. Null where too little was seen.
 * Source: 72 hours from the API specification; the rhythm, 3D-depth observation of laying hens.
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

/** What was seen at the same hour, and on how many days. */
function sameHourBefore(
  instant: number,
  { at, values }: ActivityHistory,
  thresholds: Thresholds,
): { readonly values: readonly number[]; readonly days: number } {
  const longest = thresholds.visionActivityHours * HOUR_MILLIS;
  const reach = thresholds.visionActivitySameHours * HOUR_MILLIS;
  const days = new Set<number>();
  const found: number[] = [];
  for (let index = 0; index < at.length; index++) {
    const ago = instant - (at[index] ?? instant);
    if (ago <= 0 || ago > longest) continue;
    const day = Math.round(ago / DAY_MILLIS);
    if (Math.abs(ago - day * DAY_MILLIS) > reach) continue;
    days.add(day);
    found.push(values[index] ?? 0);
  }
  return { values: found, days: days.size };
}

function allBefore(
  instant: number,
  { at, values }: ActivityHistory,
  thresholds: Thresholds,
): readonly number[] {
  const longest = thresholds.visionActivityHours * HOUR_MILLIS;
  return values.filter((_value, index) => {
    const ago = instant - (at[index] ?? instant);
    return ago > 0 && ago <= longest;
  });
}

function baselineOf(
  values: readonly number[],
  basis: ActivityBaseline['basis'],
): ActivityBaseline | null {
  const activity = median(values);
  return activity === null ? null : { activity, basis, readings: values.length };
}

/** A time, its ends included, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * All times at which `activityBaseline` looks for the same hour of the day, for readings that were
 * seen within a span: one for the day of each and one for each day before, the newest first. No
 * moment is in two of them.
 */
export function sameHourSpans({ from, to }: Span, thresholds: Thresholds): readonly Span[] {
  const reach = thresholds.visionActivitySameHours * HOUR_MILLIS;
  const oldest = from - thresholds.visionActivityHours * HOUR_MILLIS;
  const spans: Span[] = [];
  let before = to + reach + 1;
  for (let ago = 0; before > oldest && to - ago + reach >= oldest; ago += DAY_MILLIS) {
    const begin = Math.max(oldest, from - ago - reach);
    spans.push({ from: begin, to: Math.min(to - ago + reach, before - 1) });
    before = begin;
  }
  return spans;
}

/**
 * How far back the stored counts and behaviour must reach that `evaluateCall` is given, in hours: to
 * the baseline of the oldest reading that may still raise an alert.
 */
export function visionHistoryHours({ visionFreshHours, visionActivityHours }: Thresholds): number {
  return visionFreshHours + visionActivityHours;
}
