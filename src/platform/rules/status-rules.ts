import type { Issue } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { MINUTE_MILLIS } from '../../tools/calendar.ts';
import type { RuleChange } from '../core/resource-rules.ts';
import { entersStatus, isSame, leavesStatus } from '../core/row-change.ts';

/** A field that tells when a row came into a status. */
export interface StatusStamp {
  readonly field: string;
  readonly statuses: readonly string[];
  /** The instant or day of the change. */
  readonly value: string;
}

export type Filled = Readonly<Record<string, unknown>>;

/** The field as it is set on the way into the status, unless it holds a value already. */
export function stampEntry(change: RuleChange, stamp: StatusStamp): Filled {
  const isEmpty = (change.after[stamp.field] ?? null) === null;
  return isEmpty && entersStatus(change, stamp.statuses) ? { [stamp.field]: stamp.value } : {};
}

/** Like `stampEntry`, and emptied on the way out, unless the change brings a value of its own. */
export function stampStay(change: RuleChange, stamp: StatusStamp): Filled {
  const { before, after } = change;
  const isBrought = !isSame(before?.[stamp.field], after[stamp.field]);
  if (!isBrought && leavesStatus(change, stamp.statuses)) return { [stamp.field]: null };
  return stampEntry(change, stamp);
}

/** The issue of a status that its surroundings forbid; the reason is the rest of the sentence. */
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

/** The present of a farm. */
export interface FarmPresent {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The farm's calendar day at `now`. */
  readonly today: string;
}

/**
 * The row with the status that time has given it, whether or not anybody has written it yet; the
 * same row where time has done nothing.
 */
export function rowNow(
  { name }: { readonly name: string },
  row: StoredRow,
  present: FarmPresent,
): StoredRow {
  // What lies in a sealed case file stays as it was.
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

/** A row that is about to be changed, and what it would become. */
export interface DatedDraft {
  /** The row as time has left it. */
  readonly before: StoredRow;
  readonly after: StoredRow;
}

/**
 * A change of a row whose time may have come without anybody having written it yet: it starts from
 * the status that time gave it, by the dates it has after the change. The status that still stands
 * there, sent back, asks for nothing.
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
  const asked = changes['status'] ?? stored;
  return {
    before: { ...before, status },
    after: { ...before, ...changes, status: asked === stored ? status : asked },
  };
}
