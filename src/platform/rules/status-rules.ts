import type { Issue } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { MINUTE_MILLIS } from '../../tools/calendar.ts';
import type { RuleChange } from '../core/resource-rules.ts';
import { entersStatus, isSame, leavesStatus } from '../core/row-change.ts';

/** A field with the time of a status change. */
export interface StatusStamp {
  readonly field: string;
  readonly statuses: readonly string[];
  /** The instant or day of the change. */
  readonly value: string;
}

export type Filled = Readonly<Record<string, unknown>>;

/** Sets the field when the row enters the status, unless it has a value already. */
export function stampEntry(change: RuleChange, stamp: StatusStamp): Filled {
  const isEmpty = (change.after[stamp.field] ?? null) === null;
  return isEmpty && entersStatus(change, stamp.statuses) ? { [stamp.field]: stamp.value } : {};
}

/**
 * Like `stampEntry`, and clears the field when the row leaves the status, unless the change sets a
 * value.
 */
export function stampStay(change: RuleChange, stamp: StatusStamp): Filled {
  const { before, after } = change;
  const isBrought = !isSame(before?.[stamp.field], after[stamp.field]);
  if (!isBrought && leavesStatus(change, stamp.statuses)) return { [stamp.field]: null };
  return stampEntry(change, stamp);
}

/** The issue of a status that is not allowed; `reason` completes the sentence. */
export function forbiddenStatus(
  { before, after }: Pick<RuleChange, 'before' | 'after'>,
  reason: string,
): Issue {
  const [from, to] = [before?.['status'] ?? after['status'], after['status']];
  const step = from === to ? `be ${to}` : `go from ${from} to ${to}`;
  return {
    path: 'status',
    code: 'forbidden_transition',
    message: `status cannot ${step}: ${reason}.`,
  };
}

/** An automatic status change at a certain time. */
export interface ExpiryRule {
  readonly resource: ResourceName;
  readonly from: string;
  readonly to: string;
  /** The field with the time; rows without a value are unchanged. */
  readonly field: string;
  /**
   * When: on the day, on the day after, or a number of minutes after the instant. Days are in the
   * farm's zone.
   */
  readonly comes: 'on the day' | 'after the day' | { readonly minutes: number };
}

/** All automatic status changes; for a resource, in the order of its statuses. */
export const expiryRules: readonly ExpiryRule[] = [
  {
    resource: 'controller-commands',
    from: 'pending',
    to: 'expired',
    // A changed or retried command is a new proposal.
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

/** The current time of a farm. */
export interface FarmPresent {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The farm's calendar day at `now`. */
  readonly today: string;
}

/**
 * Applies automatic status changes that are due but not yet written; returns the same row when
 * there are none.
 */
export function rowNow(
  { name }: { readonly name: string },
  row: StoredRow,
  present: FarmPresent,
): StoredRow {
  // Rows in a sealed case file are immutable.
  if (row['sealed'] === true) return row;
  let status = row['status'];
  for (const rule of expiryRules) {
    if (rule.resource !== name || rule.from !== status) continue;
    if (hasCome(rule, row, present)) status = rule.to;
  }
  return status === row['status'] ? row : { ...row, status };
}

function hasCome({ field, comes }: ExpiryRule, row: StoredRow, present: FarmPresent): boolean {
  const value = row[field];
  if (typeof value !== 'string') return false;
  if (typeof comes === 'object') {
    return Date.parse(value) + comes.minutes * MINUTE_MILLIS < present.now;
  }
  return comes === 'on the day' ? value <= present.today : value < present.today;
}

/** A row to be changed, and its state after the change. */
export interface DatedDraft {
  /** The row with due automatic changes applied. */
  readonly before: StoredRow;
  readonly after: StoredRow;
}

/**
 * A change to a row with automatic changes that are due but not yet written: it starts from the
 * resulting status, based on the dates after the change. Sending back the stored status is not a
 * change.
 */
export function draftNow(
  definition: { readonly name: string },
  input: { readonly before: StoredRow; readonly changes: Readonly<Record<string, unknown>> },
  present: FarmPresent,
): DatedDraft {
  const { before, changes } = input;
  const stored = before['status'];
  const dated = { ...before, ...changes, status: stored };
  const { status } = rowNow(definition, dated, present);
  if (status === stored) return { before, after: { ...before, ...changes } };
  const requested = changes['status'] ?? stored;
  return {
    before: { ...before, status },
    after: { ...before, ...changes, status: requested === stored ? status : requested },
  };
}
