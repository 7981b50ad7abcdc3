import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import type { ObjectColumn } from '../records/select-objects.ts';
import { farmDays, type PortfolioDays } from './farm-days.ts';
import { type FarmText, farmTextOf, selectFarmTexts } from './farm-texts.ts';
import { jsonList, jsonListOf } from './json-list.ts';

/** What is on a farm and what is open there, counted. */
export interface FarmCounts {
  readonly id: string;
  /** The capacity is null where no barn has one; measured is one with both capacity and area. */
  readonly barns: readonly [count: number, capacity: number | null, measured: number];
  readonly contacts: number;
  readonly openAlerts: readonly [critical: number, warning: number, info: number];
  /** What the open critical alerts are about; null without one. */
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
          and alert.status in ('open', 'acknowledged', 'in_progress'))`,
      'json',
    ],
    [
      'criticalAlerts',
      `(select ${jsonListOf(dialect, jsonList(dialect, ['about.flock_id', 'about.barn_id', 'about.key']))}
        from (
          select distinct alert.flock_id, alert.barn_id, alert.source ->> 'key' as key
          from alerts alert
          where alert.farm_id = page.id and alert.deleted_at is null
            and alert.status in ('open', 'acknowledged', 'in_progress')
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

/** What is on each of the farms, and open there. */
export function listFarmCounts(connection: Connection, asked: PortfolioDays): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      with page as materialized (${farmDays(dialect, asked)})
      select ${farmTextOf(dialect, 'page.id', countColumns(dialect))} from page`,
  );
}
