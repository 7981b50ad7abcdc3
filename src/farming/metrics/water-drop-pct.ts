import { median } from '../../tools/statistics.ts';

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
