import { formatInstant } from '../../../tools/calendar.ts';
import type { ResourceRules } from '../resource-rules.ts';
import { leavesStatus } from '../row-change.ts';
import { stampEntry } from '../status-stamps.ts';

/** Modes in which nobody has to approve the command. */
const UNATTENDED = ['auto', 'manual'];

/** Which commands wait for approval, and when one was sent and executed. */
export const controllerCommandRules: ResourceRules = {
  fill(change, context) {
    const { mode, status } = change.after;
    const value = formatInstant(context.now);
    const isRetry = leavesStatus(change, ['failed']);
    return {
      status: status ?? (UNATTENDED.includes(String(mode)) ? 'approved' : 'pending'),
      ...(isRetry ? { sentAt: null, error: null } : {}),
      ...stampEntry(change, { field: 'sentAt', statuses: ['sent'], value }),
      ...stampEntry(change, { field: 'executedAt', statuses: ['executed'], value }),
    };
  },
};
