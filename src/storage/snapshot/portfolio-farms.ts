import sql from 'sql-template-tag';
import { farms } from '../../model/resources/farms.ts';
import type { Connection, Dialect } from '../core/database.ts';
import { type Scope, scopePredicate } from '../core/scope.ts';
import { jsonList, jsonListOf, type ObjectColumn } from '../core/select-objects.ts';
import { rowProjection } from '../core/stored-row.ts';
import {
  type FarmText,
  farmDays,
  farmTextOf,
  type PortfolioDays,
  selectFarmTexts,
} from './farm-moment.ts';

/** The row of every farm visible to a scope, by name. */
export function listPortfolioFarms(connection: Connection, scope: Scope): Promise<FarmText[]> {
  return selectFarmTexts(
    connection,
    sql`
      select record.id as "farmId", ${rowProjection(farms, connection.dialect)} as json
      from farms record where ${scopePredicate(farms, scope)} order by record.name, record.id`,
  );
}

/** The last activity on a farm. */
export interface FarmActivity {
  /**
   * Time of the newest field report, task, media item or activity log entry, or of the last change
   * of the newest daily log; null without any of them.
   */
  readonly lastActivityAt: string | null;
}

/** Rows created by people, and the newest daily log: each looked up at the end of an index. */
const LAST_ACTIVITY = `(
  select max(made.at) from (
    select max(made_row.created_at) as at from field_reports made_row
    where made_row.farm_id = page.id and made_row.deleted_at is null
    union all
    select max(made_row.created_at) from tasks made_row
    where made_row.farm_id = page.id and made_row.deleted_at is null
    union all
    select max(made_row.created_at) from media made_row
    where made_row.farm_id = page.id and made_row.deleted_at is null
    union all
    select max(made_row.ts) from activity_log made_row where made_row.farm_id = page.id
    union all
    select (
      select log.updated_at from daily_logs log
      where log.farm_id = page.id and log.deleted_at is null
      order by log.date desc, log.id desc limit 1)
  ) made)`;

const ACTIVITY: readonly ObjectColumn[] = [['lastActivityAt', LAST_ACTIVITY, 'timestamp']];

/** The last activity on each of the farms. */
export function listFarmActivity(
  connection: Connection,
  query: PortfolioDays,
): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      with page as materialized (${farmDays(dialect, query)})
      select ${farmTextOf(dialect, 'page.id', ACTIVITY)} from page`,
  );
}

/** Counts of a farm: its rows and its open items. */
export interface FarmCounts {
  readonly id: string;
  /**
   * The capacity is null if no barn has one; barns with both capacity and area are counted as
   * measured.
   */
  readonly barns: readonly [count: number, capacity: number | null, measured: number];
  readonly contacts: number;
  readonly openAlerts: readonly [critical: number, warning: number, info: number];
  /** Subjects of the open critical alerts; null without any. */
  readonly criticalAlerts:
    | readonly (readonly [flockId: string | null, barnId: string | null, key: string | null])[]
    | null;
  readonly overdueTasks: number;
  readonly unansweredQuestions: number;
}

function countColumns(dialect: Dialect): ObjectColumn[] {
  const bySeverity = ['critical', 'warning', 'info'].map(
    (severity) => `count(*) filter (where alert.severity = '${severity}')`,
  );
  const barns = [
    'count(*)',
    'sum(barn.capacity)',
    'count(*) filter (where barn.capacity is not null and barn.area_sqm is not null)',
  ];
  return [
    ['id', 'page.id', 'text'],
    [
      'barns',
      `(select ${jsonList(dialect, barns)} from barns barn
        where barn.farm_id = page.id and barn.deleted_at is null)`,
      'json',
    ],
    [
      'contacts',
      `(select count(*) from contacts contact
        where contact.farm_id = page.id and contact.deleted_at is null)`,
      'integer',
    ],
    [
      'openAlerts',
      `(select ${jsonList(dialect, bySeverity)} from alerts alert
        where alert.farm_id = page.id and alert.deleted_at is null
          and alert.status in ('open', 'acknowledged', 'in_progress') and not alert.sealed)`,
      'json',
    ],
    [
      'criticalAlerts',
      `(select ${jsonListOf(dialect, jsonList(dialect, ['about.flock_id', 'about.barn_id', 'about.key']))}
        from (
          select distinct alert.flock_id, alert.barn_id, alert.source ->> 'key' as key
          from alerts alert
          where alert.farm_id = page.id and alert.deleted_at is null
            and alert.status in ('open', 'acknowledged', 'in_progress') and not alert.sealed
            and alert.severity = 'critical'
            and (alert.flock_id is not null or alert.barn_id is not null)
        ) about)`,
      'json',
    ],
    [
      'overdueTasks',
      `(select count(*) from tasks task
        where task.farm_id = page.id and task.deleted_at is null
          and task.status in ('open', 'in_progress', 'blocked') and task.due_date < page.day)`,
      'integer',
    ],
    [
      'unansweredQuestions',
      `(select count(*) from field_reports report
        where report.farm_id = page.id and report.deleted_at is null
          and report.is_question = true and report.status in ('new', 'in_review')
          and (report.reply_text is null or report.reply_text = ''))`,
      'integer',
    ],
  ];
}

/** The counts of each of the farms. */
export function listFarmCounts(connection: Connection, query: PortfolioDays): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      with page as materialized (${farmDays(dialect, query)})
      select ${farmTextOf(dialect, 'page.id', countColumns(dialect))} from page`,
  );
}

