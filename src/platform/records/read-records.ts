import { FarmError } from '../../model/errors.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { countRows, listRows, type RowQuery } from '../../storage/records/list-rows.ts';
import { findRowCount } from '../../storage/records/row-counts.ts';
import { requireScope, scopeOf } from '../access/actor.ts';
import { farmZone } from '../farms/farm-zone.ts';
import { scopeOfFarm, scopeOfRequest } from '../farms/visible-farms.ts';
import type { Answer, Call } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { formatCursor } from './cursor.ts';
import { entityTag, matchesEntityTag } from './entity-tag.ts';
import { parseListQuery } from './list-query.ts';
import { singleParameter } from './parameters.ts';
import { pickFields, renderRecords } from './render-records.ts';

/** `GET /{resource}`: one page of the rows the caller sees. */
export async function listRecords(
  runtime: Runtime,
  definition: ResourceDefinition,
  call: Call,
): Promise<Answer> {
  const { database } = runtime;
  call.subject.resource = definition.name;
  requireScope(call.actor, `read:${definition.name}`);
  const farmId = singleParameter(call.query, 'farmId');
  const scope = await scopeOfFarm(database, scopeOf(call.actor), farmId);
  if (farmId !== undefined) call.subject.farmId = farmId;
  const zone = await farmZone(database, { orgId: scope.orgId, farmId });
  const request = parseListQuery(definition, call.query, { zone });
  const query: RowQuery = { ...request.query, scope };
  const rows = await listRows(database, definition, { ...query, limit: query.limit + 1 });
  const page = rows.slice(0, query.limit);
  const hasMore = rows.length > query.limit;
  const records = await renderRecords(database, definition, {
    rows: page,
    reader: { scope: scopeOf(call.actor), now: call.at },
  });
  const meta = {
    total: await totalOf(database, definition, query),
    limit: query.limit,
    offset: query.offset,
    hasMore,
    ...(hasMore ? { nextCursor: cursorBehind(page.at(-1), query) } : {}),
  };
  const data = pickFields(records, request.fields).join(',');
  return { status: 200, headers: {}, body: `{"data":[${data}],"meta":${JSON.stringify(meta)}}` };
}

/** `GET /{resource}/{id}`: the record, or 304 when the caller holds its present version. */
export async function getRecord(
  runtime: Runtime,
  definition: ResourceDefinition,
  call: Call & { readonly id: string },
): Promise<Answer> {
  const { database } = runtime;
  call.subject.resource = definition.name;
  requireScope(call.actor, `read:${definition.name}`);
  call.subject.rowId = call.id;
  const scope = await scopeOfRequest(database, call);
  const row = await findVisibleRow(database, definition, { id: call.id, scope });
  if (row.farmId !== null) call.subject.farmId = row.farmId;
  const headers = { etag: entityTag(row.version) };
  if (call.ifNoneMatch !== undefined && matchesEntityTag(call.ifNoneMatch, row.version)) {
    return { status: 304, headers, body: '' };
  }
  const [body = ''] = await renderRecords(database, definition, {
    rows: [row.json],
    reader: { scope, now: call.at },
  });
  return { status: 200, headers, body };
}

interface VisibleRow {
  readonly json: string;
  readonly version: number;
  readonly farmId: string | null;
}

/** A row the scope sees; throws `not_found` alike for a foreign row and a missing one. */
export async function findVisibleRow(
  connection: Connection,
  definition: ResourceDefinition,
  input: Parameters<typeof findRow>[2],
): Promise<VisibleRow> {
  const json = isPossibleId(input.id) ? await findRow(connection, definition, input) : undefined;
  if (json === undefined) throw new FarmError('not_found');
  const { version, farmId } = JSON.parse(json) as VisibleRow;
  return { json, version, farmId };
}

function isPossibleId(id: string): boolean {
  return id.length <= 80 && !id.includes('\0');
}

async function totalOf(
  connection: Connection,
  definition: ResourceDefinition,
  query: RowQuery,
): Promise<number> {
  const isWhole = query.conditions.length === 0 && query.text === undefined;
  const kept = isWhole ? await findRowCount(connection, definition, query.scope) : undefined;
  return kept ?? countRows(connection, definition, query);
}

function cursorBehind(row: string | undefined, query: RowQuery): string {
  const last = JSON.parse(row ?? '{}');
  const { order, direction } = query;
  return formatCursor({ order, direction, value: last[order], id: last.id });
}
