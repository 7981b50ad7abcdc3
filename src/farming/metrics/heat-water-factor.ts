const PER_DEGREE = 0.07;

/**
 * How many times as much birds drink at a temperature as at the target temperature of their age and
 * below it, both in °C: 7 % more for each degree above. Chicks are kept warm because they need it,
 * and drink no more for it.
 * Source: Fairchild and Ritz, University of Georgia, Poultry drinking water primer.
 */
export function heatWaterFactor(tempC: number, targetC: number): number {
  return 1 + PER_DEGREE * Math.max(0, tempC - targetC);
}
