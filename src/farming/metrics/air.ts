import type { Thresholds } from '../../model/thresholds.ts';
import { HOUR_MILLIS, MINUTE_MILLIS } from '../../tools/calendar.ts';
import { ratioOf } from '../../tools/statistics.ts';

const DRIEST_PCT = 5;
const DAMPEST_PCT = 99;
const COLDEST_C = -20;
const HOTTEST_C = 50;

/**
 * Wet-bulb temperature in °C from the temperature and the relative humidity in %. Null outside -20
 * to 50 °C and below 5 %, where the formula is not valid; in saturated air it equals the
 * temperature. Source: Stull 2011, Journal of Applied Meteorology and Climatology 50:2267.
 */
export function wetBulbC(tempC: number, humidityPct: number): number | null {
  if (tempC < COLDEST_C || tempC > HOTTEST_C || humidityPct < DRIEST_PCT) return null;
  if (humidityPct > DAMPEST_PCT) return tempC;
  return (
    tempC * Math.atan(0.151977 * Math.sqrt(humidityPct + 8.313659)) +
    Math.atan(tempC + humidityPct) -
    Math.atan(humidityPct - 1.676331) +
    0.00391838 * humidityPct ** 1.5 * Math.atan(0.023101 * humidityPct) -
    4.686035
  );
}

const DRY_BULB_SHARE = 0.85;
const WET_BULB_SHARE = 0.15;

/**
 * The temperature-humidity index for broilers in °C, from the temperature in °C and the relative
 * humidity in %. Null when either is missing or the wet-bulb temperature is unknown. Source: Tao
 * and Xin 2003, Transactions of the ASAE 46:491.
 */
export function temperatureHumidityIndex(
  tempC: number | null,
  humidityPct: number | null,
): number | null {
  if (tempC === null || humidityPct === null) return null;
  const wetBulb = wetBulbC(tempC, humidityPct);
  return wetBulb === null ? null : DRY_BULB_SHARE * tempC + WET_BULB_SHARE * wetBulb;
}

/** A value measured at a moment, in milliseconds since 1970. */
export interface Measured {
  readonly at: number;
  readonly value: number;
}

/** Duration of a condition and duration covered by measurements, in hours. */
export interface WatchedHours {
  readonly hours: number;
  readonly watchedHours: number;
}

const LONGEST_GAP_MILLIS = 60 * 60_000;

/**
 * Hours during which consecutive values were at or above a limit, interpolated linearly. Gaps of
 * more than an hour are neither counted nor watched.
 */
export function hoursAtOrAbove(values: readonly Measured[], limit: number): WatchedHours {
  let [minutesAbove, minutesObserved] = [0, 0];
  values.forEach((to, index) => {
    const from = values[index - 1];
    const millis = from ? to.at - from.at : 0;
    if (!from || millis <= 0 || millis > LONGEST_GAP_MILLIS) return;
    minutesObserved += millis;
    minutesAbove += millis * shareAtOrAbove(from.value, to.value, limit);
  });
  return { hours: minutesAbove / HOUR_MILLIS, watchedHours: minutesObserved / HOUR_MILLIS };
}

/** The fraction of the interval between two values at or above a limit. */
function shareAtOrAbove(from: number, to: number, limit: number): number {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  if (low >= limit) return 1;
  if (high < limit) return 0;
  return (high - limit) / (high - low);
}

/** Air measures that are harmful regardless of the temperature. */
export type AirMeasure = 'co2' | 'nh3' | 'humidity';

/** Deviation of an air measure from the birds' requirements. */
export type AirBand = 'good' | 'fair' | 'warning' | 'critical';

/** The bounds of each measure, ppm and %. */
const BOUNDS = {
  co2: { goodTo: 2500, warning: 'co2WarningPpm', critical: 'co2CriticalPpm' },
  nh3: { goodTo: 10, warning: 'nh3WarningPpm', critical: 'nh3CriticalPpm' },
} as const;
const GOOD_HUMIDITY_PCT = { min: 50, max: 70 } as const;

type AirThresholds = Pick<
  Thresholds,
  | 'co2WarningPpm'
  | 'co2CriticalPpm'
  | 'nh3WarningPpm'
  | 'nh3CriticalPpm'
  | 'humidityLowPct'
  | 'humidityHighPct'
  | 'humidityTooLowPct'
  | 'humidityTooHighPct'
>;

/**
 * The band of an air measure of a barn, in ppm or %; null when not measured. Source: at most 3000
 * ppm of CO₂ and 20 ppm of NH₃, Directive 2007/43/EC Annex II.
 */
export function airBand(
  measure: AirMeasure,
  value: number | null,
  thresholds: AirThresholds,
): AirBand | null {
  if (value === null) return null;
  if (measure === 'humidity') return humidityBand(value, thresholds);
  const { goodTo, warning, critical } = BOUNDS[measure];
  if (value > thresholds[critical]) return 'critical';
  if (value > thresholds[warning]) return 'warning';
  return value > goodTo ? 'fair' : 'good';
}

function humidityBand(value: number, thresholds: AirThresholds): AirBand {
  const { humidityTooLowPct, humidityTooHighPct, humidityLowPct, humidityHighPct } = thresholds;
  if (value < humidityTooLowPct || value > humidityTooHighPct) return 'critical';
  if (value < humidityLowPct || value > humidityHighPct) return 'warning';
  return value < GOOD_HUMIDITY_PCT.min || value > GOOD_HUMIDITY_PCT.max ? 'fair' : 'good';
}

/**
 * Live weight per floor area of a barn, in kg per m². Source: stocking density of Directive
 * 2007/43/EC, whose steps are 33, 39 and 42.
 */
export function densityKgM2(liveWeightKg: number | null, areaSqm: number | null): number | null {
  return ratioOf(liveWeightKg, areaSqm);
}

/**
 * For how many minutes the newest consecutive values satisfy a condition, 0 for a single value;
 * null when the newest does not. A gap of more than an hour ends the run, because its values are
 * unknown.
 */
export function heldMinutes(
  values: readonly Measured[],
  isSo: (value: number) => boolean,
): number | null {
  const newest = values.at(-1);
  if (!newest || !isSo(newest.value)) return null;
  let since = newest.at;
  for (let index = values.length - 2; index >= 0; index -= 1) {
    const before = values[index];
    if (!before || !isSo(before.value) || since - before.at > LONGEST_GAP_MILLIS) break;
    since = before.at;
  }
  return (newest.at - since) / MINUTE_MILLIS;
}
