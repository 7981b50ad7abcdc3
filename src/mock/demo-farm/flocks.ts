import { addDays, type CalendarDay, daysBetween, formatInstant } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/statistics.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoBarn, DemoFarm, DemoFlock } from './demo-farm.ts';
import type { BarnPlan } from './farm-plan.ts';
import { actorOf } from './farms.ts';
import { type CourseDay, simulateFlock } from './flock-course.ts';

/** Mortality multipliers of the last days of an outbreak, oldest first. */
const OUTBREAK = [1.8, 2.9, 4.9, 8.5] as const;
const BELT_STUCK_DAYS = 2;
const PULLET_PRICE = 37.5;
const CLOSING_HOUR = 20.3;

/** Generates the farms' flocks and returns those with birds, with their daily courses. */
export function addFlocks(context: DemoContext, farms: readonly DemoFarm[]): readonly DemoFlock[] {
  return farms.flatMap((farm) =>
    farm.barns.flatMap((barn) => {
      const random = context.random(`flocks/${barn.plan.key}`);
      const slots = scheduleFlocks(random, barn.plan, context.firstDay, context.today);
      return slots.flatMap((slot) => addFlock(context, { farm, barn, slot }));
    }),
  );
}

interface Placement {
  readonly farm: DemoFarm;
  readonly barn: DemoBarn;
  readonly slot: FlockSlot;
}

function addFlock(context: DemoContext, placement: Placement): readonly DemoFlock[] {
  const { farm, barn, slot } = placement;
  // Each flock has its own random stream, so a longer history does not change later flocks.
  const random = context.random(
    `flock/${barn.plan.key}/${daysBetween(slot.placementDay, context.today)}`,
  );
  const order = orderChicks(random, barn.plan);
  const course =
    slot.status === 'planned' ? [] : liveFlock(context, random, placement, order.received);
  const code = `${barn.plan.key.toUpperCase()}-${slot.placementDay.slice(2).replaceAll('-', '')}`;
  const at = context.at(addDays(slot.placementDay, -random.integer(20, 24)), random.between(8, 16));
  const id = context.newId('flocks', Math.min(at, context.now));
  const supplierKey = barn.plan.key === 'l2' || random.chance(0.6) ? 'chicks1' : 'chicks2';
  const supplierId = farm.contact(supplierKey) ?? farm.contact('chicks1') ?? null;
  const closedAt = slot.status === 'closed' ? context.at(slot.lastDay, CLOSING_HOUR) : undefined;
  context.add('flocks', {
    id,
    farmId: farm.id,
    at,
    updatedAt: closedAt ?? context.at(slot.placementDay, 9.5),
    by: actorOf(farm.manager),
    fields: {
      barnId: barn.id,
      code,
      breed: barn.plan.breedText,
      chicksOrdered: order.ordered,
      chicksReceived: slot.status === 'planned' ? null : order.received,
      orderTotal: order.total,
      pricePerChick: order.price,
      arrivalAgeDays: barn.plan.arrivalAgeDays,
      placementDate: slot.placementDay,
      ...marketPlan(barn.plan, slot.placementDay),
      status: slot.status,
      supplierId,
      batchCode: `H${slot.placementDay.slice(5, 7)}${random.integer(100, 999)}`,
      closedAt: closedAt === undefined ? null : formatInstant(closedAt),
    },
  });
  if (slot.status === 'planned') return [];
  const { breed, arrivalAgeDays } = barn.plan;
  const { placementDay, status } = slot;
  const placed = order.received;
  return [{ id, farm, barn, breed, code, placementDay, arrivalAgeDays, status, placed, course }];
}

function marketPlan(barn: BarnPlan, placementDay: CalendarDay) {
  if (barn.arrivalAgeDays > 0) {
    return { targetWeightKg: 1.98, plannedMarketDate: addDays(placementDay, 80 * 7 - 112) };
  }
  return {
    targetWeightKg: barn.breed === 'cobb_500' ? 2.6 : 2.5,
    plannedMarketDate: addDays(placementDay, barn.breed === 'cobb_500' ? 38 : 40),
  };
}

function orderChicks(random: Random, barn: BarnPlan) {
  const ordered = Math.round((barn.capacity * random.between(0.93, 0.98)) / 100) * 100;
  const shortfall = random.chance(0.3) ? random.between(0.004, 0.015) : 0;
  const received = ordered - Math.round(ordered * shortfall);
  const price = barn.arrivalAgeDays > 0 ? PULLET_PRICE : roundTo(random.between(4.3, 4.7), 2);
  const billed = random.chance(0.5) ? ordered : received;
  return { ordered, received, price, total: roundTo(billed * price, 2) };
}

