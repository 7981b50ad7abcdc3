import sql from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import { addDays } from '../../tools/calendar.ts';
import type { Connection } from '../database.ts';
import { visibleAskedRows } from './asked-rows.ts';
import { decidingLog } from './deciding-log.ts';
import type { Scope } from './scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from './select-objects.ts';

/** A weighing of a flock by hand. */
export interface Weighing {
  readonly flockId: string;
  readonly logId: string;
  readonly day: string;
  readonly g: number;
  /** The weight by three agreeing calibrated cameras, where it contradicts `g`. */
  readonly camerasG: number | null;
}

/** Days of a flock whose weighings are to be judged. */
export interface WeighedSpan {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

const WEIGHING: readonly ObjectColumn[] = [
  ['flockId', 'log.flock_id', 'text'],
  ['logId', 'log.id', 'text'],
  ['day', 'log.date', 'date'],
  ['g', 'log.avg_weight_gr', 'number'],
  ['camerasG', 'log.cameras_weight_gr', 'number'],
];

/** As far back as weighings are compared with one another. */
const COMPARED_DAYS = 14;

/** The weighings of flocks that the scope sees in their spans and the 14 days before, by day. */
export async function listWeighings(
  connection: Connection,
  scope: Scope,
  spans: readonly WeighedSpan[],
): Promise<Weighing[]> {
  if (spans.length === 0) return [];
  const { dialect } = connection;
  const asked = {
    columns: { id: 'text', first: 'date', last: 'date' },
    rows: spans.map(({ id, from, to }) => [id, addDays(from, -COMPARED_DAYS), to]),
  } as const;
  return selectObjects(
    connection,
    sql`
      with page as (${visibleAskedRows(dialect, flocks, scope, asked)})
      select ${objectOf(dialect, WEIGHING)}
      from page cross join daily_logs log
      where log.flock_id = page.id and log.date between page.first and page.last
        and log.avg_weight_gr > 0 and ${decidingLog('log')}
      order by log.flock_id, log.date`,
  );
}
