import type { ClimateMeasure, ClimateRange } from './climate-range.ts';

/** What was measured in a barn at one moment; °C, % and ppm. */
export type ClimateReading = Readonly<Record<ClimateMeasure, number | null>>;

const MEASURES: readonly ClimateMeasure[] = ['temp', 'humidity', 'co2', 'nh3'];

/** The measures of a reading that lie outside the range of the air the birds need. */
export function outOfRangeMeasures(
  reading: ClimateReading,
  range: ClimateRange,
): readonly ClimateMeasure[] {
  return MEASURES.filter((measure) => {
    const value = reading[measure];
    return value !== null && (value < range[measure].min || value > range[measure].max);
  });
}
