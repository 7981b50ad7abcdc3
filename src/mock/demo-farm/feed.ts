import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/statistics.ts';
import type { DemoContext } from './demo-context.ts';
import { addHappening, type DemoFarm, type DemoFlock } from './demo-farm.ts';
import { actorOf } from './farms.ts';
import type { Prices } from './money.ts';

/** Generates the flocks' feed orders and their deliveries. */
export function addFeed(context: DemoContext, flocks: readonly DemoFlock[], prices: Prices): void {
  for (const flock of flocks) {
    const random = context.random(`feed/${flock.code}`);
    for (const load of supplyFeed(random, flock, context.today)) {
      const supplierKey = random.chance(0.8) ? 'feed1' : 'feed2';
      const supplierId = flock.farm.contact(supplierKey) ?? flock.farm.contact('feed1') ?? null;
      // The second mill is slightly more expensive.
      const dearer = supplierKey === 'feed2' ? 1.025 : 1;
      const pricePerTon = roundTo(prices.feedTon(load.feedType, load.orderDay) * dearer, 0);
      const hour = random.between(7, 15);
      addOrder(context, { flock, load, supplierId, pricePerTon, hour });
    }
  }
  const farm = flocks[0]?.farm;
  if (farm) addSideOrders(context, farm);
}

interface Order {
  readonly flock: DemoFlock;
  readonly load: FeedLoad;
  readonly supplierId: string | null;
  readonly pricePerTon: number;
  readonly hour: number;
}

function addOrder(context: DemoContext, order: Order): void {
  const { flock, load, supplierId, pricePerTon, hour } = order;
  const orderedAt = context.at(load.orderDay, hour);
  const orderId = context.newId('feed-orders', orderedAt);
  const { deliveredDay } = load;
  const deliveryId =
    deliveredDay === undefined ? null : addDelivery(context, order, { orderId, deliveredDay });
  context.add('feed-orders', {
    id: orderId,
    farmId: flock.farm.id,
    at: orderedAt,
    updatedAt: deliveredDay === undefined ? undefined : context.at(deliveredDay, hour),
    by: actorOf(flock.farm.manager),
    fields: {
      flockId: flock.id,
      feedType: load.feedType,
      quantityKg: load.quantityKg,
      supplierId,
      status: openOrDelivered(load, context.today),
      orderDate: load.orderDay,
      dueDate: load.dueDay,
      deliveredAt: deliveredDay ?? null,
      pricePerTon,
      deliveryId,
    },
  });
}

function openOrDelivered(load: FeedLoad, today: CalendarDay) {
  if (load.deliveredDay !== undefined) return 'delivered' as const;
  return load.dueDay < today ? ('confirmed' as const) : ('ordered' as const);
}

function addDelivery(
  context: DemoContext,
  order: Order,
  ids: { readonly orderId: string; readonly deliveredDay: CalendarDay },
): string {
  const { flock, load, supplierId, pricePerTon, hour } = order;
  const at = context.at(ids.deliveredDay, hour);
  const actor = actorOf(flock.farm.manager);
  addHappening(context, {
    flock,
    kind: 'feed_delivery',
    title: context.fill(context.phrases.milestones.feedDelivery, {
      feed: nameOfFeed(context, load.feedType),
      tons: load.quantityKg / 1000,
    }),
    at,
    by: actor,
  });
  return context.add('feed-deliveries', {
    farmId: flock.farm.id,
    at: at + 1_500_000,
    by: actor,
    fields: {
      flockId: flock.id,
      date: ids.deliveredDay,
      feedType: load.feedType,
      quantityKg: load.quantityKg,
      pricePerTon,
      totalCost: roundTo((load.quantityKg / 1000) * pricePerTon, 2),
      supplierId,
      feedOrderId: ids.orderId,
    },
  });
}

function nameOfFeed({ phrases }: DemoContext, feedType: string): string {
  const names: Readonly<Record<string, string>> = phrases.feed.names;
  return names[feedType] ?? feedType;
}

/** An unsent draft and a cancelled order. */
function addSideOrders(context: DemoContext, farm: DemoFarm): void {
  const actor = actorOf(farm.manager);
  const supplierId = farm.contact('feed1') ?? null;
  context.add('feed-orders', {
    farmId: farm.id,
    at: context.at(addDays(context.today, -1), 15.5),
    by: actor,
    fields: {
      feedType: 'finisher',
      quantityKg: 24_000,
      supplierId,
      status: 'draft',
      orderDate: addDays(context.today, -1),
      dueDate: addDays(context.today, 6),
      notes: context.phrases.feed.draftNote,
    },
  });
  context.add('feed-orders', {
    farmId: farm.id,
    at: context.at(addDays(context.today, -31), 10.1),
    updatedAt: context.at(addDays(context.today, -30), 8.6),
    by: actor,
    fields: {
      feedType: 'grower',
      quantityKg: 14_000,
      supplierId,
      status: 'cancelled',
      orderDate: addDays(context.today, -31),
      dueDate: addDays(context.today, -28),
      notes: context.phrases.feed.cancelledNote,
    },
  });
}

/** A load of feed: days of order, promised delivery and delivery. */
export interface FeedLoad {
  readonly feedType: string;
  readonly quantityKg: number;
  readonly orderDay: CalendarDay;
  readonly dueDay: CalendarDay;
  /** Absent if not delivered yet. */
  readonly deliveredDay?: CalendarDay;
}

