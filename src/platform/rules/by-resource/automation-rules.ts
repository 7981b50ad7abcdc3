import { actionIssues } from '../action-issues.ts';
import type { ResourceRules } from '../resource-rules.ts';
import { triggerIssues } from '../trigger-issues.ts';

export const automationRules: ResourceRules = {
  check: ({ after }, { zone }) => [
    ...triggerIssues(after['trigger']),
    ...actionIssues(after['action'], zone),
  ],
};
