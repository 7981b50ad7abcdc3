import type { StoredRow } from '../../storage/records/stored-row.ts';
import { type ExpiryRule, expiryRules } from './expiry-rules.ts';

/** The present of a farm. */
export interface FarmPresent {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The farm's calendar day at `now`. */
  readonly today: string;
}

const MINUTE_MILLIS = 60_000;

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
