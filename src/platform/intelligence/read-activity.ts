import { isOpenAlert, isOpenTask, isWaitingQuestion } from '../../farming/core/open-items.ts';
import { activityKinds } from '../../farming/reports/activity.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { type Issue, validationFailed } from '../../model/core/errors.ts';
import { type Message, message } from '../../model/core/message.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { barns } from '../../model/resources/barns.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { getResource, type ResourceName, resourceNames } from '../../model/resources/registry.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { listLabels, listRowsByText } from '../../storage/records/list-rows.ts';
import {
  type ActivityEntry,
  type ActivityQuery,
  listActivities,
} from '../../storage/system/activity-log.ts';
import { isInstantText } from '../../tools/calendar.ts';
import { distinct, groupBy } from '../../tools/collections.ts';
import { nearestWord } from '../../tools/words.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { farmZone, instantEdge } from '../core/farm-zone.ts';
import { formatCursor, parseCursor } from '../core/list-query.ts';
import { loadOrganisationSetup } from '../core/organisation-setup.ts';
import {
  jsonResult,
  type RequestContext,
  type Result,
  scopeOfFarm,
} from '../core/request-context.ts';
import { translatorOf } from '../core/requested-farm.ts';
import type { Runtime } from '../core/runtime.ts';
import { type Reader, renderRecords } from '../records/render-page.ts';

type Entry = ActivityEntry<Message>;

/** `GET /activity`: events of the modules that the key may read, newest first. */
export async function readActivity(runtime: Runtime, call: RequestContext): Promise<Result> {
  const { database } = runtime;
  const { actor } = call;
  const parameters = operationParameters(routeOf('activity'), call);
  const farmId = parameters['farmId'] as string | undefined;
  const scope = await scopeOfFarm(database, scopeOf(actor), farmId);
  if (farmId !== undefined) call.subject.farmId = farmId;
  await runtime.changedFarms?.settle(scope, farmId);
  const zone = await farmZone(database, { orgId: actor.orgId, farmId });
  const limit = parameters['limit'] as number;
  const entries = await listActivities<Message>(database, {
    scope,
    modules: resourceNames.filter((name) => coversScope(actor.scopes, `read:${name}`)),
    ...readFilters(parameters, zone),
    limit: limit + 1,
  });
  const setup = await loadOrganisationSetup(database, actor.orgId);
  const translator = await translatorOf(parameters['lang'], setup.language);
  const pageEntries = entries.slice(0, limit);
  const nameOf = await placeNames(database, scope, pageEntries);
  const reader = { scope, now: call.at, zones: runtime.caches.zones };
  const stateOf = await entryStates(database, reader, pageEntries);
  const data = pageEntries.map((entry) => ({
    ...renderEntry(translator, entry, nameOf(entry)),
    ...stateOf(entry),
  }));
  const hasMore = entries.length > limit;
  const nextCursor = hasMore ? cursorAfter(pageEntries) : null;
  return jsonResult({ data, meta: { limit, hasMore, nextCursor } });
}

function cursorAfter(pageEntries: readonly Entry[]): string | null {
  const last = pageEntries.at(-1);
  if (!last) return null;
  return formatCursor({ order: 'ts', direction: 'desc', value: last.ts, id: last.id });
}

/** The entry to continue after; an invalid cursor is added to the issues. */
function readCursor(text: unknown, issues: Issue[]): ActivityQuery['after'] {
  if (typeof text !== 'string') return undefined;
  const { order, direction, value, id } = parseCursor(text) ?? {};
  const isOwn = order === 'ts' && direction === 'desc' && id !== undefined;
  if (isOwn && typeof value === 'string' && isInstantText(value)) return { ts: value, id };
  issues.push({
    path: 'cursor',
    code: 'invalid_format',
    message: 'cursor must be the meta.nextCursor of a page of activity.',
  });
  return undefined;
}