const REFILL_BELOW_DAYS = 1.8;
const LARGEST_LOAD_KG = 28_000;
const SMALLEST_LOAD_KG = 1500;
const LOAD_STEP_KG = 500;
const ON_TIME_CHANCE = 0.86;
/** Days of feed left in a silo whose next load is late. */
const DAYS_LEFT_WHEN_LATE = 1.3;
const DAYS_LATE = 2;

/** Broiler feeds by the age at which they end, then layer feeds. */
const BROILER_PHASES = [
  [10, 'starter'],
  [24, 'grower'],
] as const;
const LAYER_PHASES = [
  [18 * 7, 'prelay'],
  [45 * 7, 'layer1'],
  [65 * 7, 'layer2'],
] as const;

/** The loads that fed a flock up to yesterday, and those on order. */
function supplyFeed(random: Random, flock: DemoFlock, today: CalendarDay): readonly FeedLoad[] {
  const use = flock.course.map((day) => day.feedKg);
  const isLate = flock.barn.plan.situation === 'late_feed' && flock.status !== 'closed';
  const loads: FeedLoad[] = [];
  let stock = 0;
  flock.course.forEach((day, index) => {
    const dailyKg = use[index] ?? 0;
    const requiredKg = sum(use, index, use.length);
    const isRunningOut = stock < REFILL_BELOW_DAYS * dailyKg;
    const isEnough = flock.status === 'closed' && stock >= requiredKg;
    if (isRunningOut && !isEnough && day.day < today) {
      const orderedKg = isLate
        ? lateLoadKg(use, index, stock)
        : loadKg(use, index, {
            stock,
            isClosed: flock.status === 'closed',
            cover: random.integer(7, 10),
          });
      if (orderedKg > 0) {
        const deliveredDay = addDays(day.day, index === 0 ? -2 : 0);
        loads.push(drawLoad(random, flock, { index, quantityKg: orderedKg, deliveredDay }));
        stock += orderedKg;
      }
    }
    stock -= dailyKg;
  });
  const next = openLoad(random, flock, { stock, today, isLate });
  return next ? [...loads, next] : loads;
}

function feedTypeAt(kind: 'broiler' | 'layer', ageDays: number): string {
  const phases: readonly (readonly [number, string])[] =
    kind === 'layer' ? LAYER_PHASES : BROILER_PHASES;
  const phase = phases.find(([lastAge]) => ageDays <= lastAge);
  return phase?.[1] ?? (kind === 'layer' ? 'layer3' : 'finisher');
}

interface Need {
  readonly stock: number;
  readonly isClosed: boolean;
  readonly cover: number;
}

/** Size of a load for the coming days, in whole steps; a closed flock gets no more than it ate. */
function loadKg(use: readonly number[], index: number, need: Need): number {
  const coveredKg = sum(use, index, index + need.cover);
  const missingDays = Math.max(0, index + need.cover - use.length);
  // After today, consumption is extrapolated with a small daily increase.
  const missingKg = need.isClosed ? 0 : missingDays * (use.at(-1) ?? 0) * 1.08;
  const requiredKg = Math.min(LARGEST_LOAD_KG, coveredKg + missingKg) - need.stock;
  return Math.max(SMALLEST_LOAD_KG, Math.ceil(requiredKg / LOAD_STEP_KG) * LOAD_STEP_KG);
}

/** Size of a load for one week; the last load leaves the silo nearly empty now. */
function lateLoadKg(use: readonly number[], index: number, stock: number): number {
  const last = use.length - 1;
  const toTheEnd = sum(use, index, last) + DAYS_LEFT_WHEN_LATE * (use[last] ?? 0) - stock;
  const aWeek = sum(use, index, index + 7) - stock;
  const isLastLoad = index + 9 >= last;
  return Math.round((isLastLoad ? toTheEnd : aWeek) / 10) * 10;
}

function drawLoad(
  random: Random,
  flock: DemoFlock,
  load: { readonly index: number; readonly quantityKg: number; readonly deliveredDay: CalendarDay },
): FeedLoad {
  const { index, quantityKg, deliveredDay } = load;
  const lateBy = random.chance(ON_TIME_CHANCE) ? 0 : random.integer(1, 2);
  const dueDay = addDays(deliveredDay, -lateBy);
  return {
    feedType: feedTypeAt(flock.farm.plan.kind, (flock.course[index]?.ageDays ?? 0) + 2),
    quantityKg,
    orderDay: addDays(dueDay, -random.integer(2, 4)),
    dueDay,
    deliveredDay,
  };
}

interface Silo {
  readonly stock: number;
  readonly today: CalendarDay;
  readonly isLate: boolean;
}

function openLoad(random: Random, flock: DemoFlock, silo: Silo): FeedLoad | undefined {
  const last = flock.course.at(-1);
  if (!last || flock.status !== 'active') return undefined;
  const daysLeft = silo.stock / Math.max(1, last.feedKg);
  if (!silo.isLate && daysLeft > 4) return undefined;
  const dueDay = addDays(silo.today, silo.isLate ? -DAYS_LATE : random.integer(1, 2));
  return {
    feedType: feedTypeAt(flock.farm.plan.kind, last.ageDays + 2),
    quantityKg: Math.ceil((last.feedKg * 8) / LOAD_STEP_KG) * LOAD_STEP_KG,
    orderDay: addDays(dueDay, -3),
    dueDay,
  };
}

function sum(values: readonly number[], from: number, to: number): number {
  return values.slice(from, to).reduce((total, value) => total + value, 0);
}
