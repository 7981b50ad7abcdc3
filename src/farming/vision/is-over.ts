import { roundTo } from '../../tools/rounding.ts';

/** Finer than any figure that is stored, coarser than what computing in binary adds to it. */
const DECIMALS = 9;

/** Whether a computed figure is truly over a limit: 3.0000000000000004 is not over 3. */
export function isOver(value: number, limit: number): boolean {
  return roundTo(value, DECIMALS) > limit;
}
