import { mean } from '../../tools/statistics.ts';
import { ratioOf } from './ratio-of.ts';

const RECENT_DAYS = 2;
const FEWEST_DAYS_BEFORE = 3;

/**
 * Eggs a day of the last two days by those of the seven days before; below 0.94 for two days points
 * to disease. Null unless both days and at least three of the seven were recorded.
 * Source: Gonzales and Elbers 2018, Scientific Reports, 10.1038/s41598-018-26954-9.
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
