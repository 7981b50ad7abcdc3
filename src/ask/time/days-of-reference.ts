import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { MeasureDefinition, Period } from '../measure.ts';
import type { MeasureName } from '../measures/measures.ts';
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

/** Measures of today are answered for the whole life of a closed flock. */
function lifeOfClosed(
  { usualPeriod }: MeasureDefinition,
  flocks: readonly NamedFlock[],
): Period | undefined {
  if (usualPeriod === undefined || flocks.length !== 1) return undefined;
  const [{ placementDate, closedOn } = { placementDate: null, closedOn: null }] = flocks;
  if (placementDate === null || closedOn === null) return undefined;
  return { from: placementDate, to: closedOn };
}

/** Daily sums: the total of one flock is that of its whole life. */
const ADDED_UP: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'feedEaten',
  'waterUsed',
  'culls',
  'eggs',
]);

function lifeOfLive(
  intent: MeasureName,
  [flock, ...others]: readonly NamedFlock[],
  today: string,
): Period | undefined {
  const from = flock?.placementDate;
  if (!ADDED_UP.has(intent) || !from || others.length > 0 || from > today) return undefined;
  return { from, to: today };
}

/** The days of a flock's whole life, where these are meant without being named. */
export function lifeAsked(
  asked: {
    readonly intent: MeasureName;
    readonly definition: MeasureDefinition;
    readonly flocks: readonly NamedFlock[];
    /** Whether the sum is asked for. */
    readonly isTotal: boolean;
  },
  today: CalendarDay,
): Period | undefined {
  const { intent, definition, flocks, isTotal } = asked;
  return (
    lifeOfClosed(definition, flocks) ?? (isTotal ? lifeOfLive(intent, flocks, today) : undefined)
  );
}
