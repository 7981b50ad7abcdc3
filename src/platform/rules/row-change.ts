import { isSame } from '../events/emissions.ts';
import type { RuleChange } from './resource-rules.ts';

type Rows = Pick<RuleChange, 'before' | 'after'>;

/** Whether the row is new, or one of the fields holds something else than before. */
export function hasChanged({ before, after }: Rows, fields: readonly string[]): boolean {
  return !before || fields.some((name) => !isSame(before[name], after[name]));
}

/** Whether the status becomes one of these, on a new row or by a change from another. */
export function entersStatus({ before, after }: Rows, statuses: readonly string[]): boolean {
  return isOneOf(after, statuses) && !isOneOf(before, statuses);
}

/** Whether the status was one of these and no longer is. */
export function leavesStatus({ before, after }: Rows, statuses: readonly string[]): boolean {
  return isOneOf(before, statuses) && !isOneOf(after, statuses);
}

function isOneOf(row: Rows['before'], statuses: readonly string[]): boolean {
  return typeof row?.['status'] === 'string' && statuses.includes(row['status']);
}
