import * as z from 'zod';
import {
  dayInZone,
  formatInstant,
  isCalendarDay,
  isInstantText,
  parseInstantInZone,
} from '../../tools/calendar.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { nearestWord } from '../../tools/words.ts';
import { type Issue, quote, validationFailed } from '../core/errors.ts';
import {
  type Field,
  isNumeric,
  type JsonField,
  originOf,
  type ReferenceField,
  type WordField,
} from '../core/fields.ts';
import {
  type NamedField,
  type ResourceDefinition,
  storedFields,
  writableFields,
} from '../core/resource.ts';
import { canonicalWord } from '../core/vocabulary.ts';
import {
  cleanText,
  findJsonFault,
  listSchema,
  missingReferenceMessage,
  numberSchema,
  quotingRule,
  refuse,
  rule,
  textSchema,
  toIssue,
} from './field-values.ts';

type Values = Record<string, unknown>;
type Reading = { readonly value: unknown } | { readonly issues: readonly [Issue, ...Issue[]] };

/** Cached readings of field values in one zone. */
export type KnownReadings = Map<Field, Map<unknown, Reading>>;

/** The context in which a body's fields are read. */
export interface ReadContext extends FieldContext {
  /** Cache for callers that read many bodies: equal values are read once. */
  readonly known?: KnownReadings;
}

const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
// Text of only white space and invisible characters is empty.
const SOMETHING_VISIBLE = /[^\s\p{Cf}]/u;

/**
 * Parses a POST body: returns the stored values of its writable fields, and the constant defaults
 * of other stored fields. Ignores all other properties; null and empty text count as absent. Throws
 * `validation_failed` with all issues, in field order.
 */
export function parseCreate(
  definition: ResourceDefinition,
  body: unknown,
  context: ReadContext,
): Values {
  const fields = requireObject(body);
  return readAll(storedFields(definition), (name, field) => {
    const value = originOf(field) === 'writable' ? ownValue(fields, name) : undefined;
    if (!isEmpty(value, field)) return readField(name, field, value, context);
    if (field.required) return missing(name, field, 'is required');
    return field.default === undefined ? undefined : { value: field.default };
  });
}

/**
 * Parses a PATCH body: returns the stored values of its writable fields. Null and empty text clear
 * a field, setting it to null or its constant default; required fields and `status` cannot be
 * cleared. Throws `validation_failed` with all issues, in field order.
 */
export function parseUpdate(
  definition: ResourceDefinition,
  body: unknown,
  context: FieldContext,
): Values {
  const fields = requireObject(body);
  return readAll(writableFields(definition), (name, field) => {
    const value = ownValue(fields, name);
    if (value === undefined) return undefined;
    if (!isEmpty(value, field)) return readField(name, field, value, context);
    if (field.required || name === 'status') return missing(name, field, 'cannot be cleared');
    return { value: field.default ?? null };
  });
}

/**
 * Parses a body with a list of fields, such as an action's: returns the stored values of the given
 * fields and the constant defaults of the others. Null and empty text count as absent; other
 * properties are ignored. Throws `validation_failed` with all issues, in field order.
 */
export function parseFields(
  fields: readonly NamedField[],
  body: unknown,
  context: FieldContext,
): Values {
  const changed = requireObject(body);
  return readAll(fields, (name, field) => {
    const value = ownValue(changed, name);
    if (!isEmpty(value, field)) return readField(name, field, value, context);
    if (field.required) return missing(name, field, 'is required');
    return field.default === undefined ? undefined : { value: field.default };
  });
}

/** The context in which a query parameter's text is read. */
export interface FilterContext extends FieldContext {
  /** The parameter's name, used as the path of issues. */
  readonly name: string;
}

/** The value that a query parameter filters by, or the issue of the parameter. */
export function parseFilterValue(
  field: Field,
  text: string,
  { name, zone }: FilterContext,
): string | number | boolean | Issue {
  if (isEmpty(text, field)) return missing(name, field, 'must not be empty').issues[0];
  const reading = readField(name, field, text, { zone });
  if ('issues' in reading) return reading.issues[0];
  const { value } = reading;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  return { path: name, code: 'unknown_parameter', message: `${name} is not a filter.` };
}

