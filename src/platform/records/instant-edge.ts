import type { Issue } from '../../model/errors.ts';
import {
  endOfDay,
  formatInstant,
  isCalendarDay,
  parseInstantInZone,
  startOfDay,
} from '../../tools/calendar.ts';

/**
 * One end of a span of time that a query parameter gives: a time stamp, read in `zone` where it has
 * no offset, or a plain day, which means the whole of it in `zone`. What is neither is added to the
 * issues.
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
  const instant = parseInstantInZone(value, zone);
  if (instant !== undefined) return formatInstant(instant);
  issues.push({
    path: name,
    code: 'invalid_date',
    message: `${name} must be a day such as 2026-11-01 or a time stamp such as 2026-11-01T10:00:00Z.`,
  });
  return undefined;
}
