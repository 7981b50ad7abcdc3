import { FarmError } from '../../model/core/errors.ts';
import type { Language } from '../../model/core/message.ts';
import { computedFields, type ResourceDefinition } from '../../model/core/resource.ts';
import { hiddenFields } from '../../model/resources/roles.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { countRows, type RowQuery } from '../../storage/records/list-rows.ts';
import { findRowCount } from '../../storage/records/row-counts.ts';
import { scopeOf } from '../core/actor.ts';
import { farmZones, type PrefetchedZones, prefetchZones, zoneOf } from '../core/farm-zone.ts';
import { parseListQuery, shownFields } from '../core/list-query.ts';
import {
  type CachedAnswer,
  encodeBody,
  type PageRequest,
  type ReadCaches,
} from '../core/read-caches.ts';
import {
  type QueryParameters,
  type RequestContext,
  type Result,
  scopeOfFarm,
  scopeOfRequest,
  singleParameter,
} from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { translateRecords } from '../core/translate-alerts.ts';
import {
  computedTag,
  entityTag,
  matchesEntityTag,
  pickFields,
  renderRecords,
} from './render-page.ts';

const NOTHING = Buffer.alloc(0);

/** `GET /{resource}`: one page of visible rows, or 304 when the caller's copy is current. */
export async function listRecords(
  runtime: Runtime,
  definition: ResourceDefinition,
  call: RequestContext,
): Promise<Result<Buffer>> {
  const scope = scopeOf(call.actor);
  if (definition.name === 'alerts') await updateAlerts(runtime, call, scope);
  const now = momentOf(definition, call.at);
  const language = languageOf(definition, call);
  const hidden = hiddenFields(call.actor.userScopes, definition);
  const key = keyOf(definition, { scope, now, language, hidden, target: `?${call.query.text}` });
  const { body, etag, farmId } = await runtime.caches.answers.find(key, async (connection) => {
    const translate = await translateRecords(definition, language);
    const query = call.query.parameters;
    const farmId = singleParameter(query, 'farmId');
    const isNamed = farmId !== undefined && isPossibleId(farmId);
    const prefetch = isTogether(runtime)
      ? prefetchZones(connection, scope, isNamed ? farmId : undefined)
      : undefined;
    const narrowed = await scopeOfFarm(connection, scope, farmId);
    if (farmId !== undefined) call.subject.farmId = farmId;
    const { caches, makePage } = runtime;
    const request = {
      query,
      farmId,
      scope: narrowed,
      hidden,
      now,
      translate,
      caches,
      ahead: prefetch,
    };
    const page = await makePage(connection, await pageOf(connection, definition, request));
    return { ...page, farmId: farmId ?? null };
  });
  if (farmId) call.subject.farmId = farmId;
  return unlessHeld(definition, call, { etag, body });
}

/** Updates alerts to include earlier writes; for a list of one farm, only those of that farm. */
async function updateAlerts(
  { changedFarms }: Runtime,
  call: RequestContext,
  scope: Scope,
): Promise<void> {
  const farmId = singleParameter(call.query.parameters, 'farmId');
  await changedFarms?.settle(scope, farmId);
}

/** `GET /{resource}/{id}`: the record, or 304 when the caller's copy is current. */
export async function getRecord(
  runtime: Runtime,
  definition: ResourceDefinition,
  call: RequestContext & { readonly id: string },
): Promise<Result<Buffer>> {
  const now = momentOf(definition, call.at);
  const { id, query } = call;
  const target = query.text === '' ? `/${id}` : JSON.stringify({ id, query: query.text });
  const language = languageOf(definition, call);
  const hidden = hiddenFields(call.actor.userScopes, definition);
  const key = keyOf(definition, { scope: scopeOf(call.actor), now, language, hidden, target });
  const { body, etag, farmId } = await runtime.caches.answers.find(key, async (connection) => {
    const translate = await translateRecords(definition, language);
    const scope = await scopeOfRequest(connection, call);
    const hasComputed = computedFields(definition).length > 0;
    const changesAlone = hasComputed || language !== undefined;
    const prefetch =
      isTogether(runtime) && hasComputed ? prefetchZones(connection, scope) : undefined;
    const row = await findVisibleRow(connection, definition, { id: call.id, scope });
    const { version, farmId } = row.parsed;
    const records = await renderRecords(connection, definition, {
      rows: [row.json],
      parsed: [row.parsed],
      reader: { scope, now, zones: runtime.caches.zones, ahead: prefetch, translate },
    });
    const fields = hidden.length > 0 ? shownFields(definition, hidden) : undefined;
    const [text = ''] = pickFields(records, fields);
    const body = encodeBody(text);
    const etag = changesAlone ? computedTag(version, body) : entityTag(version);
    return { body, etag, farmId };
  });
  if (farmId) call.subject.farmId = farmId;
  return unlessHeld(definition, call, { etag, body });
}

