import { targetTemperatureC } from '../standards/target-temperature-c.ts';
import type { BirdKind } from './bird-kind.ts';

/** A measure of the air in a barn. */
export type ClimateMeasure = 'temp' | 'humidity' | 'co2' | 'nh3';

/** The bounds of a measure, both still good. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The bounds of each measure. */
export type ClimateRange = Readonly<Record<ClimateMeasure, Range>>;

const TEMP_BAND_C = 2;
const LAYING_HENS_C: Range = { min: 18, max: 24 };
const GROWN_LAYER_FROM_DAY = 35;
/** By the last day of age they hold for. */
const HUMIDITY_PCT: readonly (readonly [toDay: number, range: Range])[] = [
  [6, { min: 60, max: 70 }],
  [27, { min: 50, max: 70 }],
  [Number.POSITIVE_INFINITY, { min: 50, max: 65 }],
];
const LAYING_HENS_HUMIDITY_PCT: Range = { min: 50, max: 70 };
const CO2_PPM: Range = { min: 0, max: 3000 };
const NH3_PPM: Range = { min: 0, max: 20 };

/**
 * The air birds of an age need: °C, % and ppm. The temperature may be 2 °C off its target, for
 * laying hens it is 18 to 24 °C.
 * Source: gases, Directive 2007/43/EC Annex II; humidity and temperature, between the programmes
 * of the Ross handbook, Filaha/ITELV and Cobb, with the alarm band of a common controller.
 */
export function climateRange(kind: BirdKind, ageDays: number): ClimateRange {
  const isGrownLayer = kind === 'layer' && ageDays >= GROWN_LAYER_FROM_DAY;
  const target = targetTemperatureC(kind, ageDays);
  return {
    temp: isGrownLayer ? LAYING_HENS_C : { min: target - TEMP_BAND_C, max: target + TEMP_BAND_C },
    humidity: isGrownLayer ? LAYING_HENS_HUMIDITY_PCT : humidityRange(ageDays),
    co2: CO2_PPM,
    nh3: NH3_PPM,
  };
}

function humidityRange(ageDays: number): Range {
  const found = HUMIDITY_PCT.find(([toDay]) => ageDays <= toDay);
  return found?.[1] ?? LAYING_HENS_HUMIDITY_PCT;
}
