import type { CalendarDay } from '../../tools/calendar.ts';
import { oncePerObject } from '../../tools/once-per-object.ts';
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

interface LedgerRow {
  readonly id: string;
  readonly date: CalendarDay;
  readonly flockId: string | null;
}

/**
 * Every amount that is recorded, each once: expenses that repeat what other records of the same
 * flock hold are left out, and so is what has no amount. The chicks of a flock count on the day of
 * placement. Put together once per snapshot.
 */
export function ledger(snapshot: LedgerSnapshot): readonly LedgerEntry[] {
  return ledgerOf(snapshot);
}

const ledgerOf = oncePerObject(buildLedger);

function buildLedger(snapshot: LedgerSnapshot): LedgerEntry[] {
  return [
    ...snapshot.sales.flatMap((sale) =>
      entry(sale, 'sales', { category: 'sales', amount: saleAmount(sale) }),
    ),
    ...snapshot.feedDeliveries.flatMap((delivery) =>
      entry(delivery, 'feed-deliveries', { category: 'feed', amount: deliveryCost(delivery) }),
    ),
    ...snapshot.treatments.flatMap((treatment) =>
      entry(treatment, 'treatments', {
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
    .flatMap((flock) => {
      const { id, placementDate: date } = flock;
      const cost = { category: 'chicks', amount: chickCost(flock) };
      return entry({ id, date, flockId: id }, 'flocks', cost);
    });
}

function expenseEntries(snapshot: LedgerSnapshot & FarmSnapshot<CostParts>): LedgerEntry[] {
  const held = heldCosts(snapshot);
  return snapshot.expenses
    .filter((expense) => countedAs(expense, held.get(expense.flockId ?? '')) !== 'duplicate')
    .flatMap((expense) => entry(expense, 'expenses', expense));
}

function entry(
  { id, date: day, flockId }: LedgerRow,
  resource: LedgerEntry['resource'],
  { category, amount }: { readonly category: string; readonly amount: number | null },
): LedgerEntry[] {
  if (amount === null) return [];
  const direction = resource === 'sales' ? 'in' : 'out';
  return [{ day, direction, category, amount, flockId, resource, id }];
}
