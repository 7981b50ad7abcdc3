import { parseInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { oncePerObject } from '../../tools/once-per-object.ts';
import type { BarnHour } from './barn-hour.ts';
import type { AirReading, FarmSnapshot } from './farm-snapshot.ts';

/** A reading with its time in milliseconds since 1970. */
export interface TimedReading {
  readonly at: number;
  readonly reading: AirReading;
}

/** The readings of a barn in their order. A farm's readings are grouped and parsed only once. */
export function readingsOfBarn(
  barnId: string,
  { readings }: FarmSnapshot<'readings'>,
): readonly TimedReading[] {
  return timedByBarn(readings).get(barnId) ?? [];
}

const timedByBarn = oncePerObject((readings: readonly AirReading[]) =>
  groupBy(readings.flatMap(timed), ({ reading }) => reading.barnId),
);

function timed(reading: AirReading): readonly TimedReading[] {
  const at = parseInstant(reading.ts ?? '');
  return at === undefined ? [] : [{ at, reading }];
}

/** The hours in which a barn was measured, in their order. */
export function hoursOfBarn(
  barnId: string,
  { barnHours }: FarmSnapshot<'barnHours'>,
): readonly BarnHour[] {
  return hoursByBarn(barnHours).get(barnId) ?? [];
}

const hoursByBarn = oncePerObject((hours: readonly BarnHour[]) =>
  groupBy(hours, ({ barnId }) => barnId),
);
