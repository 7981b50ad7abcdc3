import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { message } from '../../model/core/message.ts';
import { messageOf } from '../../tools/unknown-values.ts';
import { CliError, usageError } from '../core/errors.ts';
import type { InputStream, Io } from '../core/io.ts';
import type { TextPosition } from '../core/json-scan.ts';

/** What is read of a file that is read as a whole, and how it is named in errors. */
export interface BoundedRead {
  /** Beginning of error messages: `--input: body.json`. */
  readonly place: string;
  readonly mostBytes: number;
}

/** No file that the command line reads as a text comes near it. */
export const MOST_TEXT_BYTES = 16 * 1024 * 1024;

/**
 * The bytes of a file. Throws a usage error when it cannot be read or holds more than it may: a
 * device or a pipe may never end.
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

/** The bytes of chunks; throws a usage error when they are more than may be read. */
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
 * The bytes as text without its byte order mark. Throws a usage error with the line for bytes that
 * are not UTF-8, and for NUL, which no text file holds.
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

/** The text of a file, or of standard input for `-`; what it was named by stands before errors. */
export async function readInputText(
  path: string,
  { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>,
  named: string,
): Promise<string> {
  const place = path === '-' ? named : `${named}: ${path}`;
  const limit = { place, mostBytes: MOST_BYTES };
  const bytes =
    path === '-'
      ? await collectBytes(stdin.chunks(), limit)
      : await readBoundedFile(resolve(cwd, path), limit);
  return decodeText(bytes, place);
}

const LONGEST_LINE = 64 * 1024;

/**
 * The first line of the input, without what ends it; for secrets, which no argument takes.
 * Throws a usage error when the input is empty, or a terminal that would show what is typed.
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

/** The JSON value of a file, or of standard input for `-`. Throws a usage error when it is none. */
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
/** Of brackets that are open at a place, those in texts included. */
const MOST_OPEN = 500;

/**
 * What keeps a value from being walked safely: it is nested too deeply, which one that holds itself
 * is, or its aliases make more of it than the file holds. Undefined when nothing does.
 */
export function findValueFault(value: unknown): string | undefined {
  let count = 0;
  const walk = (inner: unknown, depth: number): string | undefined => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    if (depth > DEEPEST) return `is nested deeper than ${DEEPEST} levels`;
    for (const item of Object.values(inner)) {
      count += 1;
      if (count > MOST_VALUES) return `holds more than ${MOST_VALUES} values`;
      const found = walk(item, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(value, 1);
}

/**
 * Where more brackets, or more of the signs that open YAML blocks, follow each other than a value may
 * be nested: the parser of YAML needs time that grows with the square of their number. Or where very
 * many brackets are open: close to the end of the stack, Node aborts when a regular expression is
 * compiled, and no error is thrown that could be caught.
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

/** A usage error for a text that is nested too deeply to be parsed. */
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
