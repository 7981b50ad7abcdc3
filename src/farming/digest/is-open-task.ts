import type { StoredOf } from '../../model/registry.ts';

const OPEN: readonly (string | null)[] = ['open', 'in_progress', 'blocked'];

/** Whether a task is to be done still. */
export function isOpenTask({ status }: StoredOf<'tasks'>): boolean {
  return OPEN.includes(status);
}
