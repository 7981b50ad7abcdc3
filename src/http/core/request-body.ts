import type { FastifyRequest } from 'fastify';
import { FarmError, type Issue, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { measureJson } from '../../tools/text.ts';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json *(?:;|$)/i;

/**
 * The JSON body of a request. Throws `unsupported_media_type` for another kind of body and
 * `validation_failed` if it is missing or malformed.
 */
export function bodyOf(request: FastifyRequest): unknown {
  const { rawBody } = request;
  if (rawBody === undefined || rawBody === '') {
    throw validationFailed([
      { path: 'body', code: 'required', message: 'body must be a JSON object.' },
    ]);
  }
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw new FarmError('unsupported_media_type');
  }
  return parseStrictJson(rawBody);
}

/**
 * Parses a JSON text. Rejects, with the position: invalid JSON, duplicate keys, strings with a NUL
 * byte or an unpaired surrogate, and values longer or deeper than any body needs to be.
 */
export function parseStrictJson(text: string): unknown {
  if (text.length > LONG && measureJson(text, limits.parsedJsonDepth).isTooDeep) {
    throw validationFailed([issueOf(tooDeep)]);
  }
  const value = parse(text);
  const bodyFault = valueFault(value, 1);
  // A text equal to its re-serialised value has no duplicate keys; most programs send such texts.
  if (!bodyFault && JSON.stringify(value) === text) return value;
  // Oversized values are rejected before the text is scanned again.
  const issue =
    bodyFault && OVERSIZED.has(bodyFault.code)
      ? issueOf(bodyFault)
      : (duplicateKeyIssue(text) ?? (bodyFault && issueOf(bodyFault)));
  if (issue) throw validationFailed([issue]);
  return value;
}

/**
 * Longer texts are checked for depth before parsing: `JSON.parse` takes 500 ms for a million
 * brackets.
 */
const LONG = 10_000;

const OVERSIZED: ReadonlySet<Issue['code']> = new Set(['too_deep', 'too_many', 'too_long']);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : '';
    throw validationFailed([
      { path: 'body', code: 'invalid_json', message: `body is not valid JSON: ${reason}` },
    ]);
  }
}

/** The texts are valid JSON: the closing quote of a string is optional only to keep this linear. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],:]/g;

/** JSON.parse keeps the last of several equal keys; the intended one is unknown. */
function duplicateKeyIssue(text: string): Issue | undefined {
  const open: (Set<string> | undefined)[] = [];
  let previous = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const isKey = token.startsWith('"') && (previous === '{' || previous === ',');
    const keys = open.at(-1);
    if (isKey && keys) {
      const key = JSON.parse(token) as string;
      if (keys.has(key)) return duplicateKey(key);
      keys.add(key);
    }
    nest(open, token);
    previous = token;
  }
  return undefined;
}

function nest(open: (Set<string> | undefined)[], token: string): void {
  if (token === '{') open.push(new Set());
  if (token === '[') open.push(undefined);
  if (token === '}' || token === ']') open.pop();
}

function duplicateKey(key: string): Issue {
  const path = key.slice(0, 100);
  return { path, code: 'duplicate_key', message: `${JSON.stringify(path)} is given twice.` };
}

/** A fault inside a value, with its path: `.name`, `[3].name`. */
interface Fault {
  readonly path: string;
  readonly code: Issue['code'];
  /** The description that follows the path. */
  readonly what: string;
}

/** The path is built only if there is a fault, which is rare. */
function valueFault(value: unknown, depth: number): Fault | undefined {
  if (typeof value === 'string') return stringFault(value);
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : fault('not_finite', 'must be a finite number');
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > limits.jsonDepth) return tooDeep;
  return Array.isArray(value) ? arrayFault(value, depth) : objectFault(value, depth);
}

const tooDeep = fault('too_deep', `is nested deeper than ${limits.jsonDepth} levels`);

const UNSTORABLE = /[\0\p{Cs}]/u;

function stringFault(value: string): Fault | undefined {
  if (value.length > limits.stringLength * 2) {
    return fault('too_long', `must not be longer than ${limits.stringLength} characters`);
  }
  if (!UNSTORABLE.test(value)) return undefined;
  return fault('invalid_character', 'must not hold NUL bytes or half surrogate pairs');
}

function arrayFault(items: readonly unknown[], depth: number): Fault | undefined {
  if (items.length > limits.arrayItems) {
    return fault('too_many', `must not hold more than ${limits.arrayItems} items`);
  }
  for (let index = 0; index < items.length; index++) {
    const itemFault = valueFault(items[index], depth + 1);
    if (itemFault) return { ...itemFault, path: `[${index}]${itemFault.path}` };
  }
  return undefined;
}

function objectFault(value: object, depth: number): Fault | undefined {
  const keys = Object.keys(value);
  if (keys.length > limits.objectKeys) {
    return fault('too_many', `must not hold more than ${limits.objectKeys} keys`);
  }
  for (const key of keys) {
    const item = (value as Readonly<Record<string, unknown>>)[key];
    const entryFault = stringFault(key) ?? valueFault(item, depth + 1);
    if (entryFault) return { ...entryFault, path: `.${key.slice(0, 100)}${entryFault.path}` };
  }
  return undefined;
}

function fault(code: Issue['code'], description: string): Fault {
  return { path: '', code, what: description };
}

/** Converts the fault to an issue that names the fields of the body. */
function issueOf({ path: place, code, what }: Fault): Issue {
  const path = place.startsWith('.') ? place.slice(1) : `body${place}`;
  return { path, code, message: `${path} ${what}.` };
}
