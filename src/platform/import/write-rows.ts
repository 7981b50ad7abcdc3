import { createHash } from 'node:crypto';
import { FarmError, type Issue, issueCodes, reason } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import { rememberReads } from '../../storage/core/query-cache.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { nextTurn } from '../../storage/core/slices.ts';
import { findStoredAnswer, storeAnswer } from '../../storage/system/request-state.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { scopeOf } from '../core/actor.ts';
import { lockForWrites } from '../core/lock-order.ts';
import { queryOf, type RequestContext } from '../core/request-context.ts';
import { judgingCall } from '../core/resource-rules.ts';
import type { Runtime } from '../core/runtime.ts';
import { createRecord } from '../records/create-record.ts';
import { updateRecord } from '../records/update-record.ts';
import type { ImportBody } from './build-bodies.ts';
import { type CollectedRows, collectRows } from './collect-rows.ts';
import type { ImportOptions, RowOutcome } from './import-report.ts';
import { preloadLogs } from './preload-logs.ts';

/** The common context of writing import rows. */
export interface RowWriting {
  readonly runtime: Runtime;
  readonly definition: ResourceDefinition;
  readonly call: RequestContext;
  readonly options: ImportOptions;
  /** The rows of the file that are stored, or would be, by their natural key or content. */
  readonly written: Map<string, RowPlace>;
}

type RowPlace = Pick<ImportBody, 'row' | 'line'>;

/** Writes rows, each like a separate call: validated, reported, and with all side effects. */
export async function writeImportRows(
  outerTransaction: Transaction,
  bodies: readonly ImportBody[],
  writing: RowWriting,
): Promise<readonly RowOutcome[]> {
  const transaction = rememberReads(outerTransaction);
  const { runtime, call, definition, options } = writing;
  const { farmId } = options;
  const scope = scopeOf(call.actor);
  await lockForWrites(transaction, {
    scope,
    written: [definition.name],
    rows: [],
    sent: [farmId, bodies.map(({ body }) => body)],
  });
  const logs = await preloadLogs(transaction, definition.name, {
    // The import has checked at its start that the farm is within the scope.
    scope: farmId === undefined ? scope : narrowScope(scope, farmId),
    bodies,
    isChanging: options.onDuplicate === 'update',
  });
  const collected = collectRows(transaction, { runtime, call, logs });
  const newPlaces = new Map<string, RowPlace>();
  // Only after commit, so that a retried batch does not find its own rows.
  transaction.afterCommit(() => {
    for (const [key, place] of newPlaces) writing.written.set(key, place);
  });
  const outcomes: RowOutcome[] = [];
  let startedAt = performance.now();
  for (const body of bodies) {
    outcomes.push(await writeRow(collected, body, { ...writing, fresh: newPlaces }));
    if (performance.now() - startedAt < limits.sliceMillis) continue;
    await nextTurn();
    startedAt = performance.now();
  }
  await collected.settle();
  return outcomes;
}

async function writeRow(
  collected: CollectedRows,
  read: ImportBody,
  writing: RowWriting & { readonly fresh: Map<string, RowPlace> },
): Promise<RowOutcome> {
  if (read.issues.length > 0) return { kind: 'rejected', issues: read.issues };
  const key = naturalKey(writing.definition.name, read);
  // Rows without a natural key may still be duplicates.
  const place = key ?? JSON.stringify(read.body);
  const duplicate = writing.fresh.get(place) ?? writing.written.get(place);
  const isSame = key !== undefined;
  const twinOutcome = duplicate && meetTwin({ duplicate, read, isSame }, writing);
  if (twinOutcome) return twinOutcome;
  const outcome = await createOrMeet(collected, read, writing);
  if (outcome.kind !== 'rejected') writing.fresh.set(place, { row: read.row, line: read.line });
  if (!duplicate || outcome.kind === 'rejected') return outcome;
  const isUpdated = isSame && outcome.kind !== 'skipped';
  const repeated = repeatDoubt(
    isUpdated ? 'reason.replacedLine' : 'reason.repeatedLine',
    duplicate,
    read,
  );
  const allDoubts = [...(outcome.doubts ?? []), repeated];
  if (outcome.kind === 'skipped') return { ...outcome, doubts: allDoubts };
  // In a check the earlier row was rolled back, so the outcome is corrected.
  return { ...outcome, ...(isSame ? { kind: 'updated' } : {}), doubts: allDoubts };
}

