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
