import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { median, sum } from '../../tools/statistics.ts';
import type { LedgerEntry } from './ledger.ts';

const WEEKS = 4;
const SPANS = 3;

/**
 * What amounts come to in a usual week, by a key: the median of the three times four weeks before
 * a day, by week. Four weeks hold every monthly bill, and what happened once drops out of the
 * median. Spans before the first of the entries do not count; keys that come to nothing are
 * left out.
 */
export function usualPerWeek(
  entries: readonly LedgerEntry[],
  before: CalendarDay,
  keyOf: (entry: LedgerEntry) => string,
): ReadonlyMap<string, number> {
  const first = entries.map(({ day }) => day).toSorted()[0] ?? before;
  const spans = Array.from({ length: SPANS }, (_, back) => ({
    from: addDays(before, -7 * WEEKS * (back + 1)),
    to: addDays(before, -7 * WEEKS * back),
  })).filter(({ to }) => first < to);
  const perWeek = [...groupBy(entries, keyOf)].map(([key, rows]) => {
    const sums = spans.map(({ from, to }) =>
      sum(rows.filter(({ day }) => from <= day && day < to).map(({ amount }) => amount)),
    );
    return [key, (median(sums) ?? 0) / WEEKS] as const;
  });
  return new Map(perWeek.filter(([, amount]) => amount > 0));
}
