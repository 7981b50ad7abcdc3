import { isSame } from '../events/emissions.ts';
import type { RuleChange } from './resource-rules.ts';
import { entersStatus, leavesStatus } from './row-change.ts';

/** A field that tells when a row came into a status. */
export interface StatusStamp {
  readonly field: string;
  readonly statuses: readonly string[];
  /** The instant or day of the change. */
  readonly value: string;
}

type Filled = Readonly<Record<string, unknown>>;

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
