import type { Sql } from 'sql-template-tag';
import { farms } from '../../model/resources/farms.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { Dialect } from '../dialect.ts';
import { visibleAskedRows } from '../records/asked-rows.ts';
import type { Scope } from '../records/scope.ts';
import { daysAgo } from './farm-moment.ts';

/** The deaths of the last three days, and of the 13 days before each; the water of 14 days. */
const RECENT_DAYS = 15;
const MONTH_DAYS = 29;

/** A farm with what day it is there. */
export interface FarmDay {
  readonly id: string;
  readonly today: CalendarDay;
}

/** The farms of a portfolio, and on which days they are looked at. */
export interface PortfolioDays {
  readonly scope: Scope;
  readonly days: readonly FarmDay[];
}

/** The farms of a portfolio, and when they are looked at. */
export interface PortfolioMoment extends PortfolioDays {
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The query of the asked farms that the scope sees: `id`, the farm's `day`, and the first day of
 * the last sixteen (`recent`) and thirty (`month`), today included.
 */
export function farmDays(dialect: Dialect, { scope, days }: PortfolioDays): Sql {
  // Farms are many, the days it is on them at one moment at most three.
  const first = new Map<CalendarDay, readonly CalendarDay[]>();
  const rows = days.map(({ id, today }) => {
    const known = first.get(today) ?? firstDays(today);
    first.set(today, known);
    return [id, today, ...known];
  });
  const columns = { id: 'text', day: 'date', recent: 'date', month: 'date' } as const;
  return visibleAskedRows(dialect, farms, scope, { columns, rows });
}

function firstDays(today: CalendarDay): readonly CalendarDay[] {
  return [RECENT_DAYS, MONTH_DAYS].map((days) => daysAgo({ today }, days));
}
