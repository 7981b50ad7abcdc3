import { validationFailed } from '../../../model/errors.ts';
import type { ImportRow, ImportTable } from '../import-table.ts';
import { requireRoom } from './require-room.ts';

const LINES_PER_TURN = 2000;

/** Reads a list of objects, or an object a line; a line that is none is a row with a fault. */
export async function readJsonRows(text: string): Promise<ImportTable> {
  const plain = text.replace(/^\ufeff/, '');
  const isList = plain.trimStart().startsWith('[');
  const values = isList ? readList(plain) : await readLines(plain);
  const headings = new Map<string, number>();
  const rows: ImportRow[] = [];
  for (const { value, line } of values) {
    rows.push(rowOf(value, { row: rows.length + 1, line }, headings));
    requireRoom(rows.length);
  }
  return { kind: 'json', headings: [...headings.keys()], rows, mayUseComma: false };
}

/** A value with its place; an error in place of what is no JSON. */
interface Placed {
  readonly value: unknown;
  readonly line: number;
}

function readList(text: string): readonly Placed[] {
  const values = parse(text);
  if (Array.isArray(values)) return values.map((value, index) => ({ value, line: index + 1 }));
  const message = `The body is not a JSON list: ${values instanceof Error ? values.message : ''}`;
  throw validationFailed([{ path: 'body', code: 'invalid_json', message: message.slice(0, 300) }]);
}

async function readLines(text: string): Promise<readonly Placed[]> {
  const placed: Placed[] = [];
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== '') placed.push({ value: parse(line), line: index + 1 });
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await new Promise(setImmediate);
  }
  return placed;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The values of an object under the headings, which grow by the names that are new. */
function rowOf(
  value: unknown,
  place: { readonly row: number; readonly line: number },
  headings: Map<string, number>,
): ImportRow {
  if (value instanceof Error) {
    const message = `This is not JSON: ${value.message.slice(0, 200)}`;
    return { ...place, cells: [], fault: { code: 'invalid_json', message } };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = 'A row must be a JSON object of fields.';
    return { ...place, cells: [], fault: { code: 'wrong_type', message } };
  }
  const cells: unknown[] = [];
  for (const [name, cell] of Object.entries(value)) {
    const at = headings.get(name) ?? headings.size;
    headings.set(name, at);
    cells[at] = cell;
  }
  return { ...place, cells };
}
