import { wetBulbC } from './wet-bulb-c.ts';

const DRY_BULB_SHARE = 0.85;
const WET_BULB_SHARE = 0.15;

/**
 * How warm air of a temperature in °C and a relative humidity in % is to broilers, in °C.
 * Null when either is missing or the wet-bulb temperature cannot be found.
 * Source: Tao and Xin 2003, Transactions of the ASAE 46:491.
 */
export function temperatureHumidityIndex(
  tempC: number | null,
  humidityPct: number | null,
): number | null {
  if (tempC === null || humidityPct === null) return null;
  const wetBulb = wetBulbC(tempC, humidityPct);
  return wetBulb === null ? null : DRY_BULB_SHARE * tempC + WET_BULB_SHARE * wetBulb;
}
