import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/rounding.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFarm, DemoFlock } from './demo-farm.ts';
import { type FeedLoad, supplyFeed } from './feed-supply.ts';
import { actorOf } from './people.ts';
import type { Prices } from './prices.ts';
import { addHappening } from './timeline.ts';

/** Writes the feed orders of the flocks and the deliveries that came of them. */
export function addFeed(context: DemoContext, flocks: readonly DemoFlock[], prices: Prices): void {
  for (const flock of flocks) {
    const random = context.random(`feed/${flock.code}`);
    for (const load of supplyFeed(random, flock, context.today)) {
      const supplierKey = random.chance(0.8) ? 'feed1' : 'feed2';
      const supplierId = flock.farm.contact(supplierKey) ?? flock.farm.contact('feed1') ?? null;
      // The second mill is a little dearer.
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
  const by = actorOf(flock.farm.manager);
  addHappening(context, {
    flock,
    kind: 'feed_delivery',
    title: context.fill(context.phrases.milestones.feedDelivery, {
      feed: nameOfFeed(context, load.feedType),
      tons: load.quantityKg / 1000,
    }),
    at,
    by,
  });
  return context.add('feed-deliveries', {
    farmId: flock.farm.id,
    at: at + 1_500_000,
    by,
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

/** A draft that waits to be sent and an order that was called off. */
function addSideOrders(context: DemoContext, farm: DemoFarm): void {
  const by = actorOf(farm.manager);
  const supplierId = farm.contact('feed1') ?? null;
  context.add('feed-orders', {
    farmId: farm.id,
    at: context.at(addDays(context.today, -1), 15.5),
    by,
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
    by,
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
