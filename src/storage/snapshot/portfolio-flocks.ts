import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import type { ObjectColumn } from '../records/select-objects.ts';
import { farmDays, type PortfolioDays } from './farm-days.ts';
import { type FarmText, farmTextOf, selectFarmTexts } from './farm-texts.ts';
import { isInsideFlock } from './flock-states.ts';
import { jsonList, jsonListOf } from './json-list.ts';

/** An active or selling flock of a portfolio, with what of it was sold up to today added up. */
export interface PortfolioFlockRow {
  readonly id: string;
  readonly barnId: string;
  readonly barnType: string | null;
  readonly status: 'active' | 'selling';
  readonly breed: string | null;
  readonly placementDate: string;
  readonly arrivalAgeDays: number;
  readonly chicksOrdered: number | null;
  readonly chicksReceived: number | null;
  /** Birds delivered, and the sales of the last sixteen days, today included, in no order. */
  readonly sold: readonly [birds: number | null, recent: readonly RecentSale[] | null];
  readonly hasChickCost: boolean;
  readonly hasFeedCost: boolean;
}

/** A sale of birds of a flock on a day. */
export type RecentSale = readonly [day: string, birds: number | null, kg: number | null];

/** The active and selling flocks of the farms, the oldest placement first. */
export function listPortfolioFlocks(
  connection: Connection,
  asked: PortfolioDays,
): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      with live as materialized (
        select flock.*, page.day, page.recent
        from (${farmDays(dialect, asked)}) page cross join flocks flock
        where flock.farm_id = page.id and ${isInsideFlock}
      )
      select ${farmTextOf(dialect, 'live.farm_id', flockColumns(dialect))}
      from live
      left join barns barn on barn.id = live.barn_id
      order by live.placement_date, live.id`,
  );
}

function flockColumns(dialect: Dialect): ObjectColumn[] {
  return [
    ['id', 'live.id', 'text'],
    ['barnId', 'live.barn_id', 'text'],
    ['barnType', 'barn.barn_type', 'text'],
    ['status', 'live.status', 'text'],
    ['breed', 'live.breed', 'text'],
    ['placementDate', 'live.placement_date', 'date'],
    ['arrivalAgeDays', 'live.arrival_age_days', 'integer'],
    ['chicksOrdered', 'live.chicks_ordered', 'integer'],
    ['chicksReceived', 'live.chicks_received', 'integer'],
    [
      'sold',
      `(select ${jsonList(dialect, [
        'sum(sale.birds_count)',
        `${jsonListOf(dialect, jsonList(dialect, ['sale.date', 'sale.birds_count', 'sale.total_weight_kg']))}
          filter (where sale.date >= live.recent)`,
      ])}
        from sales sale
        where sale.flock_id = live.id and sale.date <= live.day and sale.deleted_at is null)`,
      'json',
    ],
    [
      'hasChickCost',
      'coalesce(live.order_total, live.chicks_received * live.price_per_chick, 0) > 0',
      'boolean',
    ],
    [
      'hasFeedCost',
      `exists (
        select 1 from feed_deliveries delivery
        where delivery.flock_id = live.id and delivery.deleted_at is null
          and coalesce(delivery.total_cost, delivery.quantity_kg * delivery.price_per_ton, 0) > 0)`,
      'boolean',
    ],
  ];
}
