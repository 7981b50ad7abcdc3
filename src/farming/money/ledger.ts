import type { CalendarDay } from '../../tools/calendar.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { chickCost } from './chick-cost.ts';
import { countedAs } from './counted-as.ts';
import { deliveryCost } from './delivery-cost.ts';
import { type CostParts, heldCosts } from './held-costs.ts';
import { saleAmount } from './sale-amount.ts';

/** The parts of a snapshot in which money is recorded. */
export const LEDGER_PARTS = [
  'sales',
  'feedDeliveries',
  'expenses',
  'treatments',
  'liveFlocks',
  'closedFlocks',
] as const;

/** A snapshot with all recorded money. */
export type LedgerSnapshot = FarmSnapshot<(typeof LEDGER_PARTS)[number]>;

/** An amount that came in or went out. */
export interface LedgerEntry {
  readonly day: CalendarDay;
  readonly direction: 'in' | 'out';
  /** `sales`, or that of an expense; feed, chicks and treatments under the words expenses use. */
  readonly category: string;
  /** In the farm's currency; below 0 for a credit. */
  readonly amount: number;
  readonly flockId: string | null;
  readonly resource: 'sales' | 'feed-deliveries' | 'expenses' | 'treatments' | 'flocks';
  readonly id: string;
}

/**
 * Every amount that is recorded, each once: expenses that repeat what other records of the same
 * flock hold are left out, and so is what has no amount. The chicks of a flock count on the day of
 * placement.
 */
export function ledger(snapshot: LedgerSnapshot): LedgerEntry[] {
  return [
    ...snapshot.sales.flatMap((sale) =>
      entry(sale.id, 'sales', { ...sale, category: 'sales', amount: saleAmount(sale) }),
    ),
    ...snapshot.feedDeliveries.flatMap((delivery) =>
      entry(delivery.id, 'feed-deliveries', {
        ...delivery,
        category: 'feed',
        amount: deliveryCost(delivery),
      }),
    ),
    ...snapshot.treatments.flatMap((treatment) =>
      entry(treatment.id, 'treatments', {
        ...treatment,
        category: treatment.kind === 'vaccination' ? 'vaccination' : 'medicine',
        amount: treatment.cost,
      }),
    ),
    ...chickEntries(snapshot),
    ...expenseEntries(snapshot),
  ];
}

function chickEntries({ liveFlocks, closedFlocks }: LedgerSnapshot): LedgerEntry[] {
  return [...liveFlocks, ...closedFlocks]
    .filter(({ status }) => status !== 'planned' && status !== 'cancelled')
    .flatMap((flock) =>
      entry(flock.id, 'flocks', {
        date: flock.placementDate,
        flockId: flock.id,
        category: 'chicks',
        amount: chickCost(flock),
      }),
    );
}

function expenseEntries(snapshot: LedgerSnapshot & FarmSnapshot<CostParts>): LedgerEntry[] {
  const held = heldCosts(snapshot);
  return snapshot.expenses
    .filter((expense) => countedAs(expense, held.get(expense.flockId ?? '')) !== 'duplicate')
    .flatMap((expense) => entry(expense.id, 'expenses', expense));
}

function entry(
  id: string,
  resource: LedgerEntry['resource'],
  row: {
    readonly date: CalendarDay;
    readonly flockId: string | null;
    readonly category: string;
    readonly amount: number | null;
  },
): LedgerEntry[] {
  const { date: day, flockId, category, amount } = row;
  if (amount === null) return [];
  const direction = resource === 'sales' ? 'in' : 'out';
  return [{ day, direction, category, amount, flockId, resource, id }];
}
