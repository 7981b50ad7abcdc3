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
