import { actionIssues } from '../action-issues.ts';
import type { ResourceRules } from '../resource-rules.ts';
import { triggerIssues } from '../trigger-issues.ts';

/** The shapes of the trigger and the action of an automation. */
export const automationRules: ResourceRules = {
  check: ({ after }, { zone }) => [
    ...triggerIssues(after['trigger']),
    ...actionIssues(after['action'], zone),
  ],
};
