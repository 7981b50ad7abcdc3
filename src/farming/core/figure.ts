import type { Quantity } from '../../model/core/message.ts';
import { HOUR_MILLIS, MINUTE_MILLIS } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/statistics.ts';

/** Number of decimals for each kind of figure in answers. */
const DECIMALS = {
  /** Percent. */
  pct: 2,
  grams: 1,
  kg: 2,
  litres: 1,
  /** Feed conversion, litres per kg, multiples of the mean. */
  ratio: 2,
  /** Money in the farm's currency. */
  money: 2,
  /** Prices and costs per kg or bird, with the precision of recorded prices. */
  price: 4,
  celsius: 1,
  /** Relative, %. */
  humidity: 1,
  /** Parts per million, as for all gases. */
  co2: 0,
  nh3: 1,
  /** Computed days, hours and minutes. */
  time: 1,
  /** Scores and indices in whole points. */
  score: 0,
  /** 0 to 1. */
  share: 3,
  birds: 0,
} as const;

export type FigureKind = keyof typeof DECIMALS;

/** A figure for an answer, rounded by its kind; null when null or not finite. */
export function figure(kind: FigureKind, value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null;
  return roundTo(value, DECIMALS[kind]);
}

/** A known figure for an answer, rounded by its kind. */
export function rounded(kind: FigureKind, value: number): number {
  return roundTo(value, DECIMALS[kind]);
}

/** Whether a figure is exact, a bound, or an estimate that may be too high or too low. */
export type Certainty = 'exact' | 'at_least' | 'at_most' | 'estimated';

/** The certainty of a figure that is really higher or lower if unrecorded values are known. */
export function certaintyOf(facts: {
  readonly higher?: boolean;
  readonly lower?: boolean;
}): Certainty {
  if (facts.higher) return facts.lower ? 'estimated' : 'at_least';
  return facts.lower ? 'at_most' : 'exact';
}

/** The certainty of a figure made of several. */
export function combinedCertainty(parts: readonly Certainty[]): Certainty {
  const isAny = (certainty: Certainty) => parts.includes('estimated') || parts.includes(certainty);
  return certaintyOf({ higher: isAny('at_least'), lower: isAny('at_most') });
}

/** Finer than any stored figure, coarser than floating-point error. */
const COMPARED_DECIMALS = 9;

/** Whether a computed figure really exceeds a limit: 3.0000000000000004 does not exceed 3. */
export function isOver(value: number, limit: number): boolean {
  return roundTo(value, COMPARED_DECIMALS) > limit;
}
const DAYS_FROM_HOURS = 48;

/** Time since a moment: in minutes, from one hour in hours, from two days in days. */
export function timeAgo(instant: number, now: number): Quantity {
  const passed = Math.max(0, now - instant);
  const hours = Math.floor(passed / HOUR_MILLIS);
  if (hours < 1) return { quantity: Math.floor(passed / MINUTE_MILLIS), unit: 'minutes' };
  if (hours < DAYS_FROM_HOURS) return { quantity: hours, unit: 'hours' };
  return { quantity: Math.floor(hours / 24), unit: 'days' };
}

/** The grade of a figure from its advantage over its reference, in %. */
export type Grade = 'A' | 'B' | 'C' | 'D' | 'E';

const GRADES = [
  ['A', 2],
  ['B', -2],
  ['C', -6],
  ['D', -12],
] as const;

/** The grade of a figure that is better than its reference by a percentage. */
export function gradeOf(betterByPct: number): Grade {
  return GRADES.find(([, minimum]) => betterByPct >= minimum)?.[0] ?? 'E';
}
