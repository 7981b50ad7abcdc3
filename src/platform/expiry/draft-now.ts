import type { StoredRow } from '../../storage/records/stored-row.ts';
import { type FarmPresent, rowNow } from './row-now.ts';

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
