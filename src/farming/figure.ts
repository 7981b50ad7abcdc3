import { roundTo } from '../tools/rounding.ts';

/** How many decimals an answer gives of each kind of figure. */
const DECIMALS = {
  /** Parts of a hundred. */
  pct: 2,
  grams: 1,
  kg: 2,
  litres: 1,
  /** Feed conversion, litres per kg, × the mean. */
  ratio: 2,
  /** Money in the farm's currency. */
  money: 2,
  /** Prices and costs per kg or bird, as exact as those that are recorded. */
  price: 4,
  celsius: 1,
  /** Days, hours and minutes that were computed. */
  time: 1,
  /** Scores and indices of whole points. */
  score: 0,
  /** 0 to 1. */
  share: 3,
  birds: 0,
} as const;

export type FigureKind = keyof typeof DECIMALS;

/** A figure as answers carry it: rounded by its kind; null stays null, and what is not finite is. */
export function figure(kind: FigureKind, value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null;
  return roundTo(value, DECIMALS[kind]);
}
