import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import { linearSlope, mean, percentOf, sum } from '../../tools/statistics.ts';
import {
  type PriceSnapshot,
  pricePerKg,
  soldByWeight,
  type Weighed,
  weighedSale,
} from '../accounting/prices.ts';
import { believedSales, type LIVE_FLOCK_PARTS } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { condemnationPct } from '../metrics/mortality.ts';

/** Half a year, because small farms sell on few days. */
const TREND_DAYS = 180;
const TREND_STEP_DAYS = 30;
const YEAR_DAYS = 365;

/** Prices per kg of live birds, weighted by sale weight. */
export interface PriceHistory {
  /** On the newest day with a sale. */
  readonly last: number | null;
  readonly lastDay: CalendarDay | null;
  /** Over 30 and 90 days. */
  readonly w30: number | null;
  readonly w90: number | null;
  /** Price trend per 30 days, in % of the mean. */
  readonly trendPctPer30d: number | null;
  /** Lowest and highest daily price over a year. */
  readonly minMax12m: { readonly min: number; readonly max: number } | null;
}

/** The prices of a farm up to today; null without priced sales. */
export function priceHistory(snapshot: PriceSnapshot): PriceHistory {
  const { today, thresholds } = snapshot;
  const sold = soldByWeight(snapshot);
  const days = [...groupBy(sold, ({ day }) => day)].map(([day, daySales]) => ({
    day,
    price: pricePerKg(daySales) ?? 0,
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

/** The least-squares slope of the prices; null with fewer days than needed. */
function trend(
  days: readonly { readonly day: CalendarDay; readonly price: number }[],
  minimum: number,
): number | null {
  const first = days[0];
  if (!first || days.length < minimum) return null;
  const slope = linearSlope(
    days.map(({ day, price }) => ({ x: daysBetween(first.day, day), y: price })),
  );
  const level = mean(days.map(({ price }) => price));
  return slope === null ? null : percentOf(slope * TREND_STEP_DAYS, level);
}

/** Sales to one customer within a year. */
export interface Customer {
  /** Null for sales without a customer. */
  readonly customerId: string | null;
  readonly name: string | null;
  readonly kg: number;
  readonly avgPrice: number | null;
  /** Condemned birds, in % of the birds with a known result. */
  readonly condemnedPct: number | null;
  /** Since the last sale. */
  readonly daysSince: number;
}

type Sale = StoredOf<'sales'>;

/** The customers of the last year, largest by weight first. */
export function customers(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'contacts'>,
): Customer[] {
  const { contacts, today } = snapshot;
  const yearAgo = addDays(today, -YEAR_DAYS);
  const recent = believedSales(snapshot).filter(({ date }) => yearAgo < date && date <= today);
  const names = mapById(contacts);
  return [...groupBy(recent, ({ customerId }) => customerId ?? '')]
    .map(([id, sales]) => ({
      customerId: id === '' ? null : id,
      name: names.get(id)?.name ?? null,
      ...figuresOf(sales, today),
    }))
    .toSorted((left, right) => right.kg - left.kg);
}

function figuresOf(sales: readonly Sale[], today: CalendarDay) {
  const newest =
    sales
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? today;
  const total = (rows: readonly Sale[], field: keyof Sale & `${string}${'Count' | 'Kg'}`) =>
    sum(rows.map((sale) => sale[field] as number | null));
  const withCondemned = sales.filter(({ condemnedCount }) => condemnedCount !== null);
  const weighed = sales.filter(({ condemnedKg }) => condemnedKg !== null);
  return {
    kg: total(sales, 'totalWeightKg'),
    avgPrice: pricePerKg(sales.flatMap(weighedSale)),
    condemnedPct: condemnationPct({
      condemnedCount: withCondemned.length === 0 ? null : total(withCondemned, 'condemnedCount'),
      birdsCount: total(withCondemned, 'birdsCount'),
      condemnedKg: weighed.length === 0 ? null : total(weighed, 'condemnedKg'),
      totalWeightKg: total(weighed, 'totalWeightKg'),
    }),
    daysSince: daysBetween(newest, today),
  };
}