function liveFlock(
  context: DemoContext,
  random: Random,
  placement: Placement,
  placed: number,
): readonly CourseDay[] {
  const { barn, slot } = placement;
  const { situation } = barn.plan;
  const isPresent = slot.status !== 'closed';
  const outbreak = OUTBREAK.map(
    (factor, index) => [addDays(context.latestDay, index + 1 - OUTBREAK.length), factor] as const,
  );
  return simulateFlock(random, {
    breed: barn.plan.breed,
    house: barn.house,
    placementDay: slot.placementDay,
    arrivalAgeDays: barn.plan.arrivalAgeDays,
    placed,
    lastDay: slot.lastDay,
    sales: slot.sales,
    outbreak: new Map(isPresent && situation === 'outbreak' ? outbreak : []),
    beltBreaksOn:
      situation === 'broken_eggs' ? addDays(context.latestDay, 1 - BELT_STUCK_DAYS) : undefined,
  });
}

/** The time a flock occupies a barn. */
export interface FlockSlot {
  readonly placementDay: CalendarDay;
  readonly status: 'planned' | 'active' | 'selling' | 'closed';
  /** The last day with birds, if known. */
  readonly lastDay: CalendarDay;
  /** Share of the birds sold by day, 0–1. */
  readonly sales: ReadonlyMap<CalendarDay, number>;
}

const THINNING_AGE = 33;
const THINNING_CHANCE = 0.25;
const THINNING_SHARE = 0.3;
const CYCLE_DAYS = { shortest: 36, longest: 42 } as const;
const DOWNTIME_DAYS = { shortest: 12, longest: 22 } as const;
const NO_SALES: ReadonlyMap<CalendarDay, number> = new Map();

/** The flocks of a barn, oldest first: past flocks in the history, the current and the next one. */
export function scheduleFlocks(
  random: Random,
  barn: BarnPlan,
  firstDay: CalendarDay,
  today: CalendarDay,
): readonly FlockSlot[] {
  const slots: FlockSlot[] = [...presentSlots(random, barn, today)];
  if (barn.arrivalAgeDays > 0) return slots;
  for (;;) {
    const next = slots[0]?.placementDay ?? today;
    const isLast = barn.situation === 'empty' && slots[0]?.status === 'planned';
    const downtime = random.integer(DOWNTIME_DAYS.shortest, DOWNTIME_DAYS.longest);
    const lastDay = isLast ? addDays(today, -barn.ageDays) : addDays(next, -downtime);
    if (lastDay <= firstDay) return slots;
    slots.unshift(closedSlot(random, lastDay));
  }
}

function presentSlots(random: Random, barn: BarnPlan, today: CalendarDay): readonly FlockSlot[] {
  const placementDay = addDays(today, barn.arrivalAgeDays - barn.ageDays);
  const active = { placementDay, status: 'active', lastDay: today, sales: NO_SALES } as const;
  if (barn.situation === 'empty') return [plannedSlot(addDays(today, random.integer(7, 11)))];
  if (barn.situation !== 'selling') return [active];
  const sales = new Map([
    [addDays(placementDay, THINNING_AGE), THINNING_SHARE],
    [addDays(today, -1), 0.4],
  ]);
  return [
    { ...active, status: 'selling', sales },
    plannedSlot(addDays(today, random.integer(17, 21))),
  ];
}

function plannedSlot(placementDay: CalendarDay): FlockSlot {
  return { placementDay, status: 'planned', lastDay: placementDay, sales: NO_SALES };
}

function closedSlot(random: Random, lastDay: CalendarDay): FlockSlot {
  const age = random.integer(CYCLE_DAYS.shortest, CYCLE_DAYS.longest);
  const placementDay = addDays(lastDay, -age);
  const sales = new Map([[lastDay, 1]]);
  // Large flocks leave over two nights.
  if (random.chance(0.5)) sales.set(addDays(lastDay, -1), random.between(0.35, 0.6));
  if (random.chance(THINNING_CHANCE)) {
    sales.set(addDays(placementDay, THINNING_AGE), THINNING_SHARE);
  }
  return { placementDay, status: 'closed', lastDay, sales };
}
