import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { RequestContext } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { isMeasuredCell } from '../table-files/table.ts';
import type { ImportBody } from './build-bodies.ts';
import {
  type ImportOptions,
  type ImportReport,
  type ReportBuilder,
  type RowIssue,
  type RowOutcome,
  rowIssues,
  startReport,
} from './import-report.ts';
import type { ImportColumn } from './match-columns.ts';
import type { OmittedRow } from './set-aside.ts';
import {
  type ImportProgress,
  importProgressOf,
  type RowWriting,
  writeImportRows,
} from './write-rows.ts';

/** Callbacks during an import. */
export interface ImportListener {
  onProgress(progress: {
    readonly phase: 'checking' | 'writing';
    readonly done: number;
    readonly rows: number;
  }): void;
  /** A rejected row, with its cells as in the file. */
  onRejected(rejected: {
    readonly row: number;
    readonly line: number;
    readonly cells: readonly unknown[];
    readonly issues: readonly RowIssue[];
  }): void;
}

/** A parsed import, ready to run. */
export interface ReadImport {
  readonly definition: RowWriting['definition'];
  readonly call: RequestContext;
  readonly options: ImportOptions;
  readonly columns: readonly ImportColumn[];
  readonly bodies: readonly ImportBody[];
  /** File rows that are not table rows. */
  readonly omitted: readonly OmittedRow[];
}

interface Running extends ReadImport {
  readonly runtime: Runtime;
  readonly audit: AuditTrail;
  readonly listener: ImportListener;
  readonly progress: ImportProgress;
  readonly report: ReportBuilder;
  readonly writing: RowWriting;
  /** Whether this request has written something, not an earlier one with the same key. */
  readonly state: { hasWritten: boolean };
}

/** The result of an import; `isReplayed` when all of it was done earlier with the same key. */
export interface ImportResult {
  readonly report: ImportReport;
  readonly isReplayed: boolean;
}

const UNDONE = new Error('what was written is not kept');

/**
 * Runs an import in batches, each in its own transaction, so that other writers do not wait long.
 * With `onError=abort`, all rows are first checked in transactions that are rolled back; an import
 * of one batch is committed or rolled back as a whole.
 */
export async function runImport(
  equipment: { readonly runtime: Runtime; readonly audit: AuditTrail },
  read: ReadImport,
  listener: ImportListener,
): Promise<ImportResult> {
  const { runtime, audit } = equipment;
  const { call, options } = read;
  const progress = importProgressOf(runtime, call);
  const isBegun = (await progress.find(runtime.database, 0)) !== undefined;
  const base = { ...read, ...equipment, listener, progress, state: { hasWritten: false } };
  const checked = needsCheck(read, isBegun)
    ? await checkAll(startRun({ ...base, runtime: rehearsalOf(runtime) }))
    : undefined;
  const isDone = checked !== undefined && (options.isDryRun || !checked.ok);
  const report = isDone ? checked : await writeAll(startRun(base));
  if (!base.state.hasWritten) audit.note(call, { status: 200 });
  const isReplayed = !isDone && !base.state.hasWritten && report.stored + report.updated > 0;
  return { report, isReplayed };
}

/** A runtime without side effects and reports, for rows that are rolled back. */
function rehearsalOf({ runSideEffects: _, ...runtime }: Runtime): Runtime {
  return { ...runtime, isRehearsal: true };
}

/** Starts a pass over the rows with new counts. */
function startRun(base: Omit<Running, 'report' | 'writing'>): Running {
  const { definition, options, columns, bodies, omitted, runtime, call } = base;
  const { name: resource } = definition;
  const report = startReport({
    resource,
    isDryRun: options.isDryRun,
    rows: bodies.length,
    columns,
    omitted,
  });
  return { ...base, report, writing: { runtime, definition, call, options, written: new Map() } };
}

function needsCheck(read: ReadImport, isBegun: boolean): boolean {
  if (read.options.isDryRun) return true;
  return read.options.onError === 'abort' && !isBegun && !isAtOnce(read);
}

/** Whether all rows are written in one transaction. */
function isAtOnce({ bodies }: ReadImport): boolean {
  return bodies.length <= limits.importRowsPerCommit;
}

async function checkAll(running: Running): Promise<ImportReport> {
  const { report, options } = running;
  for (const batch of portionsOf(running)) {
    const outcomes = await checkPortion(running, batch);
    reportProgress(running, { ...batch, outcomes, phase: 'checking' });
  }
  return report.build({ isUndone: !options.isDryRun });
}

/** Number of attempts per batch; each waits for locks as long as a request does. */
const MOST_TRIES = 5;

/**
 * Runs a batch transaction, retrying on lock timeouts: an import that has stored part of a file
 * must not fail because a large farm is being evaluated.
 */
async function inPortion<T>(
  { database }: Pick<Runtime, 'database'>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction(work);
    } catch (error) {
      const isBusy = error instanceof FarmError && error.code === 'database_busy';
      if (!isBusy || tries >= MOST_TRIES) throw error;
    }
  }
}

/** Writes rows and rolls them back, so that every error of the real write is found. */
function checkPortion(
  { runtime, writing }: Running,
  { bodies }: Portion,
): Promise<readonly RowOutcome[]> {
  return inPortion(runtime, (transaction) =>
    undoable(transaction, async () => ({
      outcomes: await writeImportRows(transaction, bodies, writing),
      isKept: false,
    })),
  );
}

