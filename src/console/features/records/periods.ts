import type { ResourceDefinition } from '../../../model/core/resource.ts';
import { addDays } from '../../../tools/calendar.ts';

/** The days of a period, inclusive; an open end has none. */
interface Days {
  readonly from?: string;
  readonly to?: string;
}

/** Periods relative to today: an address with one is correct on any day. */
const PERIODS = {
  before: (today) => ({ to: addDays(today, -1) }),
  today: (today) => ({ from: today, to: today }),
  last7: (today) => ({ from: addDays(today, -6), to: today }),
  last30: (today) => ({ from: addDays(today, -29), to: today }),
  next7: (today) => ({ from: today, to: addDays(today, 6) }),
  next30: (today) => ({ from: today, to: addDays(today, 29) }),
  month: (today) => ({ from: firstOfMonth(today), to: lastOfMonth(today) }),
  lastMonth(today) {
    const to = addDays(firstOfMonth(today), -1);
    return { from: firstOfMonth(to), to };
  },
} as const satisfies Readonly<Record<string, (today: string) => Days>>;

type Period = keyof typeof PERIODS;

/** Planned dates; all others are past dates. */
const PLANNED: readonly string[] = ['dueDate', 'needByDate', 'expiryDate', 'deadline'];

/** The periods offered for a field. */
export function periodsOf(field: string): readonly Period[] {
  return PLANNED.includes(field)
    ? ['before', 'today', 'next7', 'next30', 'month']
    : ['today', 'last7', 'last30', 'month', 'lastMonth'];
}

/** The days of a named period, or undefined if the name is not one. */
export function periodDays(name: string | undefined, today: string): Days | undefined {
  if (name === undefined || !Object.hasOwn(PERIODS, name)) return undefined;
  return PERIODS[name as Period](today);
}

/** The ends of the periods in an address, as parameters such as `date_from`. */
export function periodParameters(
  { ranges = [] }: ResourceDefinition,
  search: Readonly<Record<string, string | undefined>>,
  today: string,
): Readonly<Record<string, string | undefined>> {
  return Object.assign(
    {},
    ...ranges.map((field) => {
      const days = periodDays(search[field], today);
      return days ? { [`${field}_from`]: days.from, [`${field}_to`]: days.to } : {};
    }),
  );
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function lastOfMonth(day: string): string {
  // The 28th and four days are in the next month, whatever the length of this one.
  const next = addDays(`${day.slice(0, 7)}-28`, 4);
  return addDays(firstOfMonth(next), -1);
}
