import { getResource } from '../../model/registry.ts';
import type { Connection } from '../../storage/database.ts';
import type { Kept } from '../../storage/kept.ts';
import { listRows, type RowQuery } from '../../storage/records/list-rows.ts';
import type { FarmZones } from '../farms/farm-zone.ts';
import { type KeptAnswer, keptBody } from '../kept-reads.ts';
import { formatCursor } from './cursor.ts';
import { contentTag } from './entity-tag.ts';
import { pickFields, renderRecords } from './render-records.ts';

/** A page of a list whose total is known; plain data, so that a thread can be asked for it. */
export interface PageRequest {
  /** The name of the resource. */
  readonly resource: string;
  readonly query: RowQuery;
  /** The fields to return; undefined: all. */
  readonly fields: readonly string[] | undefined;
  /** How many rows all pages have together. */
  readonly total: number;
  /** The moment that computed fields are computed for, milliseconds since 1970. */
  readonly now: number;
}

/** Makes pages, by whatever thread; the tables that one is read from count as named by `connection`. */
export type PageMaker = (connection: Connection, request: PageRequest) => Promise<KeptAnswer>;

/** Reads the rows of a page and writes the answer: `{"data":[…],"meta":{…}}`. */
export async function makePage(
  connection: Connection,
  request: PageRequest,
  zones: Kept<FarmZones>,
): Promise<KeptAnswer> {
  const { query, total } = request;
  const { limit, offset, scope } = query;
  const definition = getResource(request.resource);
  // To find that there is nothing may take a look at every row; the total is often known without.
  const rows =
    total > offset ? await listRows(connection, definition, { ...query, limit: limit + 1 }) : [];
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const reader = { scope, now: request.now, zones };
  const records = await renderRecords(connection, definition, { rows: page, reader });
  const nextCursor = hasMore ? { nextCursor: cursorBehind(page.at(-1), query) } : {};
  const meta = { total, limit, offset, hasMore, ...nextCursor };
  const data = pickFields(records, request.fields).join(',');
  const body = keptBody(`{"data":[${data}],"meta":${JSON.stringify(meta)}}`);
  return { body, etag: contentTag(body) };
}

function cursorBehind(row: string | undefined, query: RowQuery): string {
  const last = JSON.parse(row ?? '{}');
  const { order, direction } = query;
  return formatCursor({ order, direction, value: last[order], id: last.id });
}