/** Income and expenses of a farm in its last 30 days, today included; 0 without records. */
export interface FarmMoneyRow {
  readonly id: string;
  readonly revenue: number;
  readonly feed: number;
  readonly chicks: number;
  readonly treatments: number;
  readonly expenses: number;
  /** Whether the farm has any amount of money on record, of whatever day. */
  readonly isRecorded: boolean;
}

const DELIVERY_COST =
  'coalesce(delivery.total_cost, delivery.quantity_kg / 1000 * delivery.price_per_ton)';
const SALE_AMOUNT = 'coalesce(sale.total_amount, sale.total_weight_kg * sale.price_per_kg)';
const CHICK_COST = 'coalesce(flock.order_total, flock.chicks_received * flock.price_per_chick)';

/** Whether other records of the flock of an expense already contain the same cost. */
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
  ['revenue', ofMonth('sales sale', SALE_AMOUNT), 'money'],
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
  [
    'isRecorded',
    [
      hasAmount('sales sale', SALE_AMOUNT),
      hasAmount('feed_deliveries delivery', DELIVERY_COST),
      hasAmount('flocks flock', CHICK_COST, "flock.status not in ('planned', 'cancelled')"),
      hasAmount('treatments treatment', 'treatment.cost'),
      hasAmount('expenses expense', 'expense.amount'),
    ].join(' or '),
    'boolean',
  ],
];

function hasAmount(table: string, amount: string, condition = 'true'): string {
  const alias = table.slice(table.indexOf(' ') + 1);
  return `exists (
    select 1 from ${table}
    where ${alias}.farm_id = page.id and ${alias}.deleted_at is null
      and (${amount}) is not null and ${condition})`;
}

function ofMonth(table: string, amount: string, condition?: string): string {
  const alias = table.slice(table.indexOf(' ') + 1);
  return `coalesce((
    select sum(${amount}) from ${table}
    where ${alias}.farm_id = page.id and ${alias}.deleted_at is null
      and ${alias}.date between page.month and page.day
      ${condition === undefined ? '' : `and ${condition}`}), 0)`;
}

/**
 * Income and expenses of each of the farms in its last 30 days. Amounts count once: an expense is
 * excluded if deliveries, the chick order or treatments of its flock contain a cost.
 */
export function listFarmMoney(connection: Connection, query: PortfolioDays): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      with page as materialized (${farmDays(dialect, query)})
      select ${farmTextOf(dialect, 'page.id', MONEY)} from page`,
  );
}
