import type { BreedName } from '../../farming/standards/breed-tables.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import type { BarnPlan } from './farm-plan.ts';

/** When a flock is in a barn. */
export interface FlockSlot {
  readonly placementDay: CalendarDay;
  readonly status: 'planned' | 'active' | 'selling' | 'closed';
  /** The last day with birds, as far as it is known. */
  readonly lastDay: CalendarDay;
  /** Share of the birds that leave on a day, 0–1. */
  readonly sales: ReadonlyMap<CalendarDay, number>;
}

const THINNING_AGE = 33;
const THINNING_CHANCE = 0.25;
const THINNING_SHARE = 0.3;
const CYCLE_DAYS = { shortest: 36, longest: 42 } as const;
const DOWNTIME_DAYS = { shortest: 12, longest: 22 } as const;
const NO_SALES: ReadonlyMap<CalendarDay, number> = new Map();

/** The flocks of a barn, oldest first: those that were there in the history, now, and next. */
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
  // Large flocks leave in two nights.
  if (random.chance(0.5)) sales.set(addDays(lastDay, -1), random.between(0.35, 0.6));
  if (random.chance(THINNING_CHANCE)) {
    sales.set(addDays(placementDay, THINNING_AGE), THINNING_SHARE);
  }
  return { placementDay, status: 'closed', lastDay, sales };
}

/** The age a breed is sold at, as farms plan it. */
export function marketAgeDays(breed: BreedName): number {
  return breed === 'cobb_500' ? 38 : 40;
}