/**
 * Parses the query parameters of an operation: returns the stored values of the given ones and the
 * constant defaults of the others. Throws `validation_failed` with all issues.
 */
export function parseParameters(
  fields: Readonly<Record<string, Field>>,
  values: ReadonlyMap<string, string>,
  context: FieldContext,
): Values {
  return readAll(Object.entries(fields), (name, field) => {
    const text = values.get(name);
    if (text !== undefined && !isEmpty(text, field)) {
      return readField(name, field, text, context);
    }
    if (text !== undefined || field.required) return missing(name, field, 'must not be empty');
    return field.default === undefined ? undefined : { value: field.default };
  });
}

function readAll(
  fields: readonly NamedField[],
  read: (name: string, field: Field) => Reading | undefined,
): Values {
  const values: Values = {};
  const issues: Issue[] = [];
  for (const [name, field] of fields) {
    const reading = read(name, field);
    if (reading === undefined) continue;
    if ('issues' in reading) issues.push(...reading.issues);
    else values[name] = reading.value;
  }
  if (issues.length > 0) throw validationFailed(issues);
  return values;
}

function readField(name: string, field: Field, value: unknown, context: ReadContext): Reading {
  const { known } = context;
  if (!known || typeof value === 'object') return readAnew(name, field, value, context);
  const ofField = known.get(field) ?? new Map<unknown, Reading>();
  known.set(field, ofField);
  const before = ofField.get(value);
  if (before) return before;
  const reading = readAnew(name, field, value, context);
  const isShareable = 'issues' in reading || typeof reading.value !== 'object';
  if (isShareable) ofField.set(value, reading);
  return reading;
}

function readAnew(name: string, field: Field, value: unknown, { zone }: ReadContext): Reading {
  // Fast path: batches of hundreds of measurements contain times mostly in their stored form.
  if (field.type === 'timestamp' && typeof value === 'string' && isInstantText(value)) {
    return { value };
  }
  const result = fieldSchema(field, { zone }).safeParse(readNumeral(field, value));
  if (result.success) return { value: result.data };
  const [first, ...otherIssues] = result.error.issues.map((issue) => toIssue(name, issue));
  // zod never fails without an issue, but its list type allows it.
  return first ? { issues: [first, ...otherIssues] } : missing(name, field, 'is not valid');
}

/** Reads a number sent as text, as programs and forms do. */
function readNumeral(field: Field, value: unknown): unknown {
  if (!isNumeric(field) || typeof value !== 'string') return value;
  const numeral = value.trim();
  return PLAIN_NUMBER.test(numeral) ? Number(numeral) : value;
}

function missing(name: string, field: Field, description: string) {
  const allowed =
    field.type === 'word' && !field.vocabulary.open ? { allowed: field.vocabulary.words } : {};
  const issue: Issue = {
    path: name,
    code: 'required',
    message: `${name} ${description}.`,
    ...allowed,
  };
  return { issues: [issue] as const };
}

function requireObject(body: unknown): object {
  if (isRecord(body)) return body;
  throw validationFailed([
    { path: 'body', code: 'wrong_type', message: 'body must be a JSON object of fields.' },
  ]);
}

function ownValue(object: object, name: string): unknown {
  // Own properties only: a field may have the name of an Object method.
  return Object.hasOwn(object, name) ? (object as Values)[name] : undefined;
}

function isEmpty(value: unknown, field: Field): boolean {
  const takesAnyText = field.type === 'json' && field.anyValue === true;
  if (typeof value === 'string') return !takesAnyText && !SOMETHING_VISIBLE.test(value);
  return value === undefined || value === null;
}

/** The context in which a field's value is read. */
export interface FieldContext {
  /**
   * The farm's zone, for the calendar day of a time stamp and for time stamps without an offset.
   */
  readonly zone: string;
}

type FieldOf<Type, F = Field> = F extends { readonly type: infer Types }
  ? Type extends Types
    ? F
    : never
  : never;

