import type { Issue } from '../../model/errors.ts';
import {
  endOfDay,
  formatInstant,
  isCalendarDay,
  parseInstant,
  startOfDay,
} from '../../tools/calendar.ts';

/**
 * One end of a span of time that a query parameter gives: an instant, or a plain day, which means
 * the whole of it in `zone`. What is neither is added to the issues.
 */
export function instantEdge(
  name: 'from' | 'to',
  value: unknown,
  { zone, issues }: { readonly zone: string; readonly issues: Issue[] },
): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (isCalendarDay(value)) {
    return formatInstant(name === 'from' ? startOfDay(value, zone) : endOfDay(value, zone));
  }
  const instant = parseInstant(value);
  if (instant !== undefined) return formatInstant(instant);
  issues.push({
    path: name,
    code: 'invalid_date',
    message: `${name} must be a day such as 2026-11-01 or a time stamp with a zone.`,
  });
  return undefined;
}
