import { FarmError, validationFailed } from '../../model/core/errors.ts';
import { type ResourceDefinition, storedFields } from '../../model/core/resource.ts';
import { getResource } from '../../model/resources/registry.ts';
import { hiddenFields } from '../../model/resources/roles.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import {
  type FieldChange,
  findDeletion,
  findRowEver,
  type HistoryEntry,
  insertHistory,
  listCallerNames,
  listHistory,
} from '../../storage/system/activity-log.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { nearestWord } from '../../tools/words.ts';
import { authorOf, scopeOf } from '../core/actor.ts';
import { readPage } from '../core/list-query.ts';
import {
  jsonResult,
  type RequestContext,
  type Result,
  scopeOfFarm,
  singleParameter,
} from '../core/request-context.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import { isSame, maskSecrets, maskValue, storedFromJson } from '../core/row-change.ts';
import type { ChangedRow, Runtime } from '../core/runtime.ts';

/** Fields contained in every entry. */
const UNTOLD = new Set(['version', 'updatedAt']);

/** The author, time and request of changes. */
type HistoryContext = Pick<
  RuleContext,
  'runtime' | 'transaction' | 'actor' | 'requestId' | 'action'
>;

/** Records the previous values of changed rows, in the transaction of the change. */
export async function recordChanges(
  definition: ResourceDefinition,
  changes: readonly ChangedRow[],
  context: HistoryContext,
): Promise<void> {
  const entries = changes.map(({ before, after }) => ({
    ...entryOf(definition, after, context),
    version: after.version,
    kind: 'changed' as const,
    at: after.updatedAt,
    changes: fieldChanges(definition, before, after),
  }));
  await insertHistory(context.transaction, entries);
}

/** Records who deleted a row; its values remain in the row, which is only marked as deleted. */
export async function recordDeleted(
  definition: ResourceDefinition,
  { row, at }: { readonly row: StoredRow; readonly at: number },
  context: HistoryContext,
): Promise<void> {
  const entry = {
    ...entryOf(definition, row, context),
    version: row.version + 1,
    kind: 'deleted',
    at: formatInstant(at),
    changes: [],
  } as const;
  await insertHistory(context.transaction, [entry]);
}

function entryOf(
  { name: resource }: ResourceDefinition,
  { id: rowId, orgId, farmId }: StoredRow,
  { runtime, actor, requestId, action }: HistoryContext,
): Omit<HistoryEntry, 'version' | 'kind' | 'at' | 'changes'> {
  return {
    id: runtime.ids.create('history'),
    orgId,
    farmId,
    resource,
    rowId,
    author: authorOf(actor),
    requestId: requestId ?? null,
    actionId: action?.id ?? null,
    undone: action?.isUndone ?? false,
  };
}

/** The changed fields, with secrets in their values masked. */
function fieldChanges(
  definition: ResourceDefinition,
  before: StoredRow,
  after: StoredRow,
): FieldChange[] {
  const shownBefore = maskSecrets(definition, before);
  const shownAfter = maskSecrets(definition, after);
  return Object.keys(after)
    .filter((name) => !UNTOLD.has(name) && !isSame(before[name], after[name]))
    .map((field) => ({
      field,
      before: shownBefore[field] ?? null,
      after: shownAfter[field] ?? null,
    }));
}

const LONGEST_ID = 80;

type Step = Omit<HistoryEntry, 'id' | 'orgId' | 'farmId' | 'resource' | 'rowId' | 'kind'> & {
  readonly kind: 'created' | 'changed' | 'deleted';
};

/** A row, possibly deleted. */
interface Subject {
  readonly definition: ResourceDefinition;
  readonly row: StoredRow;
  readonly deletedAt: string | null;
  /** Fields hidden from the caller. */
  readonly hidden: readonly string[];
}

/**
 * `GET /os/history/{resource}/{id}`: the previous values of a row and their authors, newest first.
 */
export async function readHistory(
  { database }: Runtime,
  call: RequestContext,
  { resource, id }: { readonly resource: string; readonly id: string },
): Promise<Result> {
  const definition = getResource(resource);
  const { parameters } = call.query;
  const page = readPage(parameters, ['farmId', 'field']);
  const hidden = hiddenFields(call.actor.userScopes, definition);
  const field = fieldOf(definition, singleParameter(parameters, 'field'), hidden);
  const farmId = singleParameter(parameters, 'farmId');
  const scope = await scopeOfFarm(database, scopeOf(call.actor), farmId);
  const isPossible = id.length <= LONGEST_ID && !id.includes('\0');
  const existing = isPossible ? await findRowEver(database, definition, { id, scope }) : undefined;
  if (!existing) throw new FarmError('not_found');
  const { deletedAt } = existing;
  const row = storedFromJson(existing.json, scope.orgId);
  if (row.farmId !== null) call.subject.farmId = row.farmId;
  const { steps, total } = await stepsOf(
    database,
    { definition, row, deletedAt, hidden },
    { ...page, field },
  );
  const { limit, offset } = page;
  return jsonResult({
    resource,
    id,
    farmId: row.farmId,
    deleted: deletedAt !== null,
    data: await withNames(database, scope.orgId, steps),
    meta: { total, limit, offset, hasMore: offset + steps.length < total },
  });
}

