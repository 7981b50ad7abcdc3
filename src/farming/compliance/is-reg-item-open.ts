import type { StoredOf } from '../../model/registry.ts';

const TO_BE_DONE: readonly string[] = ['upcoming', 'due', 'rejected', 'overdue'];

/** Whether a regulation item is still to be done: neither handed in, granted nor completed. */
export function isRegItemOpen({ status, completedAt }: StoredOf<'reg-items'>): boolean {
  return TO_BE_DONE.includes(status ?? '') && completedAt === null;
}
