import { daysBetween } from '../../tools/calendar.ts';
import { perRow } from './compute.ts';

/** Medicine expires at the end of its day; the stock is low when it is below the least wanted. */
export const computeMedicine = perRow<'medicine'>((medicine, today) => {
  const { expiryDate, quantity, minQuantity } = medicine;
  return {
    expired: expiryDate === null ? null : expiryDate < today,
    daysToExpiry: expiryDate === null ? null : daysBetween(today, expiryDate),
    lowStock: quantity === null || minQuantity === null ? null : quantity < minQuantity,
  };
});
