import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { linearSlope } from '../../tools/linear-slope.ts';
import { mean } from '../../tools/statistics.ts';
import { percentOf } from '../metrics/percent-of.ts';
import { type PriceSnapshot, soldByWeight } from '../money/sale-price-per-kg.ts';
import { pricePerKg, type Weighed } from '../money/weighed-price.ts';

/** Half a year: a small farm sells on few days. */
const TREND_DAYS = 180;
const TREND_STEP_DAYS = 30;
const YEAR_DAYS = 365;

/** What a kilogram of live birds brought, each sale by its weight. */
export interface PriceHistory {
  /** On the newest day with a sale. */
  readonly last: number | null;
  readonly lastDay: CalendarDay | null;
  /** Over 30 and 90 days. */
  readonly w30: number | null;
  readonly w90: number | null;
  /** How the price moves in 30 days, in % of its mean. */
  readonly trendPctPer30d: number | null;
  /** The lowest and highest of a day over a year. */
  readonly minMax12m: { readonly min: number; readonly max: number } | null;
}

/** The prices of a farm up to today; null where no sale tells them. */
export function priceHistory(snapshot: PriceSnapshot): PriceHistory {
  const { today, thresholds } = snapshot;
  const sold = soldByWeight(snapshot);
  const days = [...groupBy(sold, ({ day }) => day)].map(([day, deals]) => ({
    day,
    price: pricePerKg(deals) ?? 0,
  }));
  const year = days.filter(({ day }) => day > addDays(today, -YEAR_DAYS));
  const prices = year.map(({ price }) => price);
  const newest = days.at(-1);
  return {
    last: newest?.price ?? null,
    lastDay: newest?.day ?? null,
    w30: pricePerKg(since(sold, addDays(today, -30))),
    w90: pricePerKg(since(sold, addDays(today, -90))),
    trendPctPer30d: trend(
      days.filter(({ day }) => day > addDays(today, -TREND_DAYS)),
      thresholds.priceTrendSaleDates,
    ),
    minMax12m: prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) },
  };
}

function since(sold: readonly Weighed[], before: CalendarDay): Weighed[] {
  return sold.filter(({ day }) => day > before);
}

/** The slope of a line through the prices by least squares; null of fewer days than are needed. */
function trend(
  days: readonly { readonly day: CalendarDay; readonly price: number }[],
  needed: number,
): number | null {
  const first = days[0];
  if (!first || days.length < needed) return null;
  const slope = linearSlope(
    days.map(({ day, price }) => ({ x: daysBetween(first.day, day), y: price })),
  );
  const level = mean(days.map(({ price }) => price));
  return slope === null ? null : percentOf(slope * TREND_STEP_DAYS, level);
}
