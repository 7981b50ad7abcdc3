import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { mapById, memoizeByObject } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { FARM_MONEY_PARTS, farmMoneyOf } from '../accounting/farm-money.ts';
import { marketDay, marketProjection } from '../accounting/market-projection.ts';
import { chickCost, lastChickPrice, saleAmount } from '../accounting/prices.ts';
import { buildFlockRecord } from '../core/build-flock-record.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { projectedLive, projectedWeightG } from '../core/projections.ts';
import { type FeedForecast, feedForecast, feedStock } from '../feed/feed-forecast.ts';

/** Money that moved or is expected to move. */
export interface CashItem {
  readonly day: CalendarDay;
  readonly direction: 'in' | 'out';
  readonly category: string;
  readonly amount: number;
  /** `recorded` is a fact; the others are the basis of the expectation. */
  readonly basis: 'recorded' | 'flock' | 'order' | 'placement' | 'feed_need' | 'recurring';
  /** The source row or flock; null without one. */
  readonly id: string | null;
}

/** Snapshot parts needed for expected payments. */
export const CASH_PARTS = [...FARM_MONEY_PARTS, 'feedOrders', 'marketOrders'] as const;

/** A snapshot with all financial records, including agreed orders. */
export type CashSnapshot = FarmSnapshot<(typeof CASH_PARTS)[number]>;

/** A chick order belongs to a flock placed within this many days of it. */
const SAME_PLACEMENT_DAYS = 14;

const RUNNING_ORDERS: readonly (string | null)[] = ['ordered', 'confirmed', 'in_transit'];

/** All expected payments from flocks, orders and plans; overdue ones are due today. */
export function expectedCash(snapshot: CashSnapshot, weeks: readonly CalendarDay[]): CashItem[] {
  const items = [
    ...flockSales(snapshot),
    ...plannedSales(snapshot),
    ...marketOrders(snapshot),
    ...feedOrders(snapshot),
    ...placements(snapshot),
    ...feedNeeds(snapshot, weeks),
  ];
  const { today } = snapshot;
  return items.map((item) => (item.day >= today ? item : { ...item, day: today }));
}

/** Whether an agreed sale of live birds is excluded because the revenue of flocks contains it. */
export function isFlockSale({
  direction,
  category,
}: CashSnapshot['marketOrders'][number]): boolean {
  return direction === 'sell' && category === 'live_birds';
}

function flockSales(snapshot: CashSnapshot): CashItem[] {
  return liveFlocksOf(snapshot).flatMap((record) => {
    const market = marketProjection(record, snapshot);
    if (!market || market.revenue === null) return [];
    // Sales recorded in advance are part of the flock's revenue.
    const agreed = record.sales.filter(({ date }) => date > snapshot.today).map(saleAmount);
    const amount = Math.max(0, market.revenue - sum(agreed));
    const [day, id] = [market.day, record.flock.id];
    return [{ day, direction: 'in', category: 'sales', amount, basis: 'flock', id }];
  });
}

/** The expected sales of planned flocks whose birds, weight and price are known. */
function plannedSales(snapshot: CashSnapshot): CashItem[] {
  const { salePrice } = farmMoneyOf(snapshot);
  return plannedFlocks(snapshot).flatMap((record) => {
    const day = record.kind === 'layer' ? null : (marketDay(record, snapshot)?.day ?? null);
    if (day === null || salePrice === null) return [];
    const [birds, weightG] = [projectedLive(record, day), projectedWeightG(record, day)];
    if (birds === null || weightG === null) return [];
    const amount = (birds * weightG * salePrice) / 1000;
    const { id } = record.flock;
    return [{ day, direction: 'in', category: 'sales', amount, basis: 'flock', id }];
  });
}

/** The future flocks as of their placement day, with the chicks ordered. */
function plannedFlocks(snapshot: CashSnapshot): readonly FlockRecord[] {
  return plannedOf(snapshot);
}

const plannedOf = memoizeByObject((snapshot: CashSnapshot): readonly FlockRecord[] => {
  const barns = mapById(snapshot.barns);
  return snapshot.liveFlocks.filter(isToCome(snapshot.today)).map((flock) => {
    const { chicksReceived, chicksOrdered } = flock;
    const placementDate =
      flock.placementDate < snapshot.today ? snapshot.today : flock.placementDate;
    const placed = {
      ...flock,
      placementDate,
      status: 'active' as const,
      chicksReceived: chicksReceived ?? chicksOrdered,
    };
    const rows = {
      flock: placed,
      barn: barns.get(flock.barnId),
      logs: [],
      sales: [],
      smartWeight: undefined,
    };
    return buildFlockRecord(rows, { today: placementDate, zone: snapshot.zone });
  });
});

function isToCome(today: CalendarDay) {
  return ({ status, placementDate }: CashSnapshot['liveFlocks'][number]) =>
    status === 'planned' || placementDate > today;
}

