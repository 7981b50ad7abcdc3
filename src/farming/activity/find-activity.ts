import type { ActivityChange, ActivityRule } from './activity-rule.ts';
import { activityRules } from './activity-rules.ts';

/** The rule by which a change is told of; undefined for what the log does not tell. */
export function findActivity(change: ActivityChange): ActivityRule | undefined {
  return activityRules.find((rule) => rule.resource === change.resource && rule.applies(change));
}
