import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { AskedScope, Period } from '../measure.ts';
import type { MeasureName } from '../measures/measures.ts';
import type { NamedFlock } from '../names/farm-names.ts';
import { daysOfReference } from './resolve-period.ts';
import type { PeriodReference } from './time-meanings.ts';

/**
 * The requested period and the one it is compared with: the later and the earlier of two; for a
 * single past period, the days since then, at most the same number.
 */
export function comparedPeriods(
  { isCompared }: { readonly isCompared?: boolean },
  references: readonly (PeriodReference | undefined)[],
  { flocks, today }: { readonly flocks: readonly NamedFlock[]; readonly today: CalendarDay },
): { readonly period: Period; readonly versus: Period } | undefined {
  if (!isCompared) return undefined;
  const periods = references.flatMap((reference) => {
    const period = reference && daysOfReference(reference, flocks, today);
    return period && period !== 'ask' ? [period] : [];
  });
  const [first, second, ...others] = periods.toSorted((a, b) => a.from.localeCompare(b.from));
  if (first === undefined || others.length > 0) return undefined;
  if (second) return second.from > first.to ? { period: second, versus: first } : undefined;
  const length = daysBetween(first.from, first.to) + 1;
  if (first.to >= today) {
    const versus = { from: addDays(first.from, -length), to: addDays(first.from, -1) };
    return first.from > today ? undefined : { period: first, versus };
  }
  const next = { from: addDays(first.to, 1), to: addDays(first.to, length) };
  return { period: { from: next.from, to: next.to > today ? today : next.to }, versus: first };
}

/** Total culls cover the current flocks, not closed ones. */
export function scopeOfLife(
  intent: MeasureName,
  scope: AskedScope,
  {
    flocks,
    picked,
    whole,
  }: {
    readonly flocks: readonly NamedFlock[];
    readonly picked: unknown;
    readonly whole: Period | undefined;
  },
): AskedScope {
  const isOfLife = intent === 'culls' && picked === undefined && whole !== undefined;
  return isOfLife && flocks.length > 1 ? { flockIds: flocks.map(({ id }) => id) } : scope;
}
