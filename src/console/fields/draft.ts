import { config } from 'zod';
import { FarmError, type Issue } from '../../model/core/errors.ts';
import { type Field, originOf } from '../../model/core/fields.ts';
import {
  type NamedField,
  type ResourceDefinition,
  writableFields,
} from '../../model/core/resource.ts';
import { checkRow } from '../../model/validation/row-rules.ts';
import { parseCreate, parseUpdate } from '../../model/validation/validation.ts';
import {
  dayInZone,
  formatInstant,
  parseInstant,
  parseInstantInZone,
  zoneOffsetMillis,
} from '../../tools/calendar.ts';

// The content security policy forbids generated code.
config({ jitless: true });

/** The texts of the inputs of a form, by field; blank where there is no value. */
export type Draft = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;

interface TextForm {
  readonly toText: (value: unknown, zone: string) => string;
  /** The value to send; unreadable text is passed on and rejected by the validation. */
  readonly toValue: (text: string, zone: string) => unknown;
}

/**
 * A typed number, also with a decimal comma; null where empty. A comma before three digits could
 * also separate thousands: such a text is rejected rather than guessed.
 */
export function parseNumber(typed: string): number | null | undefined {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '');
  if (text === '') return null;
  if (/,\d{3}$/.test(text)) return undefined;
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

const asIs: TextForm = { toText: String, toValue: (text) => text };
// A comma before three digits could also separate thousands: such a text is rejected rather than
// guessed.
const DECIMAL_COMMA = /^([+-]?\d+),(\d{1,2}|\d{4,})$/;
const numeric: TextForm = {
  toText: String,
  toValue: (text) => text.trim().replace(DECIMAL_COMMA, '$1.$2'),
};

/** Conversions between values of each type and input texts; a missing type fails to compile. */
const FORMS: Readonly<Record<Field['type'], TextForm>> = {
  text: asIs,
  word: asIs,
  reference: asIs,
  date: asIs,
  integer: numeric,
  number: numeric,
  money: numeric,
  timestamp: { toText: toLocalText, toValue: fromLocalText },
  boolean: asIs,
  list: {
    toText: (value) => (Array.isArray(value) ? value.join(', ') : String(value)),
    toValue: (text) => text.split(',').map((item) => item.trim()),
  },
  json: {
    toText: (value) => JSON.stringify(value, null, 2),
    toValue: (text) => JSON.parse(text) as unknown,
  },
};

/** The input text of a value. */
function inputText(field: Field, value: unknown, zone: string): string {
  return value === null || value === undefined ? '' : FORMS[field.type].toText(value, zone);
}

/** The texts of a form for an existing record. */
export function toDraft(definition: ResourceDefinition, row: Values, zone: string): Draft {
  return Object.fromEntries(
    writableFields(definition).map(([name, field]) => [name, inputText(field, row[name], zone)]),
  );
}

/**
 * The texts of a form for a new record: its defaults at a time in milliseconds since 1970. Its day
 * is today, as in the actions.
 */
export function newDraft(definition: ResourceDefinition, zone: string, now: number): Draft {
  const { date } = definition.fields;
  const today = date?.type === 'date' && date.required ? { date: dayInZone(now, zone) } : {};
  return { ...defaultDraft(writableFields(definition), zone, now), ...today };
}

/** The texts of the fields that have a value. */
export function textsFromValue(fields: readonly NamedField[], values: Values, zone: string): Draft {
  return Object.fromEntries(
    fields
      .filter(([name]) => values[name] != null)
      .map(([name, field]) => [name, inputText(field, values[name], zone)]),
  );
}

/** The texts of empty fields: their defaults at a time in milliseconds since 1970. */
export function defaultDraft(fields: readonly NamedField[], zone: string, now: number): Draft {
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const isToday = field.defaultFrom === 'today' && field.type === 'date';
      const value = isToday ? dayInZone(now, zone) : field.default;
      return [name, inputText(field, value, zone)];
    }),
  );
}

