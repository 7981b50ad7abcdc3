import { mapById } from '../../tools/collections.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** Who a task is for, by name: assignees are names already, or ids of users and contacts. */
export function assigneeName(
  assignee: string | null,
  { users, contacts }: FarmSnapshot<'users' | 'contacts'>,
): string | null {
  if (assignee === null) return null;
  return mapById(users).get(assignee)?.name ?? mapById(contacts).get(assignee)?.name ?? assignee;
}