async function writeAll(running: Running): Promise<ImportReport> {
  const { report, options } = running;
  for (const batch of portionsOf(running)) {
    const outcomes = await writePortion(running, batch);
    reportProgress(running, { ...batch, outcomes, phase: 'writing' });
  }
  const isWhole = options.onError === 'abort' && isAtOnce(running);
  return report.build({ isUndone: isWhole && !report.build().ok });
}

/** Writes a batch with its stored report and, with the first one, the audit entry. */
async function writePortion(
  running: Running,
  { bodies, index }: Portion,
): Promise<readonly RowOutcome[]> {
  const { runtime, progress, writing, options } = running;
  const isWhole = options.onError === 'abort' && isAtOnce(running);
  let isWritten = false;
  const outcomes = await inPortion(runtime, async (transaction) => {
    await progress.hold(transaction, index);
    const before = await progress.find(transaction, index);
    if (before !== undefined) {
      const earlier = await restoreDeleted(transaction, JSON.parse(before), { bodies, writing });
      isWritten = earlier.isChanged;
      if (isWritten) await recordWritten(transaction, running, { index, ...earlier });
      return earlier.outcomes;
    }
    return undoable(transaction, async () => {
      const outcomes = await writeImportRows(transaction, bodies, writing);
      const isKept = !(isWhole && outcomes.some(({ kind }) => kind === 'rejected'));
      isWritten = isKept && outcomes.some(isChange);
      if (isWritten) await recordWritten(transaction, running, { index, outcomes });
      return { outcomes, isKept };
    });
  });
  running.state.hasWritten ||= isWritten;
  return outcomes;
}

/**
 * Refreshes the stored outcome of a batch written by an earlier request: existing rows are counted,
 * and rows deleted since are stored again.
 */
async function restoreDeleted(
  transaction: Transaction,
  before: readonly RowOutcome[],
  { bodies, writing }: Pick<Portion, 'bodies'> & Pick<Running, 'writing'>,
): Promise<{ readonly outcomes: readonly RowOutcome[]; readonly isChanged: boolean }> {
  const ids = before.flatMap((outcome) => ('id' in outcome ? [outcome.id] : []));
  const { definition, call } = writing;
  const scope = { orgId: call.actor.orgId, farmIds: 'all' } as const;
  const existing = await listRowsByText(transaction, definition, {
    scope,
    field: 'id',
    texts: ids,
  });
  const existingIds = new Set(
    existing.map((json) => (JSON.parse(json) as { readonly id: string }).id),
  );
  const isGone = (outcome: RowOutcome) => 'id' in outcome && !existingIds.has(outcome.id);
  const deletedBodies = before.flatMap((outcome, index) =>
    isGone(outcome) ? (bodies[index] ?? []) : [],
  );
  const rewritten = [...(await writeImportRows(transaction, deletedBodies, writing))];
  const outcomes = before.map((outcome) => {
    const earlier = 'id' in outcome ? { ...outcome, isEarlier: true } : outcome;
    return isGone(outcome) ? (rewritten.shift() ?? earlier) : earlier;
  });
  return { outcomes, isChanged: deletedBodies.length > 0 };
}

async function recordWritten(
  transaction: Transaction,
  { progress, audit, call, state }: Running,
  { index, outcomes }: { readonly index: number; readonly outcomes: readonly RowOutcome[] },
): Promise<void> {
  await progress.keep(transaction, index, JSON.stringify(outcomes));
  if (!state.hasWritten) await audit.write(transaction, call, { status: 200 });
}

/** Runs the work and rolls it back unless it is to be committed. */
async function undoable(
  transaction: Transaction,
  work: () => Promise<{ readonly outcomes: readonly RowOutcome[]; readonly isKept: boolean }>,
): Promise<readonly RowOutcome[]> {
  let outcomes: readonly RowOutcome[] = [];
  await transaction
    .savepoint(async () => {
      const result = await work();
      outcomes = result.outcomes;
      if (!result.isKept) throw UNDONE;
    })
    .catch((error: unknown) => {
      if (error !== UNDONE) throw error;
    });
  return outcomes;
}

function isChange({ kind }: RowOutcome): boolean {
  return kind === 'stored' || kind === 'updated';
}

interface Portion {
  readonly bodies: readonly ImportBody[];
  readonly index: number;
  /** Rows processed up to the end of the batch. */
  readonly done: number;
}

function* portionsOf({ bodies }: ReadImport): Generator<Portion> {
  const size = limits.importRowsPerCommit;
  for (let from = 0, index = 0; from < bodies.length; from += size, index++) {
    const batch = bodies.slice(from, from + size);
    yield { bodies: batch, index, done: from + batch.length };
  }
}

/** Counts the outcomes of a batch and reports them. */
function reportProgress(
  { report, listener, columns, bodies: all }: Running,
  {
    bodies,
    outcomes,
    done,
    phase,
  }: Portion & {
    readonly outcomes: readonly RowOutcome[];
    readonly phase: 'checking' | 'writing';
  },
): void {
  for (const [index, body] of bodies.entries()) {
    const outcome = outcomes[index];
    if (!outcome) continue;
    report.add(body, outcome);
    if (outcome.kind !== 'rejected') continue;
    const { row, line } = body;
    const cells = body.cells.map(shownCell);
    const issues = rowIssues(body, outcome.issues, columns);
    listener.onRejected({ row, line, cells, issues });
  }
  listener.onProgress({ phase, done, rows: all.length });
}

/** A cell as text: a sheet time is shown as its local time. */
function shownCell(cell: unknown): unknown {
  if (isMeasuredCell(cell)) return `${cell.number} ${cell.unit}`;
  if (!(cell instanceof Date) || Number.isNaN(cell.getTime())) return cell;
  const [day, time = ''] = cell.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`;
}
