import type { Database } from '../../storage/database.ts';

/** Acknowledged commits that the database does not hold, which no walk along a chain can show. */
export interface LostCommits {
  readonly lostCommits?: { readonly commits: number; readonly lastAcknowledgedAt: string };
}

/** What a walk along the chain found; not ok while acknowledged commits are missing. */
export function withLostCommits<T extends { readonly ok: boolean }>(
  chain: T,
  { condition }: Pick<Database, 'condition'>,
): T & LostCommits {
  const loss = condition?.loss();
  if (!loss) return chain;
  const { commits, lastAcknowledgedAt } = loss;
  return { ...chain, ok: false, lostCommits: { commits, lastAcknowledgedAt } };
}
