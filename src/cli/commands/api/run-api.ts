import type { RouteOperation } from '../../../model/api/operation.ts';
import { message } from '../../../model/core/message.ts';
import { applicationRoutes } from '../../../model/routes/application-routes.ts';
import { isRecord, messageOf } from '../../../tools/unknown-values.ts';
import { usageError } from '../../core/errors.ts';
import { findValueFault, readInputText, requireShallow } from '../../input/read-input.ts';
import { readYaml } from '../../input/read-yaml.ts';
import { factsOf } from '../../output/facts.ts';
import { type Column, inferColumns, toRows, type Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { pageLanguage } from '../../session/defaults.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { expectObject, reportIgnoredIn } from '../core/write-results.ts';

/**
 * `os <path>`: reads the service's own application, with the farm and language parameters that the
 * route accepts.
 */
export async function runOs(
  context: CommandContext,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<void> {
  const client = await context.client();
  const farms = await context.farms();
  if (farms.length > 1) throw usageError(message('cli.severalFarms', { flag: '--farm' }));
  const requested = path.replace(/^\/+(os\/+)?/, '');
  const readOperation = findApplicationRead(requested.replace(/[?].*/, ''));
  const [farmId] = farms;
  const { data } = await client.request({
    method: 'GET',
    path: `/os/${requested}`,
    query: {
      // Routes reject unknown parameters; the parameters of a route newer than this CLI are
      // unknown.
      ...(readOperation === undefined || readOperation.query?.['farmId'] ? { farmId } : {}),
      ...(readOperation?.query?.['lang'] ? { lang: pageLanguage(await context.settings()) } : {}),
      ...query,
    },
  });
  await printAnswer(context, data);
}

/** A list requested as rows is printed as rows. */
async function printAnswer(context: CommandContext, data: unknown): Promise<void> {
  const { fields, jq } = context.flags();
  const format = await context.format();
  const isOfRows = format === 'csv' || format === 'tsv' || format === 'jsonl';
  const list: unknown = isRecord(data) ? data['data'] : undefined;
  if (Array.isArray(list) && jq === undefined && (isOfRows || fields !== undefined)) {
    const rows = toRows(list);
    return context.print({ kind: 'rows', columns: inferColumns(rows), rows });
  }
  return context.print({ kind: 'document', data });
}

/** The read operation for a path such as `keys/key_1`; undefined if there is none. */
function findApplicationRead(path: string): RouteOperation | undefined {
  const names = path.split('/');
  const routes: readonly RouteOperation[] = applicationRoutes;
  return routes.find(({ method, path: template }) => {
    const parts = template.split('/').slice(2);
    return (
      method === 'GET' &&
      parts.length === names.length &&
      parts.every((part, index) => part.startsWith('{') || part === names[index])
    );
  });
}

const PATH = '/os/batch';

const columns: readonly Column[] = [
  { name: 'operation', kind: 'number' },
  { name: 'method' },
  { name: 'path' },
  { name: 'status', kind: 'number' },
  { name: 'id' },
  { name: 'name' },
];

/** `batch <file>`: sends the operations in a file in one call, and prints the result of each. */
export async function runBatchFile(context: CommandContext, file: string): Promise<void> {
  requireFields(context, columns);
  const operations = readOperations(await readInputText(file, context.io, 'batch'), file);
  const client = await context.client();
  for (const { method, path, body } of operations) {
    const request = { method: String(method).toUpperCase(), path: String(path), body };
    await reportIgnoredIn(context, request);
  }
  const body = { operations: await withFarm(context, operations) };
  const { data } = await client.request({ method: 'POST', path: PATH, body });
  const answer = expectObject(data, { method: 'POST', path: PATH, server: client.server });
  const results = Array.isArray(answer['results']) ? answer['results'].filter(isRecord) : [];
  const rows = results.map((result, index) => outcomeOf(result, operations[index] ?? {}, index));
  const { fields, jq } = context.flags();
  const format = await context.format();
  const isDocument = jq !== undefined || format === 'json' || format === 'yaml';
  if (isDocument && fields === undefined) await context.print({ kind: 'document', data });
  else await context.print({ kind: 'rows', columns, rows });
  await context.report('note.batchDone', { count: results.length, all: operations.length });
}

/** The selected farm is the default for new rows. */
async function withFarm(
  context: CommandContext,
  operations: readonly Values[],
): Promise<readonly Values[]> {
  const [farmId, ...others] = await context.farms();
  if (farmId === undefined || others.length > 0) return operations;
  return operations.map((operation) => {
    const { method, path } = operation;
    const isNew = String(method).toUpperCase() === 'POST' && typeof path === 'string';
    const isPlain = isNew && /^\/[a-z-]+$/.test(path) && !['/farms', '/actions'].includes(path);
    return isPlain ? { ...operation, path: `${path}?farmId=${farmId}` } : operation;
  });
}

function outcomeOf(result: Values, operation: Values, index: number): Values {
  const body = factsOf(result['body']);
  return {
    operation: index,
    method: operation['method'],
    path: operation['path'],
    status: result['status'],
    id: body.text('id') ?? body.text('result.id'),
    name: result['id'],
  };
}

/**
 * Parses operations: a list, or an object with `operations`, as JSON or YAML; or JSONL with one
 * operation per line. Throws a usage error for any other text.
 */
export function readOperations(text: string, file: string): readonly Values[] {
  const place = file === '-' ? 'standard input' : file;
  const read = readLines(text) ?? readDocument(text, place);
  const list = isRecord(read) && !('method' in read) ? read['operations'] : read;
  const operations = Array.isArray(list) ? list : [list];
  if (operations.length > 0 && operations.every(isRecord)) return operations;
  throw usageError(message('fault.batchNotList', { place }), {
    hint: message('hint.batchOperation'),
  });
}

/** The values of lines that are all JSON objects; undefined for any other text. */
function readLines(text: string): readonly unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => line.trim().startsWith('{'))) return undefined;
  try {
    return lines.map((line): unknown => JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** JSON is a subset of YAML. */
function readDocument(text: string, place: string): unknown {
  requireShallow(text, `batch: ${place}`);
  let read: unknown;
  try {
    const { document, fault } = readYaml(text);
    if (fault) throw new Error(fault.detail);
    read = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    const [reason = ''] = messageOf(error).split('\n');
    const text = message('fault.yamlInvalid', { detail: reason });
    throw usageError(message('fault.batchNotParsed', { place, reason: text }));
  }
  const fault = findValueFault(read);
  if (fault === undefined) return read;
  throw usageError(message('fault.batchInvalid', { place, fault }));
}