function fieldOf(
  definition: ResourceDefinition,
  field: string | undefined,
  hidden: readonly string[],
): string | undefined {
  const stored = storedFields(definition).map(([name]) => name);
  const names = ['farmId', ...stored.filter((name) => !hidden.includes(name))];
  if (field === undefined || names.includes(field)) return field;
  const suggestion = nearestWord(field, names);
  throw validationFailed([
    {
      path: 'field',
      code: 'not_allowed',
      message: `field must be a stored field of ${definition.name}.`,
      allowed: names,
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  ]);
}

interface Asked {
  readonly field: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * One page of steps. Creation is recorded in the row itself, and so is a cascaded deletion: neither
 * has a separate entry.
 */
async function stepsOf(
  connection: Connection,
  subject: Subject,
  { field, limit, offset }: Asked,
): Promise<{ readonly steps: readonly Step[]; readonly total: number }> {
  const { id: rowId, orgId } = subject.row;
  const isWhole = field === undefined;
  const first = isWhole ? await unkeptEnd(connection, subject) : [];
  const last = isWhole ? [creationOf(subject.row)] : [];
  const head = first.slice(offset, offset + limit);
  const remainingOffset = Math.max(0, offset - first.length);
  const query = { orgId, rowId, field, limit: limit - head.length, offset: remainingOffset };
  const stored = await listHistory(connection, query);
  const room = limit - head.length - stored.entries.length;
  const isAtEnd = remainingOffset + stored.entries.length === stored.total;
  const tail = isAtEnd && room > 0 ? last : [];
  const steps = [...head, ...stored.entries.map((entry) => onlyOf(entry, field, subject)), ...tail];
  return { steps, total: first.length + stored.total + last.length };
}

function creationOf({ createdAt, createdBy }: StoredRow): Step {
  return {
    ...NOTHING_KNOWN,
    version: 1,
    kind: 'created',
    at: createdAt,
    author: authorIn(createdBy),
  };
}

const NOTHING_KNOWN = { requestId: null, actionId: null, undone: false, changes: [] } as const;

function authorIn({ type, id, editor }: StoredRow['createdBy']): StoredRow['createdBy'] {
  return { type, id, ...(editor ? { editor } : {}) };
}

/** The deletion of a row that cascaded from another one, whose entry names the author. */
async function unkeptEnd(connection: Connection, { row, deletedAt: at }: Subject): Promise<Step[]> {
  const { id: rowId, orgId, version } = row;
  if (at === null) return [];
  const { entries } = await listHistory(connection, { orgId, rowId, limit: 1, offset: 0 });
  if (entries[0]?.kind === 'deleted') return [];
  const cause = await findDeletion(connection, { orgId, at });
  const author = cause?.author ?? { type: 'system', id: 'unknown' };
  const { requestId, actionId, undone } = cause ?? NOTHING_KNOWN;
  return [
    { version: version + 1, kind: 'deleted', at, author, requestId, actionId, undone, changes: [] },
  ];
}

/** Masked again: entries of earlier versions may contain values that are now masked. */
function onlyOf(entry: HistoryEntry, fieldName: string | undefined, subject: Subject): Step {
  const { definition, hidden } = subject;
  const { version, kind, at, author, requestId, actionId, undone } = entry;
  const changes = entry.changes
    .filter(
      ({ field }) => !hidden.includes(field) && (fieldName === undefined || field === fieldName),
    )
    .map(({ field, before, after }) => ({
      field,
      before: maskValue(definition, field, before),
      after: maskValue(definition, field, after),
    }));
  return { version, kind, at, author, requestId, actionId, undone, changes };
}

/** The steps of an answer, with the names of keys and users. */
async function withNames(connection: Connection, orgId: string, steps: readonly Step[]) {
  const isCaller = ({ type }: { readonly type: string }) => type === 'key' || type === 'user';
  const ids = steps.flatMap(({ author }) => (isCaller(author) ? [author.id] : []));
  const names = await listCallerNames(connection, orgId, [...new Set(ids)]);
  return steps.map(({ author, ...step }) => ({
    version: step.version,
    kind: step.kind,
    at: step.at,
    by: { ...author, name: isCaller(author) ? (names.get(author.id) ?? null) : author.id },
    requestId: step.requestId,
    actionId: step.actionId,
    undone: step.undone,
    changes: step.changes,
  }));
}
