import { validationFailed } from '../../../model/errors.ts';
import { limits } from '../../../model/limits.ts';
import { measureJson } from '../../../tools/measure-json.ts';
import type { ImportRow, ImportTable } from '../import-table.ts';
import { createRowTally, requireHeadings, tooManyRows } from './row-tally.ts';

const LINES_PER_TURN = 2000;

/** A value with its line; an error in place of a line that is not JSON. */
interface Placed {
  readonly value: unknown;
  readonly line: number;
}

/** Reads a list of objects, or one object per line; a line that is not JSON is a row with a fault. */
export async function readJsonRows(text: string): Promise<ImportTable> {
  const plain = text.replace(/^\ufeff/, '');
  const isList = plain.trimStart().startsWith('[');
  const tally = createRowTally();
  const headings = new Map<string, number>();
  const rows: ImportRow[] = [];
  for (const { value, line } of isList ? readList(plain) : readLines(plain)) {
    const row = rowOf(value, { row: rows.length + 1, line }, headings);
    tally.add(row.cells);
    rows.push(row);
    if (rows.length % LINES_PER_TURN === 0) await new Promise(setImmediate);
  }
  return { kind: 'json', headings: [...headings.keys()], rows, mayUseComma: false };
}

function* readList(text: string): Generator<Placed> {
  if (measureJson(text, limits.importJsonDepth).items > limits.importRows) throw tooManyRows();
  const values = parse(text);
  if (Array.isArray(values)) {
    yield* values.map((value: unknown, index) => ({ value, line: index + 1 }));
    return;
  }
  const isDeep = values instanceof NestedTooDeep;
  const message = `The body is not a JSON list: ${values instanceof Error ? values.message : ''}`;
  throw validationFailed([
    { path: 'body', code: isDeep ? 'too_deep' : 'invalid_json', message: message.slice(0, 300) },
  ]);
}

function* readLines(text: string): Generator<Placed> {
  let number = 1;
  for (let from = 0; from < text.length; number++) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    const line = text.slice(from, end);
    if (line.trim() !== '') yield { value: parse(line), line: number };
    from = end + 1;
  }
}

class NestedTooDeep extends Error {
  constructor() {
    super(`it is nested deeper than ${limits.importJsonDepth} levels`);
  }
}

function parse(text: string): unknown {
  if (measureJson(text, limits.importJsonDepth).isTooDeep) return new NestedTooDeep();
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The values of an object under the headings; names that are new are added to them. */
function rowOf(
  value: unknown,
  place: { readonly row: number; readonly line: number },
  headings: Map<string, number>,
): ImportRow {
  if (value instanceof NestedTooDeep) {
    const message = `The row cannot be read: ${value.message}.`;
    return { ...place, cells: [], fault: { code: 'too_deep', message } };
  }
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
    if (!headings.has(name)) addHeading(headings, name);
    cells[headings.get(name) ?? 0] = cell;
  }
  return { ...place, cells };
}

function addHeading(headings: Map<string, number>, name: string): void {
  headings.set(name, headings.size);
  if (headings.size > limits.importColumns || name.length > limits.importHeadingLength) {
    requireHeadings([...headings.keys()]);
  }
}
