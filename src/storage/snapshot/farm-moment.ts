import { raw, type Sql } from 'sql-template-tag';
import { farms } from '../../model/resources/farms.ts';
import {
  addDays,
  type CalendarDay,
  DAY_MILLIS,
  formatInstant,
  HOUR_MILLIS,
} from '../../tools/calendar.ts';
import type { Connection, Dialect } from '../core/database.ts';
import { type Scope, visibleInputRows } from '../core/scope.ts';
import { type ObjectColumn, objectOf } from '../core/select-objects.ts';

/** A farm at a moment: what the windows of its rows are counted from. */
export interface FarmMoment {
  /** The farm alone. */
  readonly scope: Scope;
  readonly farmId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** By the calendar of the farm. */
  readonly today: CalendarDay;
}

/** The day so many days before today. */
export function daysAgo({ today }: Pick<FarmMoment, 'today'>, days: number): CalendarDay {
  return addDays(today, -days);
}

/** The instant so many times 24 hours ago, ISO 8601. */
export function instantDaysAgo({ now }: Pick<FarmMoment, 'now'>, days: number): string {
  return formatInstant(now - days * DAY_MILLIS);
}

/** The instant so many hours ago, ISO 8601. */
export function hoursAgo({ now }: Pick<FarmMoment, 'now'>, hours: number): string {
  return formatInstant(now - hours * HOUR_MILLIS);
}

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
  return visibleInputRows(dialect, farms, scope, { columns, rows });
}

function firstDays(today: CalendarDay): readonly CalendarDay[] {
  return [RECENT_DAYS, MONTH_DAYS].map((days) => daysAgo({ today }, days));
}

/** What a query found of a farm, as the JSON text of an object. */
export interface FarmText {
  readonly farmId: string;
  readonly json: string;
  /** For how many milliseconds time alone does not change the text; for ever where none is told. */
  readonly lasts?: number | null;
}

/** The SELECT list of `selectFarmTexts`: the expression of a farm's id, and what is told of it. */
export function farmTextOf(
  dialect: Dialect,
  farmId: string,
  columns: readonly ObjectColumn[],
): Sql {
  return raw(`${farmId} as "farmId", ${objectOf(dialect, columns).sql}`);
}

/**
 * The texts of a query of `farmTextOf`. They are not parsed: of thousands of farms most are as they
 * were when they were read last, which their texts tell.
 */
export function selectFarmTexts(connection: Connection, query: Sql): Promise<FarmText[]> {
  return connection.all<FarmText>(query);
}
