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

/** A farm at a point in time, the reference for the time windows of its rows. */
export interface FarmMoment {
  /** Covers only this farm. */
  readonly scope: Scope;
  readonly farmId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** In the time zone of the farm. */
  readonly today: CalendarDay;
}

/** The day that many days before today. */
export function daysAgo({ today }: Pick<FarmMoment, 'today'>, days: number): CalendarDay {
  return addDays(today, -days);
}

/** The instant that many times 24 hours ago, ISO 8601. */
export function instantDaysAgo({ now }: Pick<FarmMoment, 'now'>, days: number): string {
  return formatInstant(now - days * DAY_MILLIS);
}

/** The instant that many hours ago, ISO 8601. */
export function hoursAgo({ now }: Pick<FarmMoment, 'now'>, hours: number): string {
  return formatInstant(now - hours * HOUR_MILLIS);
}

/** Covers the deaths of the last three days and the 13 days before each, and 14 days of water. */
const RECENT_DAYS = 15;
const MONTH_DAYS = 29;

/** A farm with its current day. */
export interface FarmDay {
  readonly id: string;
  readonly today: CalendarDay;
}

/** The farms of a portfolio with their current days. */
export interface PortfolioDays {
  readonly scope: Scope;
  readonly days: readonly FarmDay[];
}

/** The farms of a portfolio at a point in time. */
export interface PortfolioMoment extends PortfolioDays {
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Selects the given farms visible to the scope: `id`, the farm's `day`, and the first day of the
 * last sixteen (`recent`) and thirty (`month`), today included.
 */
export function farmDays(dialect: Dialect, { scope, days }: PortfolioDays): Sql {
  // Farms are many, but their current days are at most three.
  const first = new Map<CalendarDay, readonly CalendarDay[]>();
  const rows = days.map(({ id, today }) => {
    const cached = first.get(today) ?? firstDays(today);
    first.set(today, cached);
    return [id, today, ...cached];
  });
  const columns = { id: 'text', day: 'date', recent: 'date', month: 'date' } as const;
  return visibleInputRows(dialect, farms, scope, { columns, rows });
}

function firstDays(today: CalendarDay): readonly CalendarDay[] {
  return [RECENT_DAYS, MONTH_DAYS].map((days) => daysAgo({ today }, days));
}

/** A query result of a farm, as the JSON text of an object. */
export interface FarmText {
  readonly farmId: string;
  readonly json: string;
  /** Milliseconds until the text expires without changes; absent: never. */
  readonly lasts?: number | null;
}

/** The SELECT list of `selectFarmTexts`: the expression of a farm's id, and its columns. */
export function farmTextOf(
  dialect: Dialect,
  farmId: string,
  columns: readonly ObjectColumn[],
): Sql {
  return raw(`${farmId} as "farmId", ${objectOf(dialect, columns).sql}`);
}

/**
 * The texts of a `farmTextOf` query. They are not parsed: among thousands of farms most are
 * unchanged since the last read, which the comparison of texts shows.
 */
export function selectFarmTexts(connection: Connection, query: Sql): Promise<FarmText[]> {
  return connection.all<FarmText>(query);
}