interface MetTwin {
  readonly duplicate: RowPlace;
  readonly read: ImportBody;
  /** Whether both have the same natural key, such as the log of a day. */
  readonly isSame: boolean;
}

/** The outcome of a row that repeats an earlier one of the file; undefined when it is written. */
function meetTwin(
  { duplicate, read, isSame }: MetTwin,
  { options: { onDuplicate }, call }: RowWriting,
): RowOutcome | undefined {
  if (isSame && onDuplicate === 'skip') {
    return { kind: 'skipped', doubts: [repeatDoubt('reason.keptLine', duplicate, read)] };
  }
  const isRefused = isSame ? onDuplicate === 'error' : call.isStrict === true;
  return isRefused ? { kind: 'rejected', issues: [twinIssue(duplicate.row, read.row)] } : undefined;
}

const REPEATED = {
  'reason.keptLine': 'describes the same record; that one is kept, this one is left out',
  'reason.replacedLine': 'describes the same record; this one replaces it',
  'reason.repeatedLine': 'says the same; delete this one if it was entered twice',
} as const;

/** The doubt about a repeated row, with the outcome of both. */
function repeatDoubt(text: keyof typeof REPEATED, first: RowPlace, second: RowPlace): Issue {
  const message = `Line ${first.line} ${REPEATED[text]}.`;
  const params = { first: String(first.line), second: String(second.line) };
  return { path: 'row', code: 'implausible', message, reason: reason(text, params) };
}

function twinIssue(first: number, second: number): Issue {
  const message = `Rows ${first} and ${second} of the file describe the same record; delete one of them.`;
  return { path: 'row', code: 'duplicate', message, rows: [first, second] };
}

async function createOrMeet(
  collected: CollectedRows,
  { body }: ImportBody,
  { definition, call, options }: RowWriting,
): Promise<RowOutcome> {
  const { call: ofRow, doubts } = rowCall(call, options.farmId);
  const create = { definition, call: ofRow, body: () => body };
  const issues = await issuesOf(() =>
    collected.create((runtime, transaction) => createRecord(runtime, transaction, create)),
  );
  if (issues === undefined) {
    const requestedFarmId = body['farmId'];
    const { farmId, rowId = '' } = ofRow.subject;
    const isMoved =
      typeof requestedFarmId === 'string' && farmId !== undefined && requestedFarmId !== farmId;
    return { kind: 'stored', id: rowId, ...(isMoved ? { isMoved } : {}), ...doubtsOf(doubts) };
  }
  const id = issues.find(({ code }) => code === 'duplicate')?.existingId;
  if (id === undefined) return { kind: 'rejected', issues };
  if (options.onDuplicate === 'error')
    return { kind: 'rejected', issues: issues.map(isDecidedByParameter) };
  if (options.onDuplicate === 'skip') {
    const isTwin = issues.every(({ code }) => code === 'duplicate');
    return isTwin ? { kind: 'skipped' } : { kind: 'rejected', issues };
  }
  const retryCall = rowCall(call, options.farmId);
  let isUnchanged = false;
  const onUnchanged = () => {
    isUnchanged = true;
  };
  const update = { ...create, call: retryCall.call, id, onUnchanged };
  const failed = await issuesOf(() =>
    collected.change(id, (runtime, transaction) => updateRecord(runtime, transaction, update)),
  );
  if (failed !== undefined) return { kind: 'rejected', issues: failed };
  if (isUnchanged) return { kind: 'skipped', ...doubtsOf(retryCall.doubts) };
  return { kind: 'updated', id, ...doubtsOf(retryCall.doubts) };
}

