import { heatWaterFactor } from './heat-water-factor.ts';

/** Water to feed at 21 °C, mL per g. */
const WATER_PER_FEED = 1.77;

/**
 * Water a broiler drinks on a day, in mL, from the feed it eats on that day by the standard, in g,
 * and the mean temperature in °C.
 * Source: 1.77 mL per g of feed, Pesti et al. 1985.
 */
export function expectedWaterMl(standardFeedG: number, tempC: number): number {
  return standardFeedG * WATER_PER_FEED * heatWaterFactor(tempC);
}