function marketOrders({ marketOrders: orders, liveFlocks }: CashSnapshot): CashItem[] {
  return orders.flatMap((order) => {
    const { id, status, direction, category, quantity, price, needByDate } = order;
    const isPlacement = category === 'chicks' && liveFlocks.some(isPlacedAround(needByDate));
    const isAgreed = status === 'confirmed' && !isFlockSale(order) && !isPlacement;
    if (!isAgreed || quantity === null || price === null || needByDate === null) return [];
    return [
      {
        day: needByDate,
        direction: direction === 'sell' ? 'in' : 'out',
        category: category ?? 'other',
        amount: quantity * price,
        basis: 'order',
        id,
      },
    ];
  });
}

/** Chicks ordered for a planned flock are counted with its placement. */
function isPlacedAround(needByDate: CalendarDay | null) {
  return ({ status, placementDate }: CashSnapshot['liveFlocks'][number]) =>
    status === 'planned' &&
    needByDate !== null &&
    Math.abs(daysBetween(needByDate, placementDate)) <= SAME_PLACEMENT_DAYS;
}

function feedOrders(snapshot: CashSnapshot): CashItem[] {
  const { feedPrice, feedPriceFor } = farmMoneyOf(snapshot);
  const records = mapById(
    liveFlocksOf(snapshot).map((record) => ({ ...record, id: record.flock.id })),
  );
  return runningFeedOrders(snapshot).flatMap(
    ({ id, flockId, dueDate, quantityKg, pricePerTon }) => {
      const record = records.get(flockId ?? '');
      const usual = record ? feedPriceFor(record).perKg : feedPrice;
      const perKg = pricePerTon === null ? usual : pricePerTon / 1000;
      if (perKg === null) return [];
      const amount = quantityKg * perKg;
      const day = dueDate ?? snapshot.today;
      return [{ day, direction: 'out', category: 'feed', amount, basis: 'order', id }];
    },
  );
}

function runningFeedOrders({ feedOrders: orders }: CashSnapshot) {
  return orders.filter(({ status }) => RUNNING_ORDERS.includes(status));
}

function placements(snapshot: CashSnapshot): CashItem[] {
  const lastPrice = lastChickPrice(snapshot);
  return snapshot.liveFlocks.filter(isToCome(snapshot.today)).flatMap((flock) => {
    const price = flock.pricePerChick ?? lastPrice;
    const byPrice =
      flock.chicksOrdered === null || price === null ? null : flock.chicksOrdered * price;
    const amount = chickCost(flock) ?? byPrice;
    if (amount === null) return [];
    const [day, id] = [flock.placementDate, flock.id];
    return [{ day, direction: 'out', category: 'chicks', amount, basis: 'placement', id }];
  });
}

function feedNeeds(snapshot: CashSnapshot, weeks: readonly CalendarDay[]): CashItem[] {
  const orderedKg = sum(runningFeedOrders(snapshot).map(({ quantityKg }) => quantityKg));
  return feedToBuy(weeks, snapshot, orderedKg).flatMap((amount, index) => {
    const day = weeks[index];
    if (amount <= 0 || day === undefined) return [];
    // Only weekly sums are used, so the day within the week does not matter.
    return [
      {
        day: addDays(day, 6),
        direction: 'out',
        category: 'feed',
        amount,
        basis: 'feed_need',
        id: null,
      },
    ];
  });
}

/**
 * Weekly cost of the feed that live and planned flocks will eat and that is neither in their silos
 * nor on order. A flock eats until its sale day; flocks without a forecast or a feed price are
 * excluded.
 */
function feedToBuy(
  weeks: readonly CalendarDay[],
  snapshot: CashSnapshot,
  orderedKg: number,
): number[] {
  const flocks = liveFlocksOf(snapshot);
  const stocks = flocks.map((record) => feedStock(record, snapshot).stockKg);
  const { feedPriceFor } = farmMoneyOf(snapshot);
  const consumerOf = (record: FlockRecord, from: CalendarDay) => ({
    perKg: feedPriceFor(record).perKg ?? 0,
    forecast: feedForecast(record, from),
    end: marketDay(record, snapshot)?.day ?? null,
  });
  const consumers = [
    ...flocks.map((record) => consumerOf(record, snapshot.today)),
    ...plannedFlocks(snapshot).map((record) => consumerOf(record, record.flock.placementDate)),
  ];
  let available = orderedKg + sum(stocks);
  return weeks.map((week) => {
    const consumption = consumers.map((consumer) => ({
      perKg: consumer.perKg,
      kg: eatenInWeekKg(consumer, week),
    }));
    const requiredKg = sum(consumption.map(({ kg }) => kg));
    const usedKg = Math.min(available, requiredKg);
    available -= usedKg;
    // The available feed is shared in proportion to consumption.
    const share = requiredKg === 0 ? 0 : (requiredKg - usedKg) / requiredKg;
    return share * sum(consumption.map(({ perKg, kg }) => perKg * kg));
  });
}

function eatenInWeekKg(
  { forecast, end }: { readonly forecast: FeedForecast; readonly end: CalendarDay | null },
  week: CalendarDay,
): number {
  const days = Array.from({ length: 7 }, (_, index) => addDays(week, index));
  return sum(
    days
      .filter((day) => day >= forecast.from && (end === null || day <= end))
      .map((day) => forecast.kgOn(day)),
  );
}
