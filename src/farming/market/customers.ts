import type { StoredOf } from '../../model/registry.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { believedSales, type LIVE_FLOCK_PARTS } from '../flocks/farm-flocks.ts';
import { condemnationPct } from '../metrics/condemnation-pct.ts';
import { pricePerKg } from '../money/weighed-price.ts';
import { weighedSale } from '../money/weighed-sale.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

const YEAR_DAYS = 365;

/** What one customer took within a year. */
export interface Customer {
  /** Null: sales that name no customer. */
  readonly customerId: string | null;
  readonly name: string | null;
  readonly kg: number;
  readonly avgPrice: number | null;
  /** Birds refused, of those of which that is known. */
  readonly condemnedPct: number | null;
  /** Since the last sale. */
  readonly daysSince: number;
}

type Sale = StoredOf<'sales'>;

/** The customers of a year, the largest by weight first. */
export function customers(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'contacts'>,
): Customer[] {
  const { contacts, today } = snapshot;
  const yearAgo = addDays(today, -YEAR_DAYS);
  const recent = believedSales(snapshot).filter(({ date }) => yearAgo < date && date <= today);
  const names = mapById(contacts);
  return [...groupBy(recent, ({ customerId }) => customerId ?? '')]
    .map(([id, taken]) => ({
      customerId: id === '' ? null : id,
      name: names.get(id)?.name ?? null,
      ...figuresOf(taken, today),
    }))
    .toSorted((left, right) => right.kg - left.kg);
}

function figuresOf(taken: readonly Sale[], today: CalendarDay) {
  const newest =
    taken
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? today;
  const total = (rows: readonly Sale[], field: keyof Sale & `${string}${'Count' | 'Kg'}`) =>
    sum(rows.map((sale) => sale[field] as number | null));
  const judged = taken.filter(({ condemnedCount }) => condemnedCount !== null);
  const weighed = taken.filter(({ condemnedKg }) => condemnedKg !== null);
  return {
    kg: total(taken, 'totalWeightKg'),
    avgPrice: pricePerKg(taken.flatMap(weighedSale)),
    condemnedPct: condemnationPct({
      condemnedCount: judged.length === 0 ? null : total(judged, 'condemnedCount'),
      birdsCount: total(judged, 'birdsCount'),
      condemnedKg: weighed.length === 0 ? null : total(weighed, 'condemnedKg'),
      totalWeightKg: total(weighed, 'totalWeightKg'),
    }),
    daysSince: daysBetween(newest, today),
  };
}
