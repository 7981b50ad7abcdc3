import type { Quantity } from '../../model/message.ts';

const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 60 * MINUTE_MILLIS;
const DAYS_FROM_HOURS = 48;

/** How long ago a moment was, in whole minutes, from an hour on in hours, from two days on in days. */
export function timeAgo(then: number, now: number): Quantity {
  const passed = Math.max(0, now - then);
  const hours = Math.floor(passed / HOUR_MILLIS);
  if (hours < 1) return { quantity: Math.floor(passed / MINUTE_MILLIS), unit: 'minutes' };
  if (hours < DAYS_FROM_HOURS) return { quantity: hours, unit: 'hours' };
  return { quantity: Math.floor(hours / 24), unit: 'days' };
}
