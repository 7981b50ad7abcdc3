import type { ResourceName } from '../../model/registry.ts';
import { groupBy } from '../../tools/collections.ts';
import type { ActivityChange, ActivityRule } from './activity-rule.ts';
import { activityRules } from './activity-rules.ts';

const rulesOf = groupBy(activityRules, ({ resource }) => resource);

/** The rule by which a change is told of; undefined for what the log does not tell. */
export function findActivity(change: ActivityChange): ActivityRule | undefined {
  return rulesOf.get(change.resource)?.find((rule) => rule.applies(change));
}

/** Whether the log tells anything at all of a resource. */
export function isTold(resource: ResourceName): boolean {
  return rulesOf.has(resource);
}
