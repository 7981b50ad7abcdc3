import type * as z from 'zod';
import { isRecord } from '../../tools/unknown-values.ts';
import { type Issue, type IssueCode, validationFailed } from '../core/errors.ts';

const MOST_ISSUES = 20;
const REQUIRED = 'is required';

const CODES: Readonly<Record<string, IssueCode>> = {
  invalid_type: 'wrong_type',
  invalid_value: 'not_allowed',
  unrecognized_keys: 'not_allowed',
  too_big: 'too_large',
  too_small: 'too_small',
  invalid_format: 'invalid_format',
  invalid_union: 'wrong_type',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const SIZES: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
};

/**
 * Parses a body with a schema, at a path of the request. Throws `validation_failed` with the
 * project's own messages, never the library's.
 */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown, at = ''): z.output<S> {
  const parsed = schema.safeParse(body, { error: messageOf });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, MOST_ISSUES);
  throw validationFailed(issues.map((issue) => toIssue(issue, at)));
}

function toIssue(issue: z.core.$ZodIssue, at: string): Issue {
  const path = joinPath(at, issue.path) || 'body';
  const code = issue.message === REQUIRED ? 'required' : (CODES[issue.code] ?? 'invalid_format');
  return { path, code, message: `${path} ${issue.message}.`, ...rangeOf(issue) };
}

function rangeOf(issue: z.core.$ZodIssue): Pick<Issue, 'range'> {
  if (issue.code === 'too_big') return { range: { max: Number(issue.maximum) } };
  return issue.code === 'too_small' ? { range: { min: Number(issue.minimum) } } : {};
}

/** The path of a part of a body, such as `devices.0.unit`. */
export function joinPath(at: string, path: readonly PropertyKey[]): string {
  return [at, ...path.map(String)].filter((part) => part !== '').join('.');
}

function messageOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return REQUIRED;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[String(issue.expected)] ?? 'of the documented type'}`;
    case 'invalid_union':
      return 'must be a text, or an object with the documented members';
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return 'must not have members other than the documented ones';
    case 'too_big':
      return `must be at most ${issue.maximum}${SIZES[String(issue.origin)] ?? ''}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${SIZES[String(issue.origin)] ?? ''}`;
    default:
      return 'is invalid';
  }
}

/** Returns the body if it is an object. Throws `validation_failed` otherwise. */
export function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(body)) return body;
  throw validationFailed([
    { path: 'body', code: 'wrong_type', message: 'body must be a JSON object.' },
  ]);
}
