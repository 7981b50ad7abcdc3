import type { ClimateMeasure, ClimateRange, Range } from './climate-range.ts';

/** What was measured in a barn at one moment; °C, % and ppm. */
export type ClimateReading = Readonly<Record<ClimateMeasure, number | null>>;

const MEASURES: readonly ClimateMeasure[] = ['temp', 'humidity', 'co2', 'nh3'];

/** The measures of a reading that lie outside the range of the air the birds need. */
export function outOfRangeMeasures(
  reading: ClimateReading,
  range: ClimateRange,
): readonly ClimateMeasure[] {
  return MEASURES.filter((measure) => isOutside(reading[measure], range[measure]));
}

/** Whether all that was measured lies in the range of the air the birds need. */
export function isInClimateRange(reading: ClimateReading, range: ClimateRange): boolean {
  return !MEASURES.some((measure) => isOutside(reading[measure], range[measure]));
}

function isOutside(value: number | null, { min, max }: Range): boolean {
  return value !== null && (value < min || value > max);
}
