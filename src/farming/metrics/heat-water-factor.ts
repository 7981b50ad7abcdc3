const COMFORT_C = 21;
const PER_DEGREE = 0.07;

/**
 * How many times as much birds drink at a temperature in °C as at 21 °C and below: 7 % more for
 * each degree. Source: Fairchild and Ritz, University of Georgia, Poultry drinking water primer.
 */
export function heatWaterFactor(tempC: number): number {
  return 1 + PER_DEGREE * Math.max(0, tempC - COMFORT_C);
}
