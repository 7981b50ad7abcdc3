import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { Period } from '../measure.ts';
import type { NamedFlock } from '../names/farm-names.ts';
import type { PeriodReference } from './period-reference.ts';

/**
 * The days that a reference means for the flocks that are asked about; undefined where it says no
 * more than "now". Of the life of several flocks it is the longest; a day of life needs one flock,
 * and `ask` is answered with several.
 */
export function daysOfReference(
  reference: PeriodReference,
  flocks: readonly NamedFlock[],
  today: CalendarDay,
): Period | 'ask' | undefined {
  if (reference.kind === 'days') {
    const { kind: _, ...period } = reference;
    return period;
  }
  if (reference.kind === 'now') return undefined;
  const placed = flocks.filter(({ placementDate }) => (placementDate ?? '9') <= today);
  const [first] = placed.map(({ placementDate }) => placementDate ?? today).sort();
  if (first === undefined) return undefined;
  if (reference.kind === 'since_placement') return { from: first, to: today };
  const [flock, ...others] = placed;
  if (flock === undefined || others.length > 0) return 'ask';
  const day = addDays(first, reference.day - flock.arrivalAgeDays);
  return { from: day, to: day };
}
