import type { ResourceRules } from '../resource-rules.ts';
import { entersStatus } from '../row-change.ts';

/** Somebody who puts an integration back to work has seen to its errors: they are of the past. */
export const integrationRules: ResourceRules = {
  fill(change) {
    const isBack = change.before !== undefined && entersStatus(change, ['active', 'pending']);
    return isBack ? { lastError: null, lastErrorAt: null, consecutiveFailures: 0 } : {};
  },
};
