import type { Issue } from '../../model/errors.ts';
import type { RuleChange } from './resource-rules.ts';

/** The issue of a change of `status` that the resource does not allow; the same value is none. */
export function transitionIssues({ definition, before, after }: RuleChange): Issue[] {
  if (!before || !definition.transitions) return [];
  const from = before['status'];
  const to = after['status'];
  if (typeof from !== 'string' || typeof to !== 'string' || from === to) return [];
  const allowed = definition.transitions[from] ?? [];
  if (allowed.includes(to)) return [];
  const next = allowed.length > 0 ? allowed.join(', ') : 'nothing';
  return [
    {
      path: 'status',
      code: 'forbidden_transition',
      message: `status cannot go from ${from} to ${to}; from ${from} it can go to ${next}.`,
      allowed,
    },
  ];
}
