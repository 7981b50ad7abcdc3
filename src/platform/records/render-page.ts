import { hash } from 'node:crypto';
import { FarmError } from '../../model/core/errors.ts';
import { computedFields, type ResourceDefinition } from '../../model/core/resource.ts';
import { getResource } from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { QueryCache } from '../../storage/core/query-cache.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { listRows, type RowQuery } from '../../storage/records/list-rows.ts';
import { computeFields } from '../computed/compute-fields.ts';
import { type FarmZones, type PrefetchedZones, zoneOf, zonesOfAnswer } from '../core/farm-zone.ts';
import { formatCursor } from '../core/list-query.ts';
import { type CachedAnswer, encodeBody, type PageRequest } from '../core/read-caches.ts';
import { maskSecretsInText } from '../core/row-change.ts';

/** Reads the rows of a page and renders the answer: `{"data":[…],"meta":{…}}`. */
export async function makePage(
  connection: Connection,
  request: PageRequest,
  zones: QueryCache<FarmZones>,
): Promise<CachedAnswer> {
  const { query } = request;
  const { limit, offset, scope } = query;
  const definition = getResource(request.resource);
  // Avoids a query past the end, which may scan every row; the total is often known already.
  const isBeyond = typeof request.total === 'number' && request.total <= offset;
  const [total, rows] = await Promise.all([
    request.total,
    isBeyond ? [] : listRows(connection, definition, { ...query, limit: limit + 1 }),
  ]);
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const { now, ahead, translate } = request;
  const reader = { scope, now, zones, ahead, translate };
  const records = await renderRecords(connection, definition, { rows: page, reader });
  const nextCursor = hasMore ? { nextCursor: cursorBehind(page.at(-1), query) } : {};
  const meta = { total, limit, offset, hasMore, ...nextCursor };
  const data = pickFields(records, request.fields).join(',');
  const body = encodeBody(`{"data":[${data}],"meta":${JSON.stringify(meta)}}`);
  return { body, etag: contentTag(body) };
}

function cursorBehind(row: string | undefined, query: RowQuery): string {
  const last = JSON.parse(row ?? '{}');
  const { order, direction } = query;
  return formatCursor({ order, direction, value: last[order], id: last.id });
}

/** The reader of the records, and the time. */
export interface Reader {
  readonly scope: Scope;
  readonly now: number;
  /** The zone of the common farm of all rows, if already known. */
  readonly zone?: string;
  /** Cache of zones. */
  readonly zones?: QueryCache<FarmZones>;
  /** Zones that were queried with the rows. */
  readonly ahead?: PrefetchedZones | undefined;
  readonly translate?: PageRequest['translate'];
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Renders stored rows (JSON texts) as the API returns them, with computed fields, as JSON texts.
 */
export async function renderRecords(
  connection: Connection,
  definition: ResourceDefinition,
  input: {
    readonly rows: readonly string[];
    /** The same rows, if already parsed. */
    readonly parsed?: readonly Row[];
    readonly reader: Reader;
  },
): Promise<readonly string[]> {
  const { reader } = input;
  const { translate = (row) => row } = reader;
  const rows = input.rows.map((row) => translate(maskSecretsInText(definition, row)));
  if (rows.length === 0 || computedFields(definition).length === 0) return rows;
  const parsed = input.parsed ?? rows.map((row) => JSON.parse(row) as Row);
  const context = { ...reader, zoneOf: await zonesOf(connection, parsed, reader) };
  const computed = await computeFields(connection, definition, parsed, context);
  return rows.map((row, index) => appendFields(row, computed[index] ?? {}));
}

/** Narrows records to the requested fields, in the requested order. */
export function pickFields(
  records: readonly string[],
  fields: readonly string[] | undefined,
): readonly string[] {
  if (!fields) return records;
  return records.map((record) => {
    const row = JSON.parse(record) as Row;
    return JSON.stringify(Object.fromEntries(fields.map((name) => [name, row[name] ?? null])));
  });
}

async function zonesOf(
  connection: Connection,
  rows: readonly Row[],
  { scope: { orgId }, zone, zones: cache, ahead }: Reader,
): Promise<(farmId: string | null) => string> {
  if (zone !== undefined) return () => zone;
  const farmIds = new Set<string>();
  for (const { farmId } of rows as readonly { farmId: string | null }[]) {
    if (farmId !== null) farmIds.add(farmId);
  }
  const query = { orgId, farmIds: [...farmIds] };
  const zones = await zonesOfAnswer(connection, query, { ahead, ...(cache ? { cache } : {}) });
  return (farmId) => zoneOf(zones, farmId);
}

function appendFields(row: string, fields: Row): string {
  return `${row.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;
}

/** The ETag of a version: `"v3"`. */
export function entityTag(version: number): string {
  return `"v${version}"`;
}

/**
 * The ETag of a record whose answer may change without the row (computed fields, translated texts):
 * version and hash of the bytes, `"v3-…"`.
 */
export function computedTag(version: number, body: Uint8Array): string {
  return `"v${version}-${hash('sha1', body, 'base64url')}"`;
}

/** The ETag of an answer without a version, from its bytes. */
function contentTag(body: Uint8Array): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** Whether `If-None-Match` matches the ETag, even weakened by a proxy; `*` matches all. */
export function matchesEntityTag(header: string, tag: string): boolean {
  return matchesStrongly(header.replaceAll('W/"', '"'), tag);
}

/** Whether `If-Match` matches the ETag; `*` matches all. */
export function matchesStrongly(header: string, tag: string): boolean {
  const tags = header.split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.includes(tag);
}

/**
 * Throws `precondition_failed` when the version has changed since the caller read it. The content
 * hash of the ETag is ignored, because only the row is changed.
 */
export function requireMatch(ifMatch: string | undefined, version: number): void {
  const versions = ifMatch?.replace(/("v\d+)-[\w-]*"/g, '$1"');
  if (versions === undefined || matchesStrongly(versions, entityTag(version))) return;
  throw new FarmError('precondition_failed', {
    code: 'version_changed',
    message: `The ETag of the row is ${entityTag(version)} now; read the row again before changing it.`,
    headers: { etag: entityTag(version) },
  });
}