type Builder<F> = (field: F, context: FieldContext) => z.ZodType;

const ID_PATTERN = /^[A-Za-z0-9_-]{1,80}$/;

const builders = {
  text: textSchema,
  integer: numberSchema,
  number: numberSchema,
  money: numberSchema,
  date: dateSchema,
  timestamp: timestampSchema,
  boolean: booleanSchema,
  json: jsonSchema,
  list: listSchema,
  word: wordSchema,
  reference: referenceSchema,
} satisfies { readonly [Type in Field['type']]: Builder<FieldOf<Type>> };

const schemas = new Map<string, WeakMap<Field, z.ZodType>>();

/** The schema that converts a JSON body value into the stored value; cached per field. */
export function fieldSchema(field: Field, context: FieldContext): z.ZodType {
  // Only days and time stamps depend on the zone.
  const isOfZone = field.type === 'date' || field.type === 'timestamp';
  const key = isOfZone ? context.zone : '';
  const ofZone = schemas.get(key) ?? new WeakMap<Field, z.ZodType>();
  schemas.set(key, ofZone);
  const cached = ofZone.get(field);
  if (cached) return cached;
  // `builders` pairs each type with its builder; the compiler loses this relation in a lookup.
  const schema = (builders[field.type] as Builder<Field>)(field, context);
  ofZone.set(field, schema);
  return schema;
}

function dateSchema(_field: Field, { zone }: FieldContext) {
  const takes = 'must be a day that exists, YYYY-MM-DD';
  return cleanText(takes).transform((typed, context) => {
    const instant = isCalendarDay(typed) ? undefined : parseInstantInZone(typed, zone);
    const day = instant === undefined ? typed : dayInZone(instant, zone);
    if (isCalendarDay(day)) return day;
    return refuse(context, {
      code: 'invalid_date',
      message: `${takes} (got ${quote(typed)})`,
    });
  });
}

function timestampSchema(_field: Field, { zone }: FieldContext) {
  const takes = 'must be a time stamp such as 2026-11-01T10:00:00Z';
  return cleanText(takes).transform((typed, context) => {
    const instant = parseInstantInZone(typed, zone);
    if (instant !== undefined) return formatInstant(instant);
    return refuse(context, { code: 'invalid_date', message: `${takes} (got ${quote(typed)})` });
  });
}

const booleans = new Map<unknown, boolean>([
  ...[true, 1, '1', 'true'].map((value) => [value, true] as const),
  ...[false, 0, '0', 'false'].map((value) => [value, false] as const),
]);

function booleanSchema() {
  return z.unknown().transform((value, context) => {
    const key = typeof value === 'string' ? value.trim().toLowerCase() : value;
    const cached = booleans.get(key);
    if (cached !== undefined) return cached;
    const message = `must be true or false (got ${quote(value)})`;
    return refuse(context, { code: 'wrong_type', message });
  });
}

function jsonSchema({ anyValue = false }: JsonField) {
  return z
    .custom<unknown>(
      (value) => anyValue || (typeof value === 'object' && value !== null),
      quotingRule('wrong_type', 'must be an object or a list'),
    )
    .transform((value, context) => {
      const fault = findJsonFault(value);
      return fault ? refuse(context, fault) : value;
    });
}

function wordSchema({ vocabulary }: WordField) {
  const { words, open } = vocabulary;
  const takes = open
    ? 'must be a word of at most 40 letters, digits, spaces, _ or -'
    : `must be one of ${words.join(', ')}`;
  return cleanText(takes).transform((typed, context) => {
    const canonical = canonicalWord(vocabulary, typed);
    if (canonical !== undefined) return canonical;
    const message = `${takes} (got ${quote(typed)})`;
    if (open) return refuse(context, { code: 'invalid_format', message });
    const suggestion = nearestWord(typed, words);
    return refuse(context, { code: 'not_allowed', message, allowed: words, suggestion });
  });
}

function referenceSchema(field: ReferenceField) {
  return cleanText('must be an id').refine(
    (id) => ID_PATTERN.test(id),
    rule('not_found', (id) => missingReferenceMessage(field, id)),
  );
}
