import { expenses } from '../../model/resources/expenses.ts';
import type { Connection } from '../../storage/database.ts';
import { listMonthlyTotals } from '../../storage/records/monthly-totals.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { addMonths } from '../../tools/calendar.ts';
import { median } from '../../tools/statistics.ts';

const MONTHS = 12;

/** An expense by the median of what the farm spent in each of the twelve months before; null at first. */
export async function monthlyExpenseShare(
  connection: Connection,
  expense: StoredRow,
): Promise<number | null> {
  const month = `${String(expense['date']).slice(0, 7)}-01`;
  const totals = await listMonthlyTotals(connection, expenses, {
    scope: { orgId: expense.orgId, farmIds: expense.farmId === null ? [] : [expense.farmId] },
    field: 'amount',
    from: addMonths(month, -MONTHS),
    before: month,
  });
  const usual = median(totals);
  return usual === null || usual <= 0 ? null : Number(expense['amount']) / usual;
}
