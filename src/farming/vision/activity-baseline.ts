import type { Thresholds } from '../../model/thresholds.ts';
import { median } from '../../tools/statistics.ts';
import type { TimedReading } from './vision-reading.ts';

/** How active the birds before a camera usually are. */
export interface ActivityBaseline {
  readonly activity: number;
  readonly basis: 'same_hour' | 'all_hours';
  readonly readings: number;
}

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/**
 * The median activity that a camera saw in the 72 hours before one of its readings: at the same
 * hour of the day where there is enough of it, since birds have a rhythm of the day, else at all
 * hours. It looks at the times at which birds were seen alone: when readings arrived, in which
 * order and how often makes no difference. Null where too little was seen.
 * Source: 72 hours from the API specification; the rhythm, 3D-depth observation of laying hens.
 */
export function activityBaseline(
  { at, camera }: Pick<TimedReading, 'at' | 'camera'>,
  readings: readonly TimedReading[],
  thresholds: Thresholds,
): ActivityBaseline | null {
  const oldest = at - thresholds.visionActivityHours * HOUR_MILLIS;
  const before: { readonly ago: number; readonly value: number }[] = [];
  for (const reading of readings) {
    if (reading.at >= at || reading.at < oldest || reading.camera !== camera) continue;
    const { kind, unit, value } = reading;
    if (value === null || kind !== 'behavior' || unit !== 'activity') continue;
    before.push({ ago: at - reading.at, value });
  }
  const reach = thresholds.visionActivitySameHours * HOUR_MILLIS;
  const sameHour = before.filter(({ ago }) => Math.abs(ago - nearestDay(ago)) <= reach);
  const days = new Set(sameHour.map(({ ago }) => nearestDay(ago)));
  const isEnough =
    sameHour.length >= thresholds.visionActivityFewest &&
    days.size >= thresholds.visionActivityDays;
  if (isEnough) return baselineOf(sameHour, 'same_hour');
  return before.length >= thresholds.visionActivityFewest ? baselineOf(before, 'all_hours') : null;
}

function nearestDay(ago: number): number {
  return Math.round(ago / DAY_MILLIS) * DAY_MILLIS;
}

function baselineOf(
  readings: readonly { readonly value: number }[],
  basis: ActivityBaseline['basis'],
): ActivityBaseline | null {
  const activity = median(readings.map(({ value }) => value));
  return activity === null ? null : { activity, basis, readings: readings.length };
}
