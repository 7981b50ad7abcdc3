import type { StoredOf } from '../../model/registry.ts';

const OPEN: readonly (string | null)[] = ['open', 'acknowledged', 'in_progress'];

/** Whether an alert still waits for somebody. */
export function isOpenAlert({ status }: StoredOf<'alerts'>): boolean {
  return OPEN.includes(status);
}
