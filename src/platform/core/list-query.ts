import { type Issue, validationFailed } from '../../model/core/errors.ts';
import type { Field } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import {
  computedFields,
  filterNames,
  maskedFields,
  type ResourceDefinition,
} from '../../model/core/resource.ts';
import { parseFilterValue } from '../../model/validation/validation.ts';
import type { SqlValue } from '../../storage/core/database.ts';
import { columnsOf } from '../../storage/core/stored-row.ts';
import { type Condition, type RowQuery, storedField } from '../../storage/records/list-rows.ts';
import {
  endOfDay,
  formatInstant,
  isCalendarDay,
  parseInstant,
  startOfDay,
} from '../../tools/calendar.ts';
import { memoizeByObject } from '../../tools/collections.ts';
import { foldText, nearestWord } from '../../tools/words.ts';
import { type QueryParameters, unknownParameterIssues } from './request-context.ts';

/** A parsed list request, apart from the scope. */
export interface ListRequest {
  readonly query: Omit<RowQuery, 'scope'>;
  /** The fields to return; undefined: all. */
  readonly fields: readonly string[] | undefined;
}

const PAGING = ['farmId', 'ids', 'limit', 'offset', 'order', 'dir', 'fields', 'cursor'];

/** The names of a resource's list parameters. */
export const listParameters = memoizeByObject(
  (definition: ResourceDefinition): readonly string[] => [...PAGING, ...filterNames(definition)],
);

/** Stored fields that can be sorted: JSON and lists cannot. */
const orderableFields = memoizeByObject((definition: ResourceDefinition): readonly string[] =>
  columnsOf(definition)
    .filter(([name, field]) => name !== 'orgId' && field.type !== 'json' && field.type !== 'list')
    // Sorting would reveal masked values.
    .filter(([name]) => !maskedFields(definition).includes(name))
    .map(([name]) => name),
);

/**
 * Parses the query of a list. Nothing is ignored or clamped: invalid values are refused with all
 * their issues at once. Plain days compared with timestamps are days in `zone`.
 */
export function parseListQuery(
  definition: ResourceDefinition,
  parameters: QueryParameters,
  options: { readonly zone: string; readonly hidden: readonly string[] },
): ListRequest {
  const issues = unknownParameterIssues(listParameters(definition), parameters);
  const values = new Map(parameters);
  const read = <T>(reading: T): Exclude<T, Issue> | undefined => {
    if (!isIssue(reading)) return reading as Exclude<T, Issue>;
    issues.push(reading);
    return undefined;
  };
  const conditions: Condition[] = [];
  for (const [name, value] of values) {
    const condition = conditionOf(definition, { name, value, zone: options.zone });
    const parsed = condition && read(condition);
    if (parsed) conditions.push(parsed);
  }
  const { hidden } = options;
  const orders = orderableFields(definition).filter((name) => !hidden.includes(name));
  const order = read(orderOf(orders, values.get('order'))) ?? definition.order;
  const direction = read(directionOf(values.get('dir'))) ?? 'desc';
  const maximum = definition.maxLimit ?? limits.maxPageSize;
  const limit = read(wholeNumberOf('limit', values.get('limit'), { min: 1, max: maximum }));
  const offset = read(
    wholeNumberOf('offset', values.get('offset'), { min: 0, max: limits.maxOffset }),
  );
  const fields = read(fieldsOf(definition, hidden, values.get('fields')));
  const text = read(parameterText(values.get('q')));
  const after = read(afterOf(definition, { values, orders, order, direction }));
  if (issues.length > 0) throw validationFailed(issues);
  return {
    fields,
    query: {
      conditions,
      order: after?.order ?? order,
      direction: after?.direction ?? direction,
      limit: limit ?? limits.pageSize,
      offset: offset ?? 0,
      ...(text === undefined ? {} : { text }),
      ...(after ? { after: { value: after.value, id: after.id } } : {}),
    },
  };
}

