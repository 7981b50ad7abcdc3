const DRIEST_PCT = 5;
const DAMPEST_PCT = 99;
const COLDEST_C = -20;
const HOTTEST_C = 50;

/**
 * Wet-bulb temperature in °C from the temperature and the relative humidity in %. Null outside
 * -20 to 50 °C and below 5 %, where the formula does not hold; in saturated air it is the
 * temperature itself.
 * Source: Stull 2011, Journal of Applied Meteorology and Climatology 50:2267.
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
