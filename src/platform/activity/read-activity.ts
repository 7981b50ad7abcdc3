import { activityKinds } from '../../farming/reports/activity.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { type Issue, validationFailed } from '../../model/core/errors.ts';
import { type Message, message } from '../../model/core/message.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { barns } from '../../model/resources/barns.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { resourceNames } from '../../model/resources/registry.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { listLabels } from '../../storage/records/list-rows.ts';
import {
  type ActivityEntry,
  type ActivityQuery,
  listActivities,
} from '../../storage/system/activity-log.ts';
import { isInstantText } from '../../tools/calendar.ts';
import { distinct } from '../../tools/collections.ts';
import { nearestWord } from '../../tools/words.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { translatorOf } from '../core/asked-farm.ts';
import { farmZone } from '../core/farm-zone.ts';
import { formatCursor, instantEdge, parseCursor } from '../core/list-query.ts';
import { loadOrganisationSetup } from '../core/organisation-setup.ts';
import {
  jsonResult,
  type RequestContext,
  type Result,
  scopeOfFarm,
} from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';

type Entry = ActivityEntry<Message>;

/** `GET /activity`: events of the modules that the key may read, newest first. */
export async function readActivity(runtime: Runtime, call: RequestContext): Promise<Result> {
  const { database } = runtime;
  const { actor } = call;
  const parameters = operationParameters(routeOf('activity'), call);
  const farmId = parameters['farmId'] as string | undefined;
  const scope = await scopeOfFarm(database, scopeOf(actor), farmId);
  if (farmId !== undefined) call.subject.farmId = farmId;
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
  const shown = entries.slice(0, limit);
  const nameOf = await placeNames(database, scope, shown);
  const data = shown.map((entry) => renderEntry(translator, entry, nameOf(entry)));
  const hasMore = entries.length > limit;
  const nextCursor = hasMore ? cursorAfter(shown) : null;
  return jsonResult({ data, meta: { limit, hasMore, nextCursor } });
}

function cursorAfter(shown: readonly Entry[]): string | null {
  const last = shown.at(-1);
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