function conditionOf(
  definition: ResourceDefinition,
  { name, value, zone }: { readonly name: string; readonly value: string; readonly zone: string },
): Condition | Issue | undefined {
  if (name === 'ids') return idsCondition(value);
  if (definition.filters.includes(name)) {
    const parsed = parseParameter(definition, { name, field: name, value, zone });
    return isIssue(parsed) ? parsed : { field: name, operator: '=', value: parsed };
  }
  const range = /^(.+)_(from|to)$/.exec(name);
  const field = range?.[1];
  if (!field || !definition.ranges?.includes(field)) return undefined;
  return rangeCondition(definition, { name, field, value, zone });
}

/** Comma-separated IDs; those invisible to the caller are omitted. */
function idsCondition(value: string): Condition | Issue {
  const ids = [...new Set(value.split(',').map((id) => id.trim()))].filter((id) => id !== '');
  const path = 'ids';
  const maximum = limits.maxPageSize;
  if (ids.length === 0)
    return { path, code: 'required', message: 'ids must name at least one id.' };
  if (ids.length > maximum) {
    return { path, code: 'too_many', message: `ids must name at most ${maximum} ids.` };
  }
  if (ids.every((id) => /^[\w-]{1,80}$/.test(id))) {
    return { field: 'id', operator: 'in', value: ids };
  }
  return { path, code: 'invalid_format', message: 'ids must be ids with commas between.' };
}

interface ParameterInput {
  readonly name: string;
  readonly field: string;
  readonly value: string;
  readonly zone: string;
}

function rangeCondition(definition: ResourceDefinition, input: ParameterInput): Condition | Issue {
  const { name, field, value, zone } = input;
  const isFrom = name.endsWith('_from');
  const operator = isFrom ? '>=' : '<=';
  const isInstant = storedField(definition, field)?.type === 'timestamp';
  if (isInstant && isCalendarDay(value)) {
    const deps = isFrom ? startOfDay(value, zone) : endOfDay(value, zone);
    return { field, operator, value: formatInstant(deps) };
  }
  const parsed = parseParameter(definition, input);
  return isIssue(parsed) ? parsed : { field, operator, value: parsed };
}

function parseParameter(definition: ResourceDefinition, input: ParameterInput): SqlValue | Issue {
  const field = storedField(definition, input.field) as Field;
  return parseFilterValue(field, input.value, { name: input.name, zone: input.zone });
}

function orderOf(names: readonly string[], value: string | undefined) {
  if (value === undefined) return undefined;
  return names.includes(value) ? value : notAllowed('order', value, names);
}

function directionOf(value: string | undefined) {
  if (value === undefined || value === 'asc' || value === 'desc') return value;
  return notAllowed('dir', value, ['asc', 'desc']);
}

/** The fields of a record in order, without hidden ones. */
export function shownFields(
  definition: ResourceDefinition,
  hidden: readonly string[],
): readonly string[] {
  const stored = columnsOf(definition).map(([name]) => name);
  const computed = computedFields(definition).map(([name]) => name);
  return [...stored, ...computed].filter((name) => name !== 'orgId' && !hidden.includes(name));
}

function fieldsOf(
  definition: ResourceDefinition,
  hidden: readonly string[],
  value: string | undefined,
) {
  if (value === undefined && hidden.length === 0) return undefined;
  const names = shownFields(definition, hidden);
  if (value === undefined) return names;
  const parts = value.split(',').map((name) => name.trim());
  const unknownName = parts.find((name) => !names.includes(name));
  return unknownName === undefined ? parts : notAllowed('fields', unknownName, names);
}

/** Parses an integer parameter, or returns its issue. */
function wholeNumberOf(
  name: string,
  value: string | undefined,
  bounds: { readonly min: number; readonly max: number },
): number | undefined | Issue {
  if (value === undefined) return undefined;
  const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= bounds.min && number <= bounds.max) return number;
  return {
    path: name,
    code: Number.isNaN(number) ? 'wrong_type' : number < bounds.min ? 'too_small' : 'too_large',
    message: `${name} must be a whole number from ${bounds.min} to ${bounds.max}.`,
  };
}

function parameterText(value: string | undefined): string | undefined | Issue {
  if (value === undefined) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches the characters to refuse.
  if (/[\u0000-\u001f]/.test(value)) {
    return { path: 'q', code: 'invalid_character', message: 'q must not hold control characters.' };
  }
  const text = foldText(value.trim());
  return text === '' ? undefined : text;
}