function readFilters(parameters: Readonly<Record<string, unknown>>, zone: string) {
  const issues: Issue[] = [];
  const kinds = parameters['kinds'] as readonly string[] | undefined;
  for (const kind of kinds ?? []) {
    if (!activityKinds.includes(kind)) issues.push(unknownKind(kind));
  }
  const from = instantEdge('from', parameters['from'], { zone, issues });
  const to = instantEdge('to', parameters['to'], { zone, issues });
  const after = readCursor(parameters['cursor'], issues);
  if (issues.length > 0) throw validationFailed(issues);
  const minScore = parameters['minScore'] as number | undefined;
  return {
    ...(kinds === undefined ? {} : { kinds }),
    ...(minScore === undefined ? {} : { minScore }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(after === undefined ? {} : { after }),
  };
}

function unknownKind(kind: string): Issue {
  const suggestion = nearestWord(kind, activityKinds);
  return {
    path: 'kinds',
    code: 'not_allowed',
    message: `kinds names ${JSON.stringify(kind)}, which is no kind of activity; they are ${activityKinds.join(', ')}.`,
    allowed: activityKinds,
    ...(suggestion ? { suggestion } : {}),
  };
}

/** The current names of the flocks and barns of entries. */
async function placeNames(
  connection: Connection,
  scope: Scope,
  entries: readonly Entry[],
): Promise<(entry: Entry) => string | undefined> {
  const [flockNames, barnNames] = await Promise.all([
    listLabels(connection, flocks, { scope, ids: distinct(entries.map(({ flockId }) => flockId)) }),
    listLabels(connection, barns, { scope, ids: distinct(entries.map(({ barnId }) => barnId)) }),
  ]);
  return ({ flockId, barnId }) =>
    (flockId === null ? undefined : flockNames.get(flockId)) ??
    (barnId === null ? undefined : barnNames.get(barnId));
}

/** The state of an entry; empty while it is unchanged. */
type EntryState = { readonly state?: 'resolved' | 'corrected' | 'deleted' | 'doubtful' };

/** Whether the problem of an entry is resolved, by its kind. */
const OVER: Readonly<Record<string, (row: Row) => boolean>> = {
  alert: (row) => !isOpenAlert(row),
  question: (row) => !isWaitingQuestion(row),
  task_overdue: (row) => !isOpenTask(row),
  device_failure: ({ status }) => status !== 'offline' && status !== 'fault',
  integration_failure: ({ status }) => status !== 'failing',
};

/** Entries whose titles contain the figures of a record. */
const FIGURES: readonly string[] = [
  'weighing',
  'daily_log',
  'mortality_spike',
  'sale',
  'feed_delivery',
  'record_corrected',
];

/** The row of an entry as it is today, in the form of the API; fields depend on its resource. */
interface Row {
  readonly status: string | null;
  readonly sealed: boolean | null;
  readonly replyText: string | null;
  readonly isQuestion: boolean | null;
  readonly [field: string]: unknown;
}

/** Compares entries with their rows of today, with one query per resource. */
async function entryStates(
  connection: Connection,
  reader: Reader,
  entries: readonly Entry[],
): Promise<(entry: Entry) => EntryState> {
  const compared = entries.filter(({ kind }) => kind in OVER || FIGURES.includes(kind));
  const rows = new Map<string, Row>();
  for (const [resource, ofResource] of groupBy(compared, ({ resource }) => resource)) {
    const definition = getResource(resource as ResourceName);
    const texts = distinct(ofResource.map(({ rowId }) => rowId));
    const { scope } = reader;
    const rowTexts = await listRowsByText(connection, definition, { scope, field: 'id', texts });
    for (const text of await renderRecords(connection, definition, { rows: rowTexts, reader })) {
      const row = JSON.parse(text) as Row;
      rows.set(String(row['id']), row);
    }
  }
  return ({ kind, rowId, title }) => {
    const row = rows.get(rowId);
    if (kind in OVER) return !row || OVER[kind]?.(row) ? { state: 'resolved' } : {};
    return FIGURES.includes(kind) ? stateOfFigures(title, row) : {};
  };
}

/** Compares the figures of a title with the current record. */
function stateOfFigures({ params }: Message, row: Row | undefined): EntryState {
  if (row === undefined) return { state: 'deleted' };
  const quantities = quantitiesOf(params['what']);
  const recorded = new Set(Object.values(row));
  if (!quantities.every((value) => recorded.has(value))) return { state: 'corrected' };
  const suspectFields = Array.isArray(row['suspect']) ? row['suspect'] : [];
  const isDoubtful = suspectFields.some((field) =>
    quantities.some((value) => value === row[field]),
  );
  return isDoubtful ? { state: 'doubtful' } : {};
}

/** The figures of a title, without those before a correction. */
function quantitiesOf(value: unknown): readonly number[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('quantity' in value) return typeof value.quantity === 'number' ? [value.quantity] : [];
  if (!('params' in value) || typeof value.params !== 'object' || value.params === null) return [];
  const { before: _, ...params } = value.params as Readonly<Record<string, unknown>>;
  return Object.values(params).flatMap(quantitiesOf);
}

function renderEntry(translator: Translator, entry: Entry, place: string | undefined) {
  const { id, ts, kind, score, title, farmId, barnId, flockId, resource, rowId, actor } = entry;
  const described = place === undefined ? title : message('activity.at', { place, what: title });
  return {
    id,
    ts,
    kind,
    score,
    title: renderMessage(translator, described),
    farmId,
    barnId,
    flockId,
    ref: { resource, id: rowId },
    actor,
  };
}
