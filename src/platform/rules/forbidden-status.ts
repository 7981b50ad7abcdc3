import type { Issue } from '../../model/errors.ts';
import type { RuleChange } from './resource-rules.ts';

/** The issue of a status that its surroundings forbid; the reason is the rest of the sentence. */
export function forbiddenStatus(
  { before, after }: Pick<RuleChange, 'before' | 'after'>,
  reason: string,
): Issue {
  const [from, to] = [before?.['status'] ?? after['status'], after['status']];
  const step = from === to ? `be ${to}` : `go from ${from} to ${to}`;
  return {
    path: 'status',
    code: 'forbidden_transition',
    message: `status cannot ${step}: ${reason}.`,
  };
}
