import type { CalendarDay } from '../../tools/calendar.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { CashItem } from './cash-item.ts';
import type { CashSnapshot } from './expected-cash.ts';
import type { LedgerEntry } from './ledger.ts';
import { usualPerWeek } from './usual-per-week.ts';

/** What comes with flocks and is forecast from them. */
const OF_FLOCKS: readonly string[] = ['feed', 'chicks'];

/** The category of what hens bring while they are here; `sales` are of birds. */
export const EGGS = 'eggs';

/** What comes in and goes out in any week to come, beyond what is known of that week. */
export interface RecurringCash {
  readonly itemsOf: (week: CalendarDay, known: readonly CashItem[]) => readonly CashItem[];
}

/** The usual costs of a farm and what its hens bring, by the weeks before this one. */
export function recurringCash(
  snapshot: CashSnapshot,
  entries: readonly LedgerEntry[],
  thisWeek: CalendarDay,
): RecurringCash {
  const hens = layingFlocks(snapshot);
  const costs = usualPerWeek(
    entries.filter((entry) => entry.direction === 'out' && !OF_FLOCKS.includes(entry.category)),
    thisWeek,
    ({ category }) => category,
  );
  const eggs = usualPerWeek(
    entries.filter(({ resource, flockId }) => resource === 'sales' && hens.has(flockId ?? '')),
    thisWeek,
    ({ flockId }) => flockId ?? '',
  );
  return {
    itemsOf: (week, known) => [
      ...[...eggs].flatMap(([id, amount]) => {
        const end = hens.get(id)?.flock.plannedMarketDate ?? null;
        return end !== null && end < week
          ? []
          : item(week, { direction: 'in', category: EGGS, amount, id }, known);
      }),
      ...[...costs].flatMap(([category, amount]) =>
        item(week, { direction: 'out', category, amount, id: null }, known),
      ),
    ],
  };
}

/** The hens of a farm that are here, by the id of their flock. */
export function layingFlocks(snapshot: CashSnapshot): ReadonlyMap<string, FlockRecord> {
  const hens = liveFlocksOf(snapshot).filter(({ kind }) => kind === 'layer');
  return new Map(hens.map((record) => [record.flock.id, record]));
}

/** What a usual week has of something beyond what is already known of the week. */
function item(
  day: CalendarDay,
  usual: Pick<CashItem, 'direction' | 'category' | 'amount' | 'id'>,
  known: readonly CashItem[],
): CashItem[] {
  const amounts = known
    .filter(
      ({ direction, category, id }) =>
        direction === usual.direction &&
        category === usual.category &&
        (usual.id === null || id === usual.id),
    )
    .map(({ amount }) => amount);
  const amount = amounts.reduce((rest, part) => rest - part, usual.amount);
  return amount <= 0 ? [] : [{ ...usual, day, amount, basis: 'recurring' }];
}
