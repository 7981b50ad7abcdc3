import { sum } from '../../tools/statistics.ts';
import { percentOf } from './percent-of.ts';

/** Birds that died or were culled on a day, and those alive at its beginning. */
export interface DayLosses {
  readonly lost: number;
  readonly opening: number | null;
}

/**
 * Cumulative daily mortality rate of the EU: the losses of each day in % of the birds alive at its
 * beginning, added up; culled birds are in it and birds sold leave the base. Null when the birds of
 * a day are not known.
 * Source: Directive 2007/43/EC, Annex III.
 */
export function cumulativeDailyMortalityRatePct(days: readonly DayLosses[]): number | null {
  const shares = days
    .filter(({ lost }) => lost > 0)
    .map(({ lost, opening }) => percentOf(lost, opening));
  return shares.includes(null) ? null : sum(shares);
}
