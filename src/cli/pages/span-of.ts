import type { Quantity } from '../../model/message.ts';

const MINUTES_AN_HOUR = 60;
const HOURS_A_DAY = 24;
const DAYS_FROM_HOURS = 48;

/** Some minutes in the unit people would say them in; whole ones. */
export function spanOf(minutes: number): Quantity {
  if (minutes < MINUTES_AN_HOUR) return { quantity: minutes, unit: 'minutes' };
  const hours = Math.floor(minutes / MINUTES_AN_HOUR);
  if (hours < DAYS_FROM_HOURS) return { quantity: hours, unit: 'hours' };
  return { quantity: Math.floor(hours / HOURS_A_DAY), unit: 'days' };
}
