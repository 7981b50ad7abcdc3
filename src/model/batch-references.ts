import { validationFailed } from './errors.ts';
import { quote } from './quote.ts';

/** `$0.id`, `$barn.id`, `$2.result.id`; what begins with a digit behind the dot is an amount. */
const REFERENCE = /^\$([A-Za-z0-9_-]+)\.([A-Za-z]\w*(?:\.\w+)*)$/;
/** `$$0.id` stands for the text `$0.id` itself. */
const ESCAPED = /^\$(\$[A-Za-z0-9_-]+\.[A-Za-z]\w*(?:\.\w+)*)$/;

/** A text of an operation that refers to the answer of an earlier one. */
export interface BatchReference {
  /** Where it stands. */
  readonly path: string;
  readonly text: string;
  /** The number of the operation, or its name. */
  readonly operation: string;
  /** What of its answer is meant, such as `result.id`. */
  readonly field: string;
}

/** The answers of the operations so far, by number and by name. */
type BatchAnswers = ReadonlyMap<string, unknown>;

/** Every reference in a value, with its place. */
export function referencesIn(value: unknown, path: string): readonly BatchReference[] {
  if (typeof value === 'string') {
    const [, operation, field] = REFERENCE.exec(value) ?? [];
    if (operation === undefined || field === undefined) return [];
    return [{ path, text: value, operation, field }];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => referencesIn(item, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => referencesIn(item, `${path}.${name}`));
}

/** The value with its references replaced; throws the issue of one that names nothing. */
export function fillReferences(value: unknown, answers: BatchAnswers, path = 'body'): unknown {
  if (typeof value === 'string') return fillText(value, answers, path);
  if (Array.isArray(value)) {
    return value.map((item, index) => fillReferences(item, answers, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return value;
  const filled = Object.entries(value).map(([name, item]) => [
    name,
    fillReferences(item, answers, `${path}.${name}`),
  ]);
  return Object.fromEntries(filled);
}

/** The value with every text in it that would be read as a reference marked as the text it is. */
export function escapeReferences(value: unknown): unknown {
  if (typeof value === 'string') {
    return REFERENCE.test(value) ? `$${value}` : value;
  }
  if (Array.isArray(value)) return value.map(escapeReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, escapeReferences(item)]),
  );
}

function fillText(text: string, answers: BatchAnswers, path: string): unknown {
  const [, operation, field] = REFERENCE.exec(text) ?? [];
  if (operation === undefined || field === undefined) return ESCAPED.exec(text)?.[1] ?? text;
  const found = field.split('.').reduce(insideOf, answers.get(operation));
  if (found !== undefined) return found;
  throw validationFailed([
    {
      path: path.replace(/^body\./, ''),
      code: 'not_found',
      message: `${quote(text)}: the answer of that operation has no ${field}.`,
    },
  ]);
}

function insideOf(value: unknown, name: string): unknown {
  const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isInside ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
