import { median, ratioOf } from '../../tools/statistics.ts';

/** The feed eaten by a flock and the weight it produced, all in kg. */
export interface FeedConversion {
  readonly feedKg: number | null;
  /** Of the birds alive. */
  readonly liveKg: number | null;
  /** Of the birds sold; null when unknown, which is different from 0. */
  readonly soldKg: number | null;
}

/**
 * Feed eaten since placement per kg of live weight, without subtracting the chick weight. Source:
 * the definition of the breeders' tables, 4586 g / 2998 g = 1.53 for Ross 308 at 42 days.
 */
export function feedConversionRatio({ feedKg, liveKg, soldKg }: FeedConversion): number | null {
  return liveKg === null || soldKg === null ? null : ratioOf(feedKg, liveKg + soldKg);
}

/**
 * Feed conversion that includes the weight of birds that died, in kg, because they ate too. Their
 * weight comes from the growth curve, so the ratio is an estimate. Source: common practice of
 * broiler trials.
 */
export function mortalityAdjustedFeedConversionRatio(
  { feedKg, liveKg, soldKg }: FeedConversion,
  deadKg: number | null,
): number | null {
  if (liveKg === null || soldKg === null || deadKg === null) return null;
  return ratioOf(feedKg, liveKg + soldKg + deadKg);
}

/** Feed a bird ate on a day, in g, from the kg fed and the mean number of birds on that day. */
export function feedPerBirdG(feedKg: number | null, averageBirds: number | null): number | null {
  const kgPerBird = ratioOf(feedKg, averageBirds);
  return kgPerBird === null ? null : kgPerBird * 1000;
}

/** The inputs of the European production efficiency factor. */
export interface Efficiency {
  readonly livabilityPct: number | null;
  readonly weightKg: number | null;
  readonly ageDays: number;
  readonly fcr: number | null;
}

/**
 * European production efficiency factor (EPEF, EEF, EPI): livability in % times weight in kg, by
 * age in days and feed conversion, times 100. Source: pashudhanpraharee, dlaferm.pl and Poultry
 * Performance Plus: 61 g/day at 96 % and 1.62 is 361.
 */
export function epef({ livabilityPct, weightKg, ageDays, fcr }: Efficiency): number | null {
  if (livabilityPct === null || weightKg === null || fcr === null) return null;
  return ratioOf(livabilityPct * weightKg * 100, ageDays * fcr);
}

/**
 * Litres of water per kg of feed; 1.6 to 2 is usual at 21 °C. Source: mean of 1.77 in Pesti et al.
 * 1985.
 */
export function waterFeedRatio(waterL: number | null, feedKg: number | null): number | null {
  return ratioOf(waterL, feedKg);
}

const FEWEST_DAYS = 2;

/**
 * Water shortfall of a flock on a day against the days before, in %; negative when it drank more.
 * `expected` contains the estimate for this day from each of the three days before, null when not
 * recorded: the median of at least two is used. Source: one-day dips correct themselves, two days
 * are a problem (Tabler).
 */
export function waterDropPct(
  water: number | null,
  expected: readonly (number | null)[],
): number | null {
  const presentValues = expected.filter((value) => value !== null);
  const usual = presentValues.length < FEWEST_DAYS ? null : median(presentValues);
  return water === null || usual === null || usual <= 0 ? null : (1 - water / usual) * 100;
}

const PER_DEGREE = 0.07;

/**
 * Factor of water intake at a temperature relative to the intake at or below the target temperature
 * of the age, both in °C: 7 % more per degree above the target. Chicks are kept warm because they
 * need it and do not drink more for it. Source: Fairchild and Ritz, University of Georgia, Poultry
 * drinking water primer.
 */
export function heatWaterFactor(tempC: number, targetC: number): number {
  return 1 + PER_DEGREE * Math.max(0, tempC - targetC);
}