/** The values of the non-empty fields, or the faults of their texts. */
export function readFields(
  fields: readonly NamedField[],
  draft: Draft,
  zone: string,
): DraftReading {
  const body: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const [name, field] of fields) {
    const reading = readText(field, name, { text: draft[name] ?? '', zone });
    if ('issue' in reading) issues.push(reading.issue);
    else if (reading.value !== null) body[name] = reading.value;
    else if (field.required) issues.push({ path: name, code: 'required', message: name });
  }
  return issues.length > 0 ? { issues } : { body };
}

/** The context in which a form was opened. */
export interface DraftContext {
  readonly definition: ResourceDefinition;
  /** The record to edit; undefined for a new one. */
  readonly base: Values | undefined;
  readonly zone: string;
}

/** The fields whose text differs from that of the record or, for a new one, the non-empty ones. */
export function changedFields(draft: Draft, { definition, base, zone }: DraftContext): string[] {
  const before = base === undefined ? {} : toDraft(definition, base, zone);
  return writableFields(definition)
    .map(([name]) => name)
    .filter((name) => (draft[name] ?? '').trim() !== (before[name] ?? '').trim());
}

/** The body of a request, or the issues for which the service would reject it. */
export type DraftReading =
  | { readonly body: Values; readonly issues?: undefined }
  | { readonly issues: readonly Issue[]; readonly body?: undefined };

/** Reads a form: only changed fields are sent, and a cleared field is sent as null. */
export function readDraft(draft: Draft, context: DraftContext): DraftReading {
  const { definition, base, zone } = context;
  const body: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const name of changedFields(draft, context)) {
    const field = definition.fields[name];
    if (!field || originOf(field) !== 'writable') continue;
    const reading = readText(field, name, { text: draft[name] ?? '', zone });
    if ('issue' in reading) issues.push(reading.issue);
    else body[name] = reading.value;
  }
  issues.push(...refusals(body, context, issues));
  if (issues.length > 0) return { issues };
  return { body: base === undefined ? withoutBlanks(body) : body };
}

function readText(
  field: Field,
  name: string,
  { text, zone }: { readonly text: string; readonly zone: string },
): { readonly value: unknown } | { readonly issue: Issue } {
  if (text.trim() === '') return { value: null };
  try {
    return { value: FORMS[field.type].toValue(text, zone) };
  } catch {
    return { issue: { path: name, code: 'invalid_json', message: `${name} is not valid JSON.` } };
  }
}

/** Issues found by the model, except in fields that are already invalid. */
function refusals(
  body: Values,
  { definition, base, zone }: DraftContext,
  known: readonly Issue[],
): readonly Issue[] {
  const parse = base === undefined ? parseCreate : parseUpdate;
  try {
    const parsed = parse(definition, body, { zone });
    return checkRow(definition, { ...base, ...parsed });
  } catch (error) {
    if (!(error instanceof FarmError) || !error.issues) throw error;
    return error.issues.filter(({ path }) => known.every((issue) => issue.path !== path));
  }
}

function withoutBlanks(body: Values): Values {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

const MINUTE_TEXT = 'YYYY-MM-DDTHH:MM'.length;
const SECOND_TEXT = 'YYYY-MM-DDTHH:MM:SS'.length;

/** An instant in a time zone, in the format of date and time inputs. */
function toLocalText(value: unknown, zone: string): string {
  const millis = parseInstant(String(value));
  if (millis === undefined) return String(value);
  const text = new Date(millis + zoneOffsetMillis(millis, zone)).toISOString();
  const isWholeMinute = text.slice(MINUTE_TEXT, SECOND_TEXT) === ':00';
  return text.slice(0, isWholeMinute ? MINUTE_TEXT : SECOND_TEXT);
}

function fromLocalText(text: string, zone: string): unknown {
  const millis = parseInstantInZone(text, zone);
  return millis === undefined ? text : formatInstant(millis);
}
