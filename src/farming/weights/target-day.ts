import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { weightRatio } from '../flocks/barn-state.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { standardAgeAtWeight } from '../standards/standard-age-at-weight.ts';

/**
 * The first day on which a flock weighs its target, as it grows now; the past day for one that is
 * there already. Null without a target, a weight or a breed, and when its table ends before.
 */
export function targetDay(record: FlockRecord): CalendarDay | null {
  const { flock, breed } = record;
  const ratio = weightRatio(record);
  if (flock.targetWeightKg === null || !breed || ratio === null) return null;
  const age = standardAgeAtWeight(breed, (flock.targetWeightKg * 1000) / ratio);
  if (age === null) return null;
  // The search for the age ends a hair above it.
  const day = Math.ceil(age - 1e-6) - (flock.arrivalAgeDays ?? 0);
  return addDays(flock.placementDate, day);
}