function afterOf(
  definition: ResourceDefinition,
  input: {
    readonly values: Map<string, string>;
    readonly orders: readonly string[];
    readonly order: string;
    readonly direction: string;
  },
) {
  const { values, orders } = input;
  const cursorText = values.get('cursor');
  if (cursorText === undefined) return undefined;
  const cursor = parseCursor(cursorText);
  const field = cursor && storedField(definition, cursor.order);
  const isForeign =
    !cursor ||
    !field ||
    !orders.includes(cursor.order) ||
    !isValueOf(field, cursor.value) ||
    (values.has('order') && values.get('order') !== cursor.order) ||
    (values.has('dir') && values.get('dir') !== cursor.direction) ||
    Number(values.get('offset') ?? 0) > 0;
  if (!isForeign) return cursor;
  return {
    path: 'cursor',
    code: 'invalid_format',
    message: 'cursor must be the meta.nextCursor of the same list, without offset.',
  } as const satisfies Issue;
}

function notAllowed(path: string, value: string, allowed: readonly string[]): Issue {
  const suggestion = nearestWord(value, allowed);
  return {
    path,
    code: 'not_allowed',
    message: `${path} must be one of ${allowed.join(', ')} (got ${JSON.stringify(value.slice(0, 100))}).`,
    allowed,
    ...(suggestion ? { suggestion } : {}),
  };
}

function isIssue(reading: unknown): reading is Issue {
  return typeof reading === 'object' && reading !== null && 'path' in reading && 'code' in reading;
}

/** A position in a list: the last row seen, and the sort order. */
export interface Cursor {
  readonly order: string;
  readonly direction: 'asc' | 'desc';
  readonly value: SqlValue;
  readonly id: string;
}

/** The cursor as text for a query parameter. */
export function formatCursor(cursor: Cursor): string {
  const { order, direction, value, id } = cursor;
  return Buffer.from(JSON.stringify([order, direction, value, id])).toString('base64url');
}

/** Parses a cursor; undefined when it is malformed. Its value is not yet validated. */
export function parseCursor(text: string): Cursor | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 4) return undefined;
  const [order, direction, value, id] = parts;
  if (typeof order !== 'string' || typeof id !== 'string' || id.includes('\0')) return undefined;
  if (direction !== 'asc' && direction !== 'desc') return undefined;
  if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  return { order, direction, value, id };
}

/** Whether a cursor's value is valid for the field and may be passed to the database. */
export function isValueOf(field: Field, value: SqlValue): boolean {
  if (value === null) return true;
  switch (field.type) {
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
    case 'money':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isCalendarDay(value);
    case 'timestamp':
      // Canonical form only: SQLite compares texts, so another notation would be another position.
      return typeof value === 'string' && isStoredInstant(value);
    case 'word':
      if (field.vocabulary.ranked) return field.vocabulary.words.includes(String(value));
      return isText(value);
    default:
      return isText(value);
  }
}

function isText(value: SqlValue): boolean {
  return typeof value === 'string' && !value.includes('\0');
}

function isStoredInstant(text: string): boolean {
  const instant = parseInstant(text);
  return instant !== undefined && formatInstant(instant) === text;
}

/**
 * `limit` and `offset` of a list other than of a resource; other parameters are allowed by name.
 */
export function readPage(
  parameters: QueryParameters,
  otherNames: readonly string[] = [],
): { readonly limit: number; readonly offset: number } {
  const issues = unknownParameterIssues(['limit', 'offset', ...otherNames], parameters);
  const values = new Map(parameters);
  const limit = wholeNumberOf('limit', values.get('limit'), { min: 1, max: limits.maxPageSize });
  const offset = wholeNumberOf('offset', values.get('offset'), { min: 0, max: limits.maxOffset });
  const failed = [...issues, ...[limit, offset].filter(isIssue)];
  if (failed.length > 0) throw validationFailed(failed);
  return { limit: Number(limit ?? limits.pageSize), offset: Number(offset ?? 0) };
}
