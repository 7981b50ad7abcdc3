import { PAGE_ROWS, type TaskQuery } from '../stages/task-table.ts';

/** The page with the first requested row, for a peer that counts pages instead of rows. */
export function wholePage(query: TaskQuery): TaskQuery {
  return { ...query, offset: Math.floor(query.offset / PAGE_ROWS) * PAGE_ROWS };
}
