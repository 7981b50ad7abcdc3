import { median } from '../../tools/statistics.ts';
import { ratioOf } from './ratio.ts';

/** The feed a flock has eaten and the weight it has come to, all in kg. */
export interface FeedConversion {
  readonly feedKg: number | null;
  /** Of the birds alive. */
  readonly liveKg: number | null;
  /** Of the birds sold; null when it is not known, which is not nothing. */
  readonly soldKg: number | null;
}

/**
 * Feed eaten since placement per kg of live weight, the weight of the chicks not subtracted.
 * Source: the definition of the breeders' tables, 4586 g / 2998 g = 1.53 for Ross 308 at 42 days.
 */
export function feedConversionRatio({ feedKg, liveKg, soldKg }: FeedConversion): number | null {
  return liveKg === null || soldKg === null ? null : ratioOf(feedKg, liveKg + soldKg);
}

/**
 * Feed conversion that counts the birds that died at the weight they had, in kg together, since
 * they ate as well. Their weight comes from the growth curve, so the ratio is an estimate.
 * Source: common practice of broiler trials.
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

/** What the European production efficiency factor is made of. */
export interface Efficiency {
  readonly livabilityPct: number | null;
  readonly weightKg: number | null;
  readonly ageDays: number;
  readonly fcr: number | null;
}

/**
 * European production efficiency factor (EPEF, EEF, EPI): livability in % times weight in kg, by
 * age in days and feed conversion, times 100.
 * Source: pashudhanpraharee, dlaferm.pl and Poultry Performance Plus: 61 g/day at 96 % and 1.62 is 361.
 */
export function epef({ livabilityPct, weightKg, ageDays, fcr }: Efficiency): number | null {
  if (livabilityPct === null || weightKg === null || fcr === null) return null;
  return ratioOf(livabilityPct * weightKg * 100, ageDays * fcr);
}

/**
 * Water drunk by feed eaten, in L per kg; 1.6 to 2 is usual at 21 °C.
 * Source: mean of 1.77 in Pesti et al. 1985.
 */
export function waterFeedRatio(waterL: number | null, feedKg: number | null): number | null {
  return ratioOf(waterL, feedKg);
}

const FEWEST_DAYS = 2;

/**
 * How much less a flock drank on a day than the days before let expect, in %; negative when it
 * drank more. `expected` is what each of the three days before says for this day, null where it was
 * not recorded: the median counts, of at least two.
 * Source: dips of a day correct themselves, two days are a problem (Tabler).
 */
export function waterDropPct(
  water: number | null,
  expected: readonly (number | null)[],
): number | null {
  const known = expected.filter((value) => value !== null);
  const usual = known.length < FEWEST_DAYS ? null : median(known);
  return water === null || usual === null || usual <= 0 ? null : (1 - water / usual) * 100;
}

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
