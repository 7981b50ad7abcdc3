/** The rules under which automations raise alerts. */
export type AutomationAlertRule = 'automation' | 'automation_approval' | 'automation_loop';

/**
 * The key under which an alert of automations is open: of a condition the automation in its barn,
 * of a command that waits for a yes the command, of a loop the barn.
 */
export function automationAlertKey(rule: AutomationAlertRule, ...ids: readonly string[]): string {
  return [rule, ...ids].join('|');
}
