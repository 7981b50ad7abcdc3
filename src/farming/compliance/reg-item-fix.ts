import type { StoredOf } from '../../model/registry.ts';
import type { Fix } from '../insights/section.ts';

/** Where a regulation item goes from its status when somebody takes care of it. */
const NEXT: Readonly<Record<string, string>> = {
  upcoming: 'due',
  due: 'submitted',
  overdue: 'submitted',
  rejected: 'due',
  expired: 'due',
};

/** The call that takes a regulation item one step on. */
export function regItemFix({ id, status }: StoredOf<'reg-items'>): Fix {
  const next = NEXT[status ?? ''] ?? 'due';
  return { method: 'PATCH', path: `/reg-items/${id}`, body: { status: next } };
}
