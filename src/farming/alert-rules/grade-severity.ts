import type { RuleFinding } from './alert-rule.ts';

/** The worse of two conditions that holds; null where neither does. */
export function gradeSeverity(isCritical: boolean, isWarning: boolean): RuleFinding['severity'] {
  if (isCritical) return 'critical';
  return isWarning ? 'warning' : null;
}
