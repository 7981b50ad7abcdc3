import type { StoredOf } from '../../model/registry.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { withdrawalUntil } from '../metrics/withdrawal-until.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

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
