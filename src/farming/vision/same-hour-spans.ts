import type { Thresholds } from '../../model/thresholds.ts';

/** A time, its ends included, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/**
 * All times at which `activityBaseline` looks for the same hour of the day, for readings that were
 * seen within a span: one for the day of each and one for each day before, the newest first.
 */
export function sameHourSpans({ from, to }: Span, thresholds: Thresholds): readonly Span[] {
  const reach = thresholds.visionActivitySameHours * HOUR_MILLIS;
  const oldest = from - thresholds.visionActivityHours * HOUR_MILLIS;
  const spans: Span[] = [];
  for (let ago = 0; to - ago + reach >= oldest; ago += DAY_MILLIS) {
    spans.push({ from: Math.max(oldest, from - ago - reach), to: to - ago + reach });
  }
  return spans;
}
