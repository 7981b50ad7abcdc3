import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { marketDay } from '../money/market-projection.ts';
import type { FarmFrame, FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { feedDaysLeft } from './feed-days-left.ts';
import { feedForecast } from './feed-forecast.ts';
import { feedLeadDays } from './feed-lead-days.ts';
import { type FeedStockParts, feedStock } from './feed-stock.ts';
import { feedOnOrderKg } from './flock-deliveries.ts';

/** The next order of feed for a flock. */
export interface NextFeedOrder {
  /** The last day on which to order; it may have passed. Null when the days left are not known. */
  readonly by: CalendarDay | null;
  /** 0 when nothing is needed; null when the stock or the need is not known. */
  readonly kg: number | null;
  /** Ordered and not yet delivered. */
  readonly onOrderKg: number;
}

const SAFETY_DAYS = 1;
const RESERVE_DAYS = 7;
const ORDER_STEP_KG = 1000;
/** What lies further ahead than this is not planned. */
const LONGEST_DAYS = 366;

/**
 * When to order feed for a flock, and how much: what it needs until a week after the delivery,
 * rounded up to a ton, but no more than it eats up to its sale; less what there is and what is
 * ordered.
 */
export function nextFeedOrder(
  record: FlockRecord,
  snapshot: FarmSnapshot<FeedStockParts | 'feedOrders'>,
): NextFeedOrder {
  const leadDays = feedLeadDays(snapshot);
  const daysLeft = feedDaysLeft(record, snapshot);
  const onOrderKg = feedOnOrderKg(record, snapshot);
  return {
    by: daysLeft === null ? null : lastDayToOrder(snapshot.today, daysLeft - leadDays),
    kg: orderKg(record, snapshot, { leadDays, onOrderKg }),
    onOrderKg,
  };
}

function lastDayToOrder(today: CalendarDay, daysToSpare: number): CalendarDay {
  return addDays(today, Math.floor(Math.min(LONGEST_DAYS, daysToSpare) - SAFETY_DAYS));
}

function orderKg(
  record: FlockRecord,
  snapshot: FarmSnapshot<FeedStockParts>,
  { leadDays, onOrderKg }: { readonly leadDays: number; readonly onOrderKg: number },
): number | null {
  const { stockKg } = feedStock(record, snapshot);
  const forecast = feedForecast(record, snapshot.today);
  const daysToSale = daysUntilSale(record, snapshot, forecast.from);
  const coverDays = Math.ceil(leadDays) + RESERVE_DAYS;
  const needKg = forecast.kgOf(Math.min(coverDays, daysToSale ?? coverDays));
  if (stockKg === null || needKg === null) return null;
  const shortKg = Math.max(0, needKg - stockKg - onOrderKg);
  const roundedKg = Math.ceil(shortKg / ORDER_STEP_KG) * ORDER_STEP_KG;
  const toSaleKg = daysToSale === null ? null : forecast.kgOf(daysToSale);
  return toSaleKg === null
    ? roundedKg
    : Math.min(roundedKg, Math.max(0, toSaleKg - stockKg - onOrderKg));
}

/** Up to and including the sale; null when its day is unknown, has passed or is far off. */
function daysUntilSale(record: FlockRecord, snapshot: FarmFrame, from: CalendarDay): number | null {
  const sale = marketDay(record, snapshot);
  if (sale === null || sale.day < snapshot.today) return null;
  const days = daysBetween(from, sale.day) + 1;
  return days > LONGEST_DAYS ? null : Math.max(0, days);
}