/** The doubts about an accepted row, by field: two attempts do not duplicate them. */
function doubtsOf(doubts: ReadonlyMap<string, Issue>): { readonly doubts?: readonly Issue[] } {
  return doubts.size === 0 ? {} : { doubts: [...doubts.values()] };
}

/** The call for a single row; the subject of the import call is unchanged. */
function rowCall(call: RequestContext, farmId: string | undefined): ReturnType<typeof judgingCall> {
  const { idempotency: _, ifMatch: __, ifNoneMatch: ___, ...rest } = call;
  const query = queryOf(farmId === undefined ? [] : [['farmId', farmId]]);
  return judgingCall({ ...rest, subject: {}, query });
}

/** The conflict with an existing row can be resolved by a parameter. */
function isDecidedByParameter(issue: Issue): Issue {
  return issue.existingId === undefined ? issue : { ...issue, parameters: ['onDuplicate'] };
}

/** Undefined on success, else the issues. Server errors are rethrown. */
async function issuesOf(work: () => Promise<unknown>): Promise<readonly Issue[] | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof FarmError) || error.status >= 500) throw error;
    return error.issues ?? [refusalIssue(error)];
  }
}

/** An issue for an error that does not concern a field. */
function refusalIssue({ code, message }: FarmError): Issue {
  const issueCode = issueCodes.find((candidate) => candidate === code);
  return { path: 'row', code: issueCode ?? 'not_allowed', message };
}

/** The natural keys of resources that allow no duplicate rows. */
const NATURAL_KEYS: Readonly<Record<string, readonly string[]>> = {
  'daily-logs': ['flockId', 'date'],
  devices: ['sourceKey'],
};

/** The natural key of a row; undefined for resources without one. */
function naturalKey(resource: string, { body }: ImportBody): string | undefined {
  const fields = NATURAL_KEYS[resource];
  if (!fields?.every((name) => typeof body[name] === 'string')) return undefined;
  return JSON.stringify([body['farmId'] ?? null, ...fields.map((name) => body[name])]);
}

/**
 * The completed parts of an import with an Idempotency-Key. Each part is stored in the transaction
 * that wrote its rows, so that a repeated request continues after the last one, even after a crash.
 */
export interface ImportProgress {
  /** The stored outcomes of a part, if it was written. */
  find(connection: Connection, index: number): Promise<string | undefined>;
  /** Throws `conflict` while another request writes the same import. */
  hold(transaction: Transaction, index: number): Promise<void>;
  keep(transaction: Transaction, index: number, body: string): Promise<void>;
}

const HOUR_MILLIS = 3_600_000;

const NONE: ImportProgress = {
  find: async () => undefined,
  hold: async () => {},
  keep: async () => {},
};

/** The progress of a call's import; nothing is stored without a key. */
export function importProgressOf(
  runtime: Pick<Runtime, 'clock'>,
  call: RequestContext,
): ImportProgress {
  const { idempotency, actor } = call;
  if (!idempotency) return NONE;
  const { key, requestHash } = idempotency;
  const { keyId } = actor;
  const digest = createHash('sha256').update(key).digest('base64url');
  const nameOf = (index: number) => `import ${digest} ${index}`;
  return {
    async find(connection, index) {
      const since = formatInstant(runtime.clock.now() - limits.idempotencyHours * HOUR_MILLIS);
      const stored = await findStoredAnswer(connection, {
        keyId,
        idempotencyKey: nameOf(index),
        since,
      });
      if (stored && stored.requestHash !== requestHash) throw reusedKey();
      return stored?.body;
    },
    async hold(transaction, index) {
      if (await transaction.tryLock(`idempotency ${keyId} ${nameOf(index)}`)) return;
      throw new FarmError('conflict', { code: 'idempotency_in_flight' });
    },
    keep: (transaction, index, body) =>
      storeAnswer(transaction, {
        keyId,
        idempotencyKey: nameOf(index),
        requestHash,
        status: 200,
        headers: {},
        body,
        createdAt: formatInstant(runtime.clock.now()),
      }),
  };
}

function reusedKey(): FarmError {
  return new FarmError('action_refused', {
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key was used for another request; send a new one.',
  });
}
