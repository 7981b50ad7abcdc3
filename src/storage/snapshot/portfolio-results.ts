import sql from 'sql-template-tag';
import type { Connection, Dialect } from '../core/database.ts';
import { decidingLog, jsonList, jsonListOf, type ObjectColumn } from '../core/select-objects.ts';
import {
  type FarmText,
  farmDays,
  farmTextOf,
  type PortfolioDays,
  selectFarmTexts,
} from './farm-moment.ts';

/** The flock closed last on a farm with what tells how it did; the lists are in no order. */
export interface LastFlockRow {
  readonly id: string;
  readonly farmId: string;
  readonly barnId: string;
  readonly barnType: string | null;
  readonly breed: string | null;
  readonly placementDate: string;
  readonly arrivalAgeDays: number;
  readonly chicksOrdered: number | null;
  readonly chicksReceived: number | null;
  readonly closedAt: string | null;
  readonly logged: readonly LastFlockLog[] | null;
  readonly sold: readonly LastFlockSale[] | null;
}

/** What the deciding log of a day of a flock says. */
export type LastFlockLog = readonly [
  day: string,
  mortality: number | null,
  culls: number | null,
  feedKg: number | null,
  weightG: number | null,
  camerasG: number | null,
];

/** A sale of birds of a flock. */
export type LastFlockSale = readonly [day: string, birds: number | null, kg: number | null];

/** The flock closed last on each of the farms that ever closed one. */
export function listLastFlocks(connection: Connection, asked: PortfolioDays): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      select ${farmTextOf(dialect, 'flock.farm_id', lastFlockColumns(dialect))}
      from (${farmDays(dialect, asked)}) page cross join flocks flock
      left join barns barn on barn.id = flock.barn_id
      where flock.id = (
        select closed.id from flocks closed
        where closed.org_id = ${asked.scope.orgId} and closed.farm_id = page.id
          and closed.deleted_at is null and closed.status = 'closed'
        order by closed.closed_at desc nulls last, closed.id desc limit 1)`,
  );
}

function lastFlockColumns(dialect: Dialect): ObjectColumn[] {
  const rowsOf = (expressions: readonly string[], table: string, condition: string) =>
    `(select ${jsonListOf(dialect, jsonList(dialect, expressions))} from ${table}
      where ${condition})`;
  const logged = ['date', 'mortality', 'culls', 'feed_kg', 'avg_weight_gr', 'cameras_weight_gr'];
  return [
    ['id', 'flock.id', 'text'],
    ['farmId', 'flock.farm_id', 'text'],
    ['barnId', 'flock.barn_id', 'text'],
    ['barnType', 'barn.barn_type', 'text'],
    ['breed', 'flock.breed', 'text'],
    ['placementDate', 'flock.placement_date', 'date'],
    ['arrivalAgeDays', 'flock.arrival_age_days', 'integer'],
    ['chicksOrdered', 'flock.chicks_ordered', 'integer'],
    ['chicksReceived', 'flock.chicks_received', 'integer'],
    ['closedAt', 'flock.closed_at', 'timestamp'],
    [
      'logged',
      rowsOf(
        logged.map((column) => `log.${column}`),
        'daily_logs log',
        `log.flock_id = flock.id and log.date <= page.day and ${decidingLog('log').sql}`,
      ),
      'json',
    ],
    [
      'sold',
      rowsOf(
        ['sale.date', 'sale.birds_count', 'sale.total_weight_kg'],
        'sales sale',
        'sale.flock_id = flock.id and sale.deleted_at is null',
      ),
      'json',
    ],
  ];
}
