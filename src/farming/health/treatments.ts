import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import type { Fix } from '../core/section.ts';
import { withdrawalUntil } from '../metrics/dates.ts';

/** A treatment of a flock that is recent or whose withdrawal has not ended. */
export interface ActiveTreatment {
  readonly treatment: StoredOf<'treatments'>;
  /** Its birds must not be slaughtered before this day; null when the notes do not state it. */
  readonly withdrawalUntil: CalendarDay | null;
}

const RECENT_DAYS = 7;

/** The treatments of a flock in the last seven days, and those whose withdrawal has not ended. */
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

/** An upcoming sale before the end of a withdrawal. */
export interface WithdrawalConflict {
  readonly flockId: string;
  readonly saleDay: CalendarDay;
  /** The first day on which the birds may be slaughtered. */
  readonly until: CalendarDay;
  /** Postpones the sale. */
  readonly fix: Fix;
}

/** The first agreed or planned sale of a flock within a withdrawal, as a list of zero or one. */
export function withdrawalConflict(
  { flock, sales }: FlockRecord,
  { treatments, today }: FarmSnapshot<'treatments'>,
): WithdrawalConflict[] {
  const flockTreatments = treatments.filter(({ flockId }) => flockId === flock.id);
  const until = withdrawalOn(flockTreatments, today);
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

/** The fields of a treatment that determine its withdrawal. */
type DatedTreatment = Pick<StoredOf<'treatments'>, 'date' | 'notes'>;

/**
 * The first permitted slaughter day by the treatments before a sale; null when the sale day is
 * permitted.
 */
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
