import type { ResourceRules } from '../resource-rules.ts';
import { hasChanged, leavesStatus } from '../row-change.ts';
import { stampEntry } from '../status-stamps.ts';

/** The day a regulation item was approved. */
export const regItemRules: ResourceRules = {
  fill(change, { today }) {
    // What was approved and has expired is due anew, and not completed until it is approved again.
    const isNewRound = leavesStatus(change, ['expired']) && !hasChanged(change, ['completedAt']);
    if (isNewRound && change.after['status'] === 'due') return { completedAt: null };
    return stampEntry(change, { field: 'completedAt', statuses: ['approved'], value: today });
  },
};
