import type { TextPosition } from './config/json-scan.ts';
import { usageError } from './errors.ts';

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
    `${file}:${place.line}:${place.column}: is nested deeper than ${DEEPEST} levels`,
  );
}
