import * as z from 'zod';
import { dayInZone, formatInstant, isCalendarDay, parseInstantInZone } from '../tools/calendar.ts';
import { nearestWord } from '../tools/nearest-word.ts';
import { quotingRule, refuse, rule } from './field-rule.ts';
import type { Field, JsonField, ReferenceField, WordField } from './fields.ts';
import { findJsonFault } from './json-fault.ts';
import { missingReferenceMessage } from './missing-reference.ts';
import { numberSchema } from './number-schema.ts';
import { quote } from './quote.ts';
import { cleanText, listSchema, textSchema } from './text-schema.ts';
import { canonicalWord } from './vocabulary.ts';

/** What the value of a field is read against. */
export interface FieldContext {
  /** Zone of the farm: of the calendar day of a time stamp, and of time stamps without an offset. */
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

/** The schema that turns a value of a JSON body into the stored value; built once for each field. */
export function fieldSchema(field: Field, context: FieldContext): z.ZodType {
  // Only days and time stamps depend on the zone.
  const isOfZone = field.type === 'date' || field.type === 'timestamp';
  const key = isOfZone ? context.zone : '';
  const ofZone = schemas.get(key) ?? new WeakMap<Field, z.ZodType>();
  schemas.set(key, ofZone);
  const known = ofZone.get(field);
  if (known) return known;
  // The table pairs every type with its builder, which the compiler cannot follow through a lookup.
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
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
]);

function booleanSchema() {
  return z.unknown().transform((value, context) => {
    const key = typeof value === 'string' ? value.trim().toLowerCase() : value;
    const known = booleans.get(key);
    if (known !== undefined) return known;
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
