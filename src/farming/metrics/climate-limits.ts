import type { Thresholds } from '../../model/thresholds.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import type { BreedTable } from '../standards/breed-tables.ts';
import { temperatureHumidityIndex } from './air.ts';

/** House temperature by age: day, °C. */
const TARGETS = [
  [1, 33],
  [3, 31.5],
  [7, 29.5],
  [14, 27],
  [21, 24.5],
  [28, 22],
  [35, 20.5],
  [42, 20],
] as const;
const LAYING_HEN_TARGET_C = 21;
const GROWN_LAYER_FROM_DAY = 35;

/**
 * Target house temperature for an age, in °C: 33 on the first day falling to 20 from day 42,
 * interpolated linearly between the ages of the programme; laying hens 21. Source: between the
 * programmes of the Ross handbook, Filaha/ITELV and Cobb.
 */
export function targetTemperatureC(kind: BreedTable['kind'], ageDays: number): number {
  if (kind === 'layer' && ageDays >= GROWN_LAYER_FROM_DAY) return LAYING_HEN_TARGET_C;
  const right = TARGETS.findIndex(([day]) => day >= ageDays);
  const [toDay, toC] = TARGETS[right] ?? [42, 20];
  const [fromDay, fromC] = TARGETS[right - 1] ?? [toDay, toC];
  if (fromDay === toDay) return toC;
  return fromC + ((toC - fromC) * (ageDays - fromDay)) / (toDay - fromDay);
}

/** A measure of the air in a barn. */
export type ClimateMeasure = 'temp' | 'humidity' | 'co2' | 'nh3';

/** The bounds of a measure, both inclusive. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The bounds of each measure. */
export type ClimateRange = Readonly<Record<ClimateMeasure, Range>>;

const TEMP_BAND_C = 2;
const LAYING_HENS_C: Range = { min: 18, max: 24 };
/** By the last day of age for which they apply. */
const HUMIDITY_PCT: readonly (readonly [toDay: number, range: Range])[] = [
  [6, { min: 60, max: 70 }],
  [27, { min: 50, max: 70 }],
  [Number.POSITIVE_INFINITY, { min: 50, max: 65 }],
];
const LAYING_HENS_HUMIDITY_PCT: Range = { min: 50, max: 70 };
const CO2_PPM: Range = { min: 0, max: 3000 };
const NH3_PPM: Range = { min: 0, max: 20 };

/**
 * The air required by birds of an age: °C, % and ppm. The temperature may deviate from its target
 * by 2 °C; for laying hens the range is 18 to 24 °C. Source: gases, Directive 2007/43/EC Annex II;
 * humidity and temperature, between the programmes of the Ross handbook, Filaha/ITELV and Cobb,
 * with the alarm band of a common controller.
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
  const range = HUMIDITY_PCT.find(([toDay]) => ageDays <= toDay);
  return range?.[1] ?? LAYING_HENS_HUMIDITY_PCT;
}

/** The lowest indices of mild heat, warning, critical and emergency. */
export interface HeatLimits {
  readonly mild: number;
  readonly warning: number;
  readonly critical: number;
  readonly emergency: number;
}

type HeatThresholds = Pick<
  Thresholds,
  | 'heatMildThi'
  | 'heatWarningThi'
  | 'heatCriticalThi'
  | 'heatEmergencyThi'
  | 'chickHeatWarningThi'
  | 'chickHeatCriticalThi'
>;

const GROWN_FROM_DAY = 28;
const CHICK_HUMIDITY_PCT = 60;

/**
 * The temperature-humidity indices at which heat begins to harm birds of an age. They are fixed for
 * grown birds; for chicks they are relative to the index of their target temperature at 60 %
 * humidity, without separate levels for mild heat and emergency. Source: performance falls above 21
 * in Purswell 2012; the steps are defaults of the service.
 */
export function heatLimitsThi(
  kind: BirdKind,
  ageDays: number,
  thresholds: HeatThresholds,
): HeatLimits {
  if (ageDays >= GROWN_FROM_DAY) {
    return {
      mild: thresholds.heatMildThi,
      warning: thresholds.heatWarningThi,
      critical: thresholds.heatCriticalThi,
      emergency: thresholds.heatEmergencyThi,
    };
  }
  const target = targetTemperatureC(kind, ageDays);
  const targetThi = temperatureHumidityIndex(target, CHICK_HUMIDITY_PCT) ?? target;
  const warning = targetThi + thresholds.chickHeatWarningThi;
  const critical = targetThi + thresholds.chickHeatCriticalThi;
  return { mild: warning, warning, critical, emergency: Number.POSITIVE_INFINITY };
}

/** The effect of heat on birds. */
export type HeatBand = 'normal' | 'mild' | 'warning' | 'critical' | 'emergency';

const WORST_FIRST = ['emergency', 'critical', 'warning', 'mild'] as const;

/** The band of a temperature-humidity index; null without one. */
export function heatBand(thi: number | null, limits: HeatLimits): HeatBand | null {
  if (thi === null) return null;
  return WORST_FIRST.find((band) => thi >= limits[band]) ?? 'normal';
}

/** The values measured in a barn at one moment; °C, % and ppm. */
export type ClimateReading = Readonly<Record<ClimateMeasure, number | null>>;

const MEASURES: readonly ClimateMeasure[] = ['temp', 'humidity', 'co2', 'nh3'];

/** The measures of a reading that are outside the required range. */
export function outOfRangeMeasures(
  reading: ClimateReading,
  range: ClimateRange,
): readonly ClimateMeasure[] {
  return MEASURES.filter((measure) => isOutside(reading[measure], range[measure]));
}

/** Whether all measured values are within the required range. */
export function isInClimateRange(reading: ClimateReading, range: ClimateRange): boolean {
  return !MEASURES.some((measure) => isOutside(reading[measure], range[measure]));
}

function isOutside(value: number | null, { min, max }: Range): boolean {
  return value !== null && (value < min || value > max);
}
