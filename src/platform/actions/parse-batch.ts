import { type Issue, type IssueCode, quote, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { getResource, isResourceName, resourceNames } from '../../model/resources/registry.ts';
import { referencesIn } from '../../model/validation/row-rules.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { nearestWord } from '../../tools/words.ts';
import { type Query, queryOfText } from '../core/request-context.ts';

const METHODS = ['POST', 'PATCH', 'DELETE'] as const;
const FIELDS = ['method', 'path', 'body', 'ifMatch', 'id'] as const;
const PREFIX = '/v1/platform';
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

type Given = Readonly<Record<string, unknown>>;
type Method = BatchOperation['method'];

/** Parses the body of a batch; throws all issues of all operations at once. */
export function parseBatch(body: unknown): readonly BatchOperation[] {
  const requested = isRecord(body) ? body['operations'] : undefined;
  if (!Array.isArray(requested) || requested.length === 0) {
    throw validationFailed([
      issueAt('operations', 'required', 'operations is required, a list of what is to be done.'),
    ]);
  }
  if (requested.length > limits.batchOperations) {
    const tooMany = `operations must not hold more than ${limits.batchOperations}`;
    throw validationFailed([
      issueAt('operations', 'too_many', `${tooMany}; there are ${requested.length}.`),
    ]);
  }
  const issues: Issue[] = [];
  const operations = requested.map((operation, index) =>
    readOperation(operation, { at: `operations[${index}]`, issues }),
  );
  const read = operations.filter((operation) => operation !== undefined);
  if (issues.length === 0) issues.push(...nameIssues(read), ...referenceIssues(read));
  if (issues.length > 0) throw validationFailed(issues);
  return read;
}

interface Reading {
  /** The path of the operation: `operations[3]`. */
  readonly at: string;
  readonly issues: Issue[];
}

function readOperation(input: unknown, reading: Reading): BatchOperation | undefined {
  const { at, issues } = reading;
  if (!isRecord(input)) {
    issues.push(issueAt(at, 'wrong_type', `${at} must be an object with method and path.`));
    return undefined;
  }
  issues.push(...unknownFields(input, at));
  const method = methodOf(input['method'], reading);
  const place = parsePlace(input['path'], reading);
  const target = method && place && targetOf(method, place.parts, reading);
  const ifMatch = parseText(input, 'ifMatch', reading);
  const name = parseText(input, 'id', reading);
  if (name !== undefined && !NAME.test(name)) {
    const message = `${at}.id must be a letter and then letters, digits, - or _; not ${quote(name)}.`;
    issues.push(issueAt(`${at}.id`, 'invalid_format', message));
  }
  if (!target || !place) return undefined;
  return { method, ...target, query: place.query, body: input['body'], ifMatch, name };
}

function unknownFields(input: Given, at: string): Issue[] {
  return Object.keys(input)
    .filter((name) => !FIELDS.some((field) => field === name))
    .map((name) => {
      const suggestion = nearestWord(name, FIELDS);
      return {
        ...issueAt(`${at}.${name}`, 'unknown_parameter', `${at} must not hold ${quote(name)}.`),
        allowed: FIELDS,
        ...(suggestion === undefined ? {} : { suggestion }),
      };
    });
}

function methodOf(input: unknown, { at, issues }: Reading): Method | undefined {
  const method = METHODS.find((supported) => supported === String(input).toUpperCase());
  if (method) return method;
  const message = `${at}.method must be one of ${METHODS.join(', ')}; not ${quote(input)}.`;
  issues.push({ ...issueAt(`${at}.method`, 'not_allowed', message), allowed: METHODS });
  return undefined;
}

interface Place {
  readonly parts: readonly string[];
  readonly query: BatchOperation['query'];
}

function parsePlace(input: unknown, { at, issues }: Reading): Place | undefined {
  if (typeof input !== 'string' || !input.startsWith('/')) {
    const message = `${at}.path must be a text such as /tasks or /tasks/task_01…; not ${quote(input)}.`;
    issues.push(
      issueAt(`${at}.path`, input === undefined ? 'required' : 'invalid_format', message),
    );
    return undefined;
  }
  const [path = '', search = ''] = input.split('?', 2);
  const local = path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : path;
  return { parts: local.slice(1).split('/'), query: queryOfText(search) };
}

function targetOf(
  method: Method,
  parts: readonly string[],
  reading: Reading,
): { readonly target: BatchTarget; readonly route: string } | undefined {
  const [first = '', second, ...remainingParts] = parts;
  const isAction = first === 'actions' && (second === undefined || second === 'undo');
  if (remainingParts.length > 0 || (!isAction && !isResourceName(first))) {
    reading.issues.push(unknownPath(first, parts, reading.at));
    return undefined;
  }
  const wantsId = method !== 'POST';
  const hasId = second !== undefined && second !== '';
  if (isAction ? method !== 'POST' : wantsId !== hasId) {
    reading.issues.push(wrongMethod(method, parts, reading.at));
    return undefined;
  }
  if (isAction) {
    const kind = second === 'undo' ? 'undo' : 'action';
    return { target: { kind }, route: `${PREFIX}/${parts.join('/')}` };
  }
  const definition = getResource(first);
  const collection = `${PREFIX}/${first}`;
  if (second === undefined) return { target: { kind: 'create', definition }, route: collection };
  const kind = method === 'DELETE' ? 'delete' : 'update';
  return { target: { kind, definition, id: second }, route: `${collection}/:id` };
}

function unknownPath(first: string, parts: readonly string[], at: string): Issue {
  const names = [...resourceNames, 'actions'];
  const suggestion = nearestWord(first, names);
  const path = quote(`/${parts.join('/')}`);
  return {
    ...issueAt(`${at}.path`, 'not_allowed', `${at}.path: a batch does nothing at ${path}.`),
    ...(suggestion === undefined || suggestion === first ? {} : { suggestion: `/${suggestion}` }),
  };
}

function wrongMethod(method: Method, parts: readonly string[], at: string): Issue {
  const path = quote(`/${parts.join('/')}`);
  return issueAt(
    `${at}.method`,
    'not_allowed',
    `${at}.method: ${method} is not possible at ${path}.`,
  );
}

function parseText(input: Given, name: string, { at, issues }: Reading): string | undefined {
  const value = input[name];
  if (value === undefined || typeof value === 'string') return value;
  issues.push(issueAt(`${at}.${name}`, 'wrong_type', `${at}.${name} must be a text.`));
  return undefined;
}

function nameIssues(operations: readonly BatchOperation[]): Issue[] {
  const seenIds = new Set<string>();
  return operations.flatMap(({ name }, index) => {
    if (name === undefined) return [];
    const path = `operations[${index}].id`;
    if (!seenIds.has(name)) {
      seenIds.add(name);
      return [];
    }
    return [issueAt(path, 'duplicate', `${path}: ${quote(name)} names another operation already.`)];
  });
}

/** Issues of references that do not name an earlier operation. */
function referenceIssues(operations: readonly BatchOperation[]): Issue[] {
  return operations.flatMap((operation, index) => {
    const at = `operations[${index}]`;
    const knownIds = new Set(
      operations.slice(0, index).flatMap(({ name }, number) => [String(number), name]),
    );
    const id = 'id' in operation.target ? operation.target.id : undefined;
    const values = operation.query.parameters.map(([, value]) => value);
    const sent = [
      ...referencesIn(operation.body, `${at}.body`),
      ...[id, ...values].flatMap((value) => referencesIn(value, `${at}.path`)),
    ];
    return sent
      .filter(({ operation: named }) => !knownIds.has(named))
      .map(({ path, text }) =>
        issueAt(
          path,
          'not_found',
          `${path}: ${quote(text)} refers to no operation before this one.`,
        ),
      );
  });
}

function issueAt(path: string, code: IssueCode, message: string): Issue {
  return { path, code, message };
}

/** The target of a batch operation. */
export type BatchTarget =
  | { readonly kind: 'create'; readonly definition: ResourceDefinition }
  | {
      readonly kind: 'update' | 'delete';
      readonly definition: ResourceDefinition;
      /** An ID, or a reference to the ID of an earlier operation. */
      readonly id: string;
    }
  | { readonly kind: 'action' }
  | { readonly kind: 'undo' };

/** One operation of a batch, as sent. */
export interface BatchOperation {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly target: BatchTarget;
  /** Route template, for the audit log. */
  readonly route: string;
  readonly query: Query;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
  /** Name for references from later operations, besides its number. */
  readonly name: string | undefined;
}
