import { limits } from '../../model/limits.ts';
import type { ResourceName } from '../../model/registry.ts';

/** A status that a row leaves by itself once its time has come. */
export interface ExpiryRule {
  readonly resource: ResourceName;
  readonly from: string;
  readonly to: string;
  /** The field whose time counts; a row without one stays what it is. */
  readonly field: string;
  /** When: on the day, on the day after, or so many minutes after the instant. Days are the farm's. */
  readonly comes: 'on the day' | 'after the day' | { readonly minutes: number };
}

/** What time does by itself; of a resource in the order in which its statuses follow. */
export const expiryRules: readonly ExpiryRule[] = [
  {
    resource: 'controller-commands',
    from: 'pending',
    to: 'expired',
    // A command that is changed, or tried again, is a new proposal.
    field: 'updatedAt',
    comes: { minutes: limits.commandPendingMinutes },
  },
  { resource: 'tenders', from: 'open', to: 'expired', field: 'deadline', comes: 'after the day' },
  { resource: 'reg-items', from: 'upcoming', to: 'due', field: 'dueDate', comes: 'on the day' },
  { resource: 'reg-items', from: 'due', to: 'overdue', field: 'dueDate', comes: 'after the day' },
  {
    resource: 'reg-items',
    from: 'approved',
    to: 'expired',
    field: 'expiryDate',
    comes: 'after the day',
  },
];