/**
 * The cache key of an answer: the arbitrary query text is last. Keys of lists start with `?`, keys
 * of records never do.
 */
function keyOf(
  { name }: ResourceDefinition,
  {
    scope,
    now,
    language,
    hidden,
    target,
  }: {
    readonly scope: Scope;
    readonly now: number;
    readonly language: Language | undefined;
    readonly hidden: readonly string[];
    readonly target: string;
  },
): string {
  return `${name} ${now} ${language} ${scope.orgId} ${scope.farmIds} ${hidden} ${target}`;
}

/** The requested language of a record, if it matters. */
function languageOf(
  definition: ResourceDefinition,
  { language }: RequestContext,
): Language | undefined {
  return definition.translated ? language : undefined;
}

/**
 * The reference time of computed fields: the full second, so that repeated requests within it have
 * the same answer. Constant for stored fields only.
 */
function momentOf(definition: ResourceDefinition, at: number): number {
  return computedFields(definition).length === 0 ? 0 : Math.floor(at / 1000) * 1000;
}

function unlessHeld(
  definition: ResourceDefinition,
  { ifNoneMatch }: RequestContext,
  { etag, body }: CachedAnswer,
): Result<Buffer> {
  const isHeld = ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, etag);
  const headers = { etag, ...(definition.translated ? { vary: 'accept-language' } : {}) };
  return { status: isHeld ? 304 : 200, headers, body: isHeld ? NOTHING : body };
}

/** The page of a list request, with the total of all its pages. */
async function pageOf(
  connection: Connection,
  definition: ResourceDefinition,
  requested: {
    readonly query: QueryParameters;
    readonly farmId: string | undefined;
    readonly scope: Scope;
    readonly hidden: readonly string[];
    readonly now: number;
    readonly translate: PageRequest['translate'];
    readonly caches: ReadCaches;
    readonly ahead: PrefetchedZones | undefined;
  },
): Promise<PageRequest> {
  const { farmId, scope, hidden, now, translate, caches, ahead } = requested;
  const { orgId } = scope;
  const farmIds = farmId === undefined ? [] : [farmId];
  const zones = await (ahead?.zones ?? farmZones(connection, { orgId, farmIds }, caches.zones));
  const zone = zoneOf(zones, farmId ?? null);
  const request = parseListQuery(definition, requested.query, { zone, hidden });
  const query: RowQuery = { ...request.query, scope };
  const counted = totalOf(connection, definition, { query, totals: caches.totals });
  const total = ahead ? counted : await counted;
  return { resource: definition.name, query, fields: request.fields, total, now, translate, ahead };
}

/** Whether concurrent queries take one round trip, without a cache. */
function isTogether({ database }: Runtime): boolean {
  return database.together !== undefined;
}

interface VisibleRow {
  readonly json: string;
  readonly parsed: Readonly<Record<string, unknown>> & {
    readonly version: number;
    readonly farmId: string | null;
  };
}

/** A row in the scope; throws `not_found` alike for missing and foreign rows. */
export async function findVisibleRow(
  connection: Connection,
  definition: ResourceDefinition,
  input: Parameters<typeof findRow>[2],
): Promise<VisibleRow> {
  const json = isPossibleId(input.id) ? await findRow(connection, definition, input) : undefined;
  if (json === undefined) throw new FarmError('not_found');
  return { json, parsed: JSON.parse(json) };
}

/** Whether a text can be an ID. */
export function isPossibleId(id: string): boolean {
  return id.length <= 80 && !id.includes('\0');
}

/** The total number of rows of a list; counted once for all its pages. */
async function totalOf(
  connection: Connection,
  definition: ResourceDefinition,
  { query, totals }: { readonly query: RowQuery; readonly totals: ReadCaches['totals'] },
): Promise<number> {
  const { scope, conditions, text } = query;
  const key = JSON.stringify([definition.name, scope, conditions, text]);
  const count = async (from: Connection) => {
    const counted = text === undefined ? await findRowCount(from, definition, query) : undefined;
    return { total: counted ?? (await countRows(from, definition, query)) };
  };
  const { total } = await totals.find(key, count, connection);
  return total;
}
