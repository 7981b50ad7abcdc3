import { DAY_MILLIS } from '../../tools/calendar.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { hoursAtOrAbove } from '../metrics/air.ts';
import { climateRange, heatLimitsThi, isInClimateRange } from '../metrics/climate-limits.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import { climateHistory, currentClimate, currentThi, valuesOfPoints } from './barn-climate.ts';

/** The air of a barn over the last 24 hours, as birds of an age feel it; null where not measured. */
export interface BarnAir {
  readonly readings: number;
  /** Of the current climate. */
  readonly thi: number | null;
  /** Hours in which it was too hot for birds of this age. */
  readonly heatStressHours: number | null;
  readonly outOfRangeMinutes: number | null;
  readonly nh3Max: number | null;
  readonly co2Max: number | null;
  /** How much of the 24 hours was watched: the rest lies in gaps of more than an hour. */
  readonly watchedHours: number;
}

/** The birds that breathe the air. */
export interface Breathers {
  readonly barnId: string;
  readonly kind: BirdKind;
  readonly ageDays: number | null;
}
const MINUTES_PER_HOUR = 60;
const HALF = 0.5;

/** The air of the last 24 hours in the barn of birds, from the readings of all its sensors. */
export function barnAir(
  { barnId, kind, ageDays }: Breathers,
  snapshot: FarmSnapshot<'readings'>,
): BarnAir {
  const age = Math.max(0, ageDays ?? 0);
  const readings = climateHistory(barnId, snapshot).filter(
    ({ at }) => at >= snapshot.now - DAY_MILLIS,
  );
  const thi = valuesOfPoints(readings, 'thi');
  const heat = hoursAtOrAbove(thi, heatLimitsThi(kind, age, snapshot.thresholds).warning);
  const range = climateRange(kind, age);
  // 1 out of range and 0 in it: between the two, half the way counts.
  const outside = readings.map((reading) => ({
    at: reading.at,
    value: isInClimateRange(reading, range) ? 0 : 1,
  }));
  const out = hoursAtOrAbove(outside, HALF);
  return {
    readings: readings.length,
    thi: currentThi(currentClimate(barnId, snapshot)),
    heatStressHours: heat.watchedHours === 0 ? null : heat.hours,
    outOfRangeMinutes: out.watchedHours === 0 ? null : out.hours * MINUTES_PER_HOUR,
    nh3Max: highest(readings.map(({ nh3 }) => nh3)),
    co2Max: highest(readings.map(({ co2 }) => co2)),
    watchedHours: out.watchedHours,
  };
}

function highest(values: readonly (number | null)[]): number | null {
  let found: number | null = null;
  for (const value of values) {
    if (value !== null && (found === null || value > found)) found = value;
  }
  return found;
}
