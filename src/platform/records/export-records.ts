import { validationFailed } from '../../model/core/errors.ts';
import {
  type ExportFormat,
  exportFormats,
  exportParameters,
  exportTypes,
} from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { hiddenFields } from '../../model/resources/roles.ts';
import { parseParameters } from '../../model/validation/validation.ts';
import type { Connection } from '../../storage/core/database.ts';
import { nextTurn } from '../../storage/core/slices.ts';
import { listRows, type RowQuery } from '../../storage/records/list-rows.ts';
import { scopeOf } from '../core/actor.ts';
import { farmZone } from '../core/farm-zone.ts';
import { listParameters, parseListQuery } from '../core/list-query.ts';
import {
  type QueryParameters,
  type RequestContext,
  scopeOfFarm,
  singleParameter,
  unknownParameterIssues,
} from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import {
  createTextWriter,
  type ExportWriter,
  exportColumns,
  sheetColumns,
} from '../table-files/write-tables.ts';
import { pickFields, renderRecords } from './render-page.ts';

/** Parameters for a part of a list, which do not apply to complete exports. */
const PAGING = ['ids', 'limit', 'offset', 'cursor'];

/** A prepared export. */
export interface Export {
  readonly contentType: string;
  readonly fileName: string;
  /** Pages, read on demand. */
  readonly parts: AsyncGenerator<string | Uint8Array>;
}

/**
 * `GET /os/export/{resource}`: every visible row that matches the list filters, sorted by ID unless
 * another order is requested. Each page is a separate query after the last row of the previous one:
 * no transaction remains open while the client reads, and only one page is in memory.
 */
export async function exportRecords(
  runtime: Runtime,
  definition: ResourceDefinition,
  call: RequestContext,
): Promise<Export> {
  const { database } = runtime;
  const farmId = singleParameter(call.query.parameters, 'farmId');
  const scope = await scopeOfFarm(database, scopeOf(call.actor), farmId);
  if (farmId !== undefined) call.subject.farmId = farmId;
  const zone = await farmZone(database, { orgId: scope.orgId, farmId });
  const { own, listed } = splitQuery(definition, call.query.parameters);
  const { format: requested, bom } = parseParameters(exportParameters, new Map(own), { zone });
  const format = exportFormats.find((name) => name === requested) ?? 'csv';
  const hidden = hiddenFields(call.actor.userScopes, definition);
  const request = parseListQuery(definition, listed, { zone, hidden });
  const query = { ...request.query, scope, limit: limits.exportPageRows };
  const form = { format, zone, hasMark: bom === true, fields: request.fields };
  if (format === 'xlsx') await requireRowsOfSheet(database, definition, query);
  const charset = format === 'xlsx' ? '' : '; charset=utf-8';
  const writer = await createWriter(definition, form);
  return {
    contentType: `${exportTypes[format]}${charset}`,
    fileName: `${definition.name}.${format}`,
    parts: readParts(runtime, { definition, call, query, writer, fields: request.fields }),
  };
}

interface Form {
  readonly format: ExportFormat;
  readonly zone: string;
  readonly hasMark: boolean;
  readonly fields: readonly string[] | undefined;
}

async function createWriter(definition: ResourceDefinition, form: Form): Promise<ExportWriter> {
  const { format, zone, hasMark, fields } = form;
  const columns = exportColumns(definition, fields);
  if (format !== 'xlsx') return createTextWriter({ format, columns, hasMark });
  const { createWorkbookWriter } = await import('../table-files/write-tables.ts');
  return createWorkbookWriter({
    name: definition.name,
    columns: sheetColumns(definition, columns),
    zone,
    mostBytes: limits.exportSheetBytes,
  });
}

/** Throws before the response starts when a workbook would have too many rows. */
async function requireRowsOfSheet(
  connection: Connection,
  definition: ResourceDefinition,
  query: RowQuery,
): Promise<void> {
  const maximum = limits.exportSheetRows;
  const rowsBeyond = await listRows(connection, definition, {
    ...query,
    limit: 1,
    offset: maximum,
  });
  if (rowsBeyond.length === 0) return;
  const message = `A workbook takes at most ${maximum} rows, and this export has more; choose the format csv, or narrow it with filters.`;
  throw validationFailed([{ path: 'format', code: 'too_many', message }]);
}

/** The parameters of the export itself, and those shared with lists. */
function splitQuery(
  definition: ResourceDefinition,
  query: QueryParameters,
): { readonly own: QueryParameters; readonly listed: QueryParameters } {
  const names = Object.keys(exportParameters);
  const shared = listParameters(definition).filter((name) => !PAGING.includes(name));
  const issues = unknownParameterIssues([...names, ...shared], query);
  if (issues.length > 0) throw validationFailed(issues);
  return {
    own: query.filter(([name]) => names.includes(name)),
    listed: withOrder(query.filter(([name]) => !names.includes(name))),
  };
}

/** IDs never change, so a row edited meanwhile is neither lost nor repeated. */
function withOrder(parameters: QueryParameters): QueryParameters {
  const isOrdered = parameters.some(([name]) => name === 'order' || name === 'dir');
  if (isOrdered) return parameters;
  return [...parameters, ['order', 'id'], ['dir', 'asc']];
}

interface Reading {
  readonly definition: ResourceDefinition;
  readonly call: RequestContext;
  readonly query: RowQuery;
  readonly writer: ExportWriter;
  readonly fields: readonly string[] | undefined;
}

async function* readParts(runtime: Runtime, reading: Reading): AsyncGenerator<string | Uint8Array> {
  const { definition, call, writer, fields } = reading;
  const { database } = runtime;
  const reader = { scope: scopeOf(call.actor), now: call.at };
  yield writer.head();
  let query: RowQuery | undefined = reading.query;
  while (query) {
    const rows: readonly string[] = await listRows(database, definition, query);
    const records = await renderRecords(database, definition, { rows, reader });
    for (const batch of batchesOf(pickFields(records, fields))) {
      yield writer.rows(batch);
      // An embedded database never waits, so yield to other requests.
      await nextTurn();
    }
    query = queryBehind(query, rows);
  }
  yield writer.end();
}

/**
 * Records in batches of about `exportBatchChars`, so that long ones do not block other requests.
 */
function* batchesOf(records: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let chars = 0;
  for (const record of records) {
    batch.push(record);
    chars += record.length;
    if (chars >= limits.exportBatchChars) {
      yield batch;
      batch = [];
      chars = 0;
    }
  }
  yield batch;
}

/** The query of the next page; undefined after the last one. */
function queryBehind(query: RowQuery, rows: readonly string[]): RowQuery | undefined {
  const last = rows.at(-1);
  if (last === undefined || rows.length < query.limit) return undefined;
  const row = JSON.parse(last);
  return { ...query, offset: 0, after: { value: row[query.order] ?? null, id: row.id } };
}
