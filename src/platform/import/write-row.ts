import { FarmError, type Issue, issueCodes } from '../../model/errors.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Transaction } from '../../storage/database.ts';
import { createRecord } from '../records/create-record.ts';
import { updateRecord } from '../records/update-record.ts';
import type { Call } from '../requests/call.ts';
import { queryOf } from '../requests/query.ts';
import type { Runtime } from '../runtime.ts';
import type { ImportBody } from './build-bodies.ts';
import type { ImportOptions } from './import-options.ts';
import type { RowOutcome } from './import-report.ts';
import { naturalKey } from './natural-keys.ts';

/** What the rows of an import have in common while they are written. */
export interface RowWriting {
  readonly runtime: Runtime;
  readonly definition: ResourceDefinition;
  readonly call: Call;
  readonly options: ImportOptions;
  /** The rows of the file that stand already, or would, by what tells them apart. */
  readonly written: Map<string, number>;
}

/** Writes one row as a call of its own would: checked, told of, and with all that follows from it. */
export async function writeImportRow(
  transaction: Transaction,
  read: ImportBody,
  writing: RowWriting,
): Promise<RowOutcome> {
  if (read.issues.length > 0) return { kind: 'rejected', issues: read.issues };
  const key = naturalKey(writing.definition.name, read);
  const twin = key === undefined ? undefined : writing.written.get(key);
  const { onDuplicate } = writing.options;
  if (twin !== undefined && onDuplicate === 'skip') return { kind: 'skipped' };
  if (twin !== undefined && onDuplicate === 'error')
    return { kind: 'rejected', issues: [twinIssue(twin)] };
  const outcome = await createOrMeet(transaction, read, writing);
  if (key !== undefined && outcome.kind !== 'rejected') writing.written.set(key, read.row);
  // Of a check the earlier row is gone again, and nothing was met.
  return twin !== undefined && outcome.kind === 'stored'
    ? { ...outcome, kind: 'updated' }
    : outcome;
}

function twinIssue(row: number): Issue {
  const message = `Row ${row} of the file is about the same; one of them is enough.`;
  return { path: 'row', code: 'duplicate', message };
}

async function createOrMeet(
  transaction: Transaction,
  { body }: ImportBody,
  { runtime, definition, call, options }: RowWriting,
): Promise<RowOutcome> {
  const ofRow = rowCall(call, options.farmId);
  const create = { definition, call: ofRow, body: () => body };
  const issues = await issuesOf(transaction, () => createRecord(runtime, transaction, create));
  if (issues === undefined) {
    const named = body['farmId'];
    const { farmId, rowId = '' } = ofRow.subject;
    const isMoved = typeof named === 'string' && farmId !== undefined && named !== farmId;
    return { kind: 'stored', id: rowId, ...(isMoved ? { isMoved } : {}) };
  }
  const id = standingId(issues);
  if (id === undefined || options.onDuplicate === 'error') return { kind: 'rejected', issues };
  if (options.onDuplicate === 'skip') return { kind: 'skipped' };
  const update = { ...create, id };
  const failed = await issuesOf(transaction, () => updateRecord(runtime, transaction, update));
  return failed === undefined ? { kind: 'updated', id } : { kind: 'rejected', issues: failed };
}

/** The call as one about this row alone; that of the import is what is noted of it. */
function rowCall(call: Call, farmId: string | undefined): Call {
  const { idempotency: _, ifMatch: __, ifNoneMatch: ___, ...rest } = call;
  const query = queryOf(farmId === undefined ? [] : [['farmId', farmId]]);
  return { ...rest, subject: {}, query };
}

/** Undefined when it was done; what forbids it otherwise. What is our fault is thrown on. */
async function issuesOf(
  transaction: Transaction,
  work: () => Promise<unknown>,
): Promise<readonly Issue[] | undefined> {
  try {
    await transaction.savepoint(work);
    return undefined;
  } catch (error) {
    if (!(error instanceof FarmError) || error.status >= 500) throw error;
    return error.issues ?? [refusalIssue(error)];
  }
}

/** A refusal that is not about a field. */
function refusalIssue({ code, message }: FarmError): Issue {
  const known = issueCodes.find((candidate) => candidate === code);
  return { path: 'row', code: known ?? 'not_allowed', message };
}

/** The row that stands already, where that is all that is wrong. */
function standingId(issues: readonly Issue[]): string | undefined {
  const [first] = issues;
  const isTwin = issues.every(({ code }) => code === 'duplicate');
  return isTwin ? first?.existingId : undefined;
}
