import { mean, percentOf, ratioOf } from '../../tools/statistics.ts';

/**
 * Eggs of a day, in % of the hens alive at the start of the day. Source: hen-day production as
 * defined in the management guides of the layer breeders.
 */
export function henDayPct(eggs: number | null, openingHens: number | null): number | null {
  return percentOf(eggs, openingHens);
}

/**
 * Eggs laid since placement per hen placed, including hens that died or left. Source: eggs per hen
 * housed as tabulated in the guides of the layer breeders.
 */
export function henHousedEggs(eggs: number | null, placed: number | null): number | null {
  return ratioOf(eggs, placed);
}

const RECENT_DAYS = 2;
export const FEWEST_DAYS_BEFORE = 3;

/**
 * Mean eggs per day of the last two days divided by the mean of the seven days before; below 0.94
 * for two days indicates disease. Null unless both days and at least three of the seven were
 * recorded. Source: Gonzales and Elbers 2018, Scientific Reports, 10.1038/s41598-018-26954-9.
 */
export function eggDropRatio(
  lastTwo: readonly (number | null)[],
  sevenBefore: readonly (number | null)[],
): number | null {
  const recent = lastTwo.filter((eggs) => eggs !== null);
  const before = sevenBefore.filter((eggs) => eggs !== null);
  if (recent.length < RECENT_DAYS || before.length < FEWEST_DAYS_BEFORE) return null;
  return ratioOf(mean(recent), mean(before));
}

/**
 * Feed eaten per kg of eggs. The egg weight is the breed standard at this age, so the ratio is an
 * estimate. Source: 1.88 for Hy-Line W-36 at 60 weeks, 1.93 for Hy-Line Brown.
 */
export function eggFeedConversionRatio(
  feedKg: number | null,
  eggs: number | null,
  eggWeightG: number | null,
): number | null {
  if (eggs === null || eggWeightG === null) return null;
  return ratioOf(feedKg, (eggs * eggWeightG) / 1000);
}

const DOZEN = 12;

/** Feed eaten for twelve eggs, in kg. */
export function feedPerDozenKg(feedKg: number | null, eggs: number | null): number | null {
  return ratioOf(feedKg, eggs === null ? null : eggs / DOZEN);
}

/** Broken eggs, in % of all eggs collected, broken ones included. */
export function breakagePct(eggsBroken: number | null, eggs: number | null): number | null {
  return percentOf(eggsBroken, eggs);
}
