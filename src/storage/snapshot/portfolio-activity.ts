import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import type { ObjectColumn } from '../records/select-objects.ts';
import { farmDays, type PortfolioDays } from './farm-days.ts';
import { type FarmText, farmTextOf, selectFarmTexts } from './farm-texts.ts';

/** When somebody last did something on a farm. */
export interface FarmActivity {
  /**
   * When the newest field report, task, medium or entry of the activity log was made, or the newest
   * daily log last changed; null when there is none of them.
   */
  readonly lastActivityAt: string | null;
}

/** Rows that people make, and the newest daily log: each answered by the end of an index. */
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

/** When somebody last did something on each of the farms. */
export function listFarmActivity(
  connection: Connection,
  asked: PortfolioDays,
): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      with page as materialized (${farmDays(dialect, asked)})
      select ${farmTextOf(dialect, 'page.id', ACTIVITY)} from page`,
  );
}
