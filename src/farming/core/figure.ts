import type { Quantity } from '../../model/core/message.ts';
import { HOUR_MILLIS, MINUTE_MILLIS } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/statistics.ts';

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
  /** Relative, %. */
  humidity: 1,
  /** Parts per million, as gases are. */
  co2: 0,
  nh3: 1,
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

/** A known figure as answers carry it: rounded by its kind. */
export function rounded(kind: FigureKind, value: number): number {
  return roundTo(value, DECIMALS[kind]);
}

/** Finer than any figure that is stored, coarser than what computing in binary adds to it. */
const COMPARED_DECIMALS = 9;

/** Whether a computed figure is truly over a limit: 3.0000000000000004 is not over 3. */
export function isOver(value: number, limit: number): boolean {
  return roundTo(value, COMPARED_DECIMALS) > limit;
}
const DAYS_FROM_HOURS = 48;

/** How long ago a moment was, in whole minutes, from an hour on in hours, from two days on in days. */
export function timeAgo(then: number, now: number): Quantity {
  const passed = Math.max(0, now - then);
  const hours = Math.floor(passed / HOUR_MILLIS);
  if (hours < 1) return { quantity: Math.floor(passed / MINUTE_MILLIS), unit: 'minutes' };
  if (hours < DAYS_FROM_HOURS) return { quantity: hours, unit: 'hours' };
  return { quantity: Math.floor(hours / 24), unit: 'days' };
}
