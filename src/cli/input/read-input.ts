import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { message } from '../../model/core/message.ts';
import { messageOf } from '../../tools/unknown-values.ts';
import { CliError, usageError } from '../core/errors.ts';
import type { InputStream, Io } from '../core/io.ts';
import type { TextPosition } from '../core/json-scan.ts';

/** Options for reading a whole file, with the name used in error messages. */
export interface BoundedRead {
  /** Prefix of error messages: `--input: body.json`. */
  readonly place: string;
  readonly mostBytes: number;
}

/** Well above the size of any text file that the CLI reads. */
export const MOST_TEXT_BYTES = 16 * 1024 * 1024;

/**
 * Reads the bytes of a file. Throws a usage error when it cannot be read or exceeds the size limit:
 * a device or a pipe may never end.
 */
export function readBoundedFile(path: string, { place, mostBytes }: BoundedRead): Promise<Buffer> {
  const chunks = createReadStream(path, { end: mostBytes });
  return collectBytes(chunks, { place, mostBytes }).catch((error: unknown) => {
    if (!isSystemError(error)) throw error;
    throw usageError(`${place} cannot be read: ${error.message}`, {
      cause: error,
      text: [message('cli.cannotRead', { file: place, reason: error.code ?? error.message })],
    });
  });
}

/** Concatenates chunks; throws a usage error when they exceed the size limit. */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array>,
  { place, mostBytes }: BoundedRead,
): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw usageError(message('fault.tooManyBytes', { place, mostBytes }));
    read.push(chunk);
  }
  return Buffer.concat(read);
}

/**
 * Decodes the bytes as text without the byte order mark. Throws a usage error with the line number
 * for bytes that are not UTF-8, and for NUL, which text files do not contain.
 */
export function decodeText(bytes: Uint8Array, place: string): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const nul = text.indexOf('\0');
  if (nul !== -1) throw usageError(message('fault.nulByte', { place, line: lineAt(text, nul) }));
  if (!text.includes('\uFFFD')) return text.replace(/^\uFEFF/, '');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usageError(
      message('fault.notUtf8', { place, line: lineAt(text, text.indexOf('\uFFFD')) }),
    );
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Reads the text of a file, or of standard input for `-`; errors are prefixed with the flag name.
 */
export async function readInputText(
  path: string,
  { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>,
  source: string,
): Promise<string> {
  const place = path === '-' ? source : `${source}: ${path}`;
  const limit = { place, mostBytes: MOST_BYTES };
  const bytes =
    path === '-'
      ? await collectBytes(stdin.chunks(), limit)
      : await readBoundedFile(resolve(cwd, path), limit);
  return decodeText(bytes, place);
}

const LONGEST_LINE = 64 * 1024;

/**
 * Reads the first line of the input, without the line break; for secrets, which are never accepted
 * as arguments. Throws a usage error when the input is empty, or a terminal that would echo it.
 */
export async function readFirstLine(stdin: InputStream): Promise<string> {
  if (stdin.isTerminal) {
    throw usageError(message('fault.inputIsTerminal'), {
      hint: message('hint.pipeSecret'),
    });
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin.chunks()) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n') || text.length > LONGEST_LINE) break;
  }
  const [line = ''] = (text + decoder.decode()).split('\n');
  const trimmed = line.replace(/\r$/, '').trim();
  if (trimmed === '') throw usageError(message('fault.inputEmpty'));
  return trimmed;
}

/**
 * Reads JSON from a file, or from standard input for `-`. Throws a usage error when it is invalid.
 */
export async function readJsonInput(path: string, io: Pick<Io, 'stdin' | 'cwd'>): Promise<unknown> {
  const text = await readInputText(path, io, '--input');
  const place = path === '-' ? 'standard input' : path;
  try {
    const value: unknown = JSON.parse(text);
    const fault = findValueFault(value);
    if (fault === undefined) return value;
    throw usageError(message('fault.inputInvalid', { place, fault }));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(`--input: ${place} is not JSON: ${messageOf(error)}`, {
      text: [message('cli.notJson', { file: place })],
    });
  }
}

const DEEPEST = 64;
const MOST_VALUES = 500_000;
/** Maximum number of brackets open at one position, including those in strings. */
const MOST_OPEN = 500;

/**
 * Describes why a value cannot be walked safely: it is nested too deeply (as a cyclic value is), or
 * its aliases expand to more data than the file contains. Undefined when it is safe.
 */
export function findValueFault(value: unknown): string | undefined {
  let count = 0;
  const check = (inner: unknown, depth: number): string | undefined => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    if (depth > DEEPEST) return `is nested deeper than ${DEEPEST} levels`;
    for (const item of Object.values(inner)) {
      count += 1;
      if (count > MOST_VALUES) return `holds more than ${MOST_VALUES} values`;
      const fault = check(item, depth + 1);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  return check(value, 1);
}

/**
 * Position where consecutive brackets or YAML block indicators exceed the nesting limit: the YAML
 * parser takes time quadratic in their number. Also where very many brackets are open: close to the
 * end of the stack, Node aborts when a regular expression is compiled, without throwing an error
 * that could be caught.
 */
function findDeepNesting(text: string): TextPosition | undefined {
  let run = 0;
  let open = 0;
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\n') {
      line += 1;
      lineStart = at + 1;
    }
    if (isSpace(sign)) continue;
    run = opens(text, at) ? run + 1 : 0;
    open = Math.max(0, open + bracketsOf(sign));
    if (run > DEEPEST || open > MOST_OPEN) return { line, column: at - lineStart + 1 };
  }
  return undefined;
}

function opens(text: string, at: number): boolean {
  const sign = text.charAt(at);
  if (sign === '[' || sign === '{') return true;
  return (sign === '-' || sign === '?' || sign === ':') && isSpace(text.charAt(at + 1));
}

function bracketsOf(sign: string): number {
  if (sign === '[' || sign === '{') return 1;
  return sign === ']' || sign === '}' ? -1 : 0;
}

function isSpace(sign: string): boolean {
  return sign === ' ' || sign === '\t' || sign === '\r' || sign === '\n';
}

/** Throws a usage error for a text that is nested too deeply to be parsed. */
export function requireShallow(text: string, file: string): void {
  const place = findDeepNesting(text);
  if (!place) return;
  throw usageError(
    message('fault.nestedTooDeep', {
      file,
      line: place.line,
      column: place.column,
      deepest: DEEPEST,
    }),
  );
}
