import type { CommandContext } from '../../context.ts';
import { isValues } from '../../output/infer-columns.ts';
import type { Column, Values } from '../../output/output.ts';
import { factsOf } from '../../pages/facts.ts';
import { readInputText } from '../../read-input-text.ts';
import { expectObject } from '../keys/expect-object.ts';
import { readOperations } from './read-operations.ts';

const PATH = '/os/batch';

const columns: readonly Column[] = [
  { name: 'operation', kind: 'number' },
  { name: 'method' },
  { name: 'path' },
  { name: 'status', kind: 'number' },
  { name: 'id' },
  { name: 'name' },
];

/** `batch <file>`: sends the operations of a file in one call, and prints how each went. */
export async function runBatchFile(context: CommandContext, file: string): Promise<void> {
  const operations = readOperations(await readInputText(file, context.io, 'batch'), file);
  const client = await context.client();
  const body = { operations: await withFarm(context, operations) };
  const { data } = await client.request({ method: 'POST', path: PATH, body });
  const answer = expectObject(data, { method: 'POST', path: PATH, server: client.server });
  const results = Array.isArray(answer['results']) ? answer['results'].filter(isValues) : [];
  const rows = results.map((result, index) => outcomeOf(result, operations[index] ?? {}, index));
  const { fields, jq } = context.flags();
  const format = await context.format();
  const isDocument = jq !== undefined || format === 'json' || format === 'yaml';
  if (isDocument && fields === undefined) await context.print({ kind: 'document', data });
  else await context.print({ kind: 'rows', columns, rows });
  await context.note(`done: ${results.length} of ${operations.length} operations`);
}

/** The farm that was chosen is that of new rows which name none. */
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
