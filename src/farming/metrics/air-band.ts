import type { Thresholds } from '../../model/thresholds.ts';

/** What of the air harms by itself, whatever the temperature. */
export type AirMeasure = 'co2' | 'nh3' | 'humidity';

/** How far a measure of the air is from what birds need. */
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
 * The band in which a measure of the air of a barn lies, ppm or %; null when it was not measured.
 * Source: at most 3000 ppm of CO₂ and 20 ppm of NH₃, Directive 2007/43/EC Annex II.
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
