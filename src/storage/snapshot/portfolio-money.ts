import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import type { ObjectColumn } from '../records/select-objects.ts';
import { farmDays, type PortfolioDays } from './farm-days.ts';
import { type FarmText, farmTextOf, selectFarmTexts } from './farm-texts.ts';

/** Money of a farm over its last 30 days, today included; 0 where nothing is recorded. */
export interface FarmMoneyRow {
  readonly id: string;
  readonly revenue: number;
  readonly feed: number;
  readonly chicks: number;
  readonly treatments: number;
  readonly expenses: number;
}

const DELIVERY_COST =
  'coalesce(delivery.total_cost, delivery.quantity_kg / 1000 * delivery.price_per_ton)';
const CHICK_COST = 'coalesce(flock.order_total, flock.chicks_received * flock.price_per_chick)';

/** Whether other records of the flock of an expense hold the same cost already. */
const IS_HELD_ELSEWHERE = `coalesce(case
  when expense.flock_id is null then 0
  when expense.category = 'feed' then (
    select sum(${DELIVERY_COST}) from feed_deliveries delivery
    where delivery.flock_id = expense.flock_id and delivery.deleted_at is null)
  when expense.category = 'chicks' then (
    select ${CHICK_COST} from flocks flock
    where flock.id = expense.flock_id and flock.status <> 'cancelled')
  when expense.category in ('medicine', 'vaccination') then (
    select sum(treatment.cost) from treatments treatment
    where treatment.flock_id = expense.flock_id and treatment.deleted_at is null)
  end, 0) <> 0`;

const MONEY: readonly ObjectColumn[] = [
  ['id', 'page.id', 'text'],
  [
    'revenue',
    ofMonth('sales sale', 'coalesce(sale.total_amount, sale.total_weight_kg * sale.price_per_kg)'),
    'money',
  ],
  ['feed', ofMonth('feed_deliveries delivery', DELIVERY_COST), 'money'],
  [
    'chicks',
    `coalesce((
      select sum(${CHICK_COST}) from flocks flock
      where flock.farm_id = page.id and flock.deleted_at is null
        and flock.placement_date between page.month and page.day
        and flock.status not in ('planned', 'cancelled')), 0)`,
    'money',
  ],
  ['treatments', ofMonth('treatments treatment', 'treatment.cost'), 'money'],
  ['expenses', ofMonth('expenses expense', 'expense.amount', `not ${IS_HELD_ELSEWHERE}`), 'money'],
];

function ofMonth(table: string, amount: string, condition?: string): string {
  const alias = table.slice(table.indexOf(' ') + 1);
  return `coalesce((
    select sum(${amount}) from ${table}
    where ${alias}.farm_id = page.id and ${alias}.deleted_at is null
      and ${alias}.date between page.month and page.day
      ${condition === undefined ? '' : `and ${condition}`}), 0)`;
}

/**
 * What came in and went out on each of the farms in its last 30 days. An amount counts once: an
 * expense is left out where deliveries, the order of chicks or treatments of its flock hold a cost.
 */
export function listFarmMoney(connection: Connection, asked: PortfolioDays): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      with page as materialized (${farmDays(dialect, asked)})
      select ${farmTextOf(dialect, 'page.id', MONEY)} from page`,
  );
}
