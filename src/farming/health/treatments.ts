import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import type { Fix } from '../core/section.ts';
import { withdrawalUntil } from '../metrics/dates.ts';

/** A treatment of a flock that still matters. */
export interface ActiveTreatment {
  readonly treatment: StoredOf<'treatments'>;
  /** Before this day its birds must not be slaughtered; null where the notes do not say it. */
  readonly withdrawalUntil: CalendarDay | null;
}

const RECENT_DAYS = 7;

/** The treatments of a flock of the last seven days, and those whose withdrawal has not ended. */
export function activeTreatments(
  { flock }: FlockRecord,
  { treatments, today }: FarmSnapshot<'treatments'>,
): readonly ActiveTreatment[] {
  return treatments
    .filter(({ flockId, date }) => flockId === flock.id && date <= today)
    .map((treatment) => ({
      treatment,
      withdrawalUntil: withdrawalUntil(treatment.date, treatment.notes),
    }))
    .filter(
      ({ treatment, withdrawalUntil: until }) =>
        treatment.date > addDays(today, -RECENT_DAYS) || (until !== null && until > today),
    );
}

/** A sale to come that lies before the end of a withdrawal. */
export interface WithdrawalConflict {
  readonly flockId: string;
  readonly saleDay: CalendarDay;
  /** The first day on which the birds may be slaughtered. */
  readonly until: CalendarDay;
  /** Puts the sale off. */
  readonly fix: Fix;
}

/** The first sale of a flock to come, agreed on or planned, inside a withdrawal; none or one. */
export function withdrawalConflict(
  { flock, sales }: FlockRecord,
  { treatments, today }: FarmSnapshot<'treatments'>,
): WithdrawalConflict[] {
  const own = treatments.filter(({ flockId }) => flockId === flock.id);
  const until = withdrawalOn(own, today);
  if (until === null) return [];
  const sale = sales.find(({ date }) => date >= today && date < until);
  if (sale) {
    const fix = { method: 'PATCH', path: `/sales/${sale.id}`, body: { date: until } } as const;
    return [{ flockId: flock.id, saleDay: sale.date, until, fix }];
  }
  const planned = flock.plannedMarketDate;
  if (planned === null || planned >= until) return [];
  const body = { plannedMarketDate: until };
  const fix = { method: 'PATCH', path: `/flocks/${flock.id}`, body } as const;
  return [{ flockId: flock.id, saleDay: planned < today ? today : planned, until, fix }];
}

/** What of a treatment says how long birds may not be slaughtered. */
type DatedTreatment = Pick<StoredOf<'treatments'>, 'date' | 'notes'>;

/** The first day on which birds may be slaughtered by the treatments before a sale; null: on that day. */
export function withdrawalOn(
  treatments: readonly DatedTreatment[],
  saleDay: CalendarDay,
): CalendarDay | null {
  const ends = treatments
    .filter(({ date }) => date <= saleDay)
    .map(({ date, notes }) => withdrawalUntil(date, notes))
    .filter((until) => until !== null && until > saleDay);
  return ends.toSorted().at(-1) ?? null;
}
