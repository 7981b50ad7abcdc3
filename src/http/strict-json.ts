import { type Issue, validationFailed } from '../model/errors.ts';
import { limits } from '../model/limits.ts';

/**
 * The value of a JSON text. Refused with the place: what is no JSON, a key given twice, a string
 * with a NUL byte or half a surrogate pair, and what is longer or deeper than any body needs to be.
 */
export function parseStrictJson(text: string): unknown {
  const value = parse(text);
  const fault = valueIssue(value, 'body', 1);
  // A text that its value is written as again gives no key twice; programs mostly send such texts.
  if (!fault && JSON.stringify(value) === text) return value;
  const issue = duplicateKeyIssue(text) ?? fault;
  if (issue) throw validationFailed([issue]);
  return value;
}

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

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** JSON.parse keeps the last of equal keys; which one was meant cannot be known. */
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

function valueIssue(value: unknown, path: string, depth: number): Issue | undefined {
  if (typeof value === 'string') return stringIssue(value, path);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { path, code: 'not_finite', message: `${path} must be a finite number.` };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > limits.jsonDepth) {
    return {
      path,
      code: 'too_deep',
      message: `${path} is nested deeper than ${limits.jsonDepth} levels.`,
    };
  }
  return Array.isArray(value) ? arrayIssue(value, path, depth) : objectIssue(value, path, depth);
}

function stringIssue(value: string, path: string): Issue | undefined {
  if (value.length > limits.stringLength * 2) {
    return {
      path,
      code: 'too_long',
      message: `${path} must not be longer than ${limits.stringLength} characters.`,
    };
  }
  if (!value.includes('\0') && !/\p{Cs}/u.test(value)) return undefined;
  return {
    path,
    code: 'invalid_character',
    message: `${path} must not hold NUL bytes or half surrogate pairs.`,
  };
}

function arrayIssue(items: readonly unknown[], path: string, depth: number): Issue | undefined {
  if (items.length > limits.arrayItems) {
    return {
      path,
      code: 'too_many',
      message: `${path} must not hold more than ${limits.arrayItems} items.`,
    };
  }
  for (const [index, item] of items.entries()) {
    const issue = valueIssue(item, `${path}[${index}]`, depth + 1);
    if (issue) return issue;
  }
  return undefined;
}

function objectIssue(value: object, path: string, depth: number): Issue | undefined {
  for (const [key, item] of Object.entries(value)) {
    const place = path === 'body' ? key.slice(0, 100) : `${path}.${key.slice(0, 100)}`;
    const issue = stringIssue(key, place) ?? valueIssue(item, place, depth + 1);
    if (issue) return issue;
  }
  return undefined;
}
