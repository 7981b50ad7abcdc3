import * as z from 'zod';
import { roundForStorage, roundTo } from '../../tools/statistics.ts';
import { parseUrl } from '../../tools/unknown-values.ts';
import { type Issue, type IssueCode, type IssueRange, quote } from '../core/errors.ts';
import type { ListField, NumberField, ReferenceField, TextField } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { containsMask, isSecretReference, MASK } from '../core/secrets.ts';
import { canonicalWord } from '../core/vocabulary.ts';
import { getResource } from '../resources/registry.ts';

/** Why a value is rejected. The message omits the field name at its beginning. */
export interface Refusal {
  readonly code: IssueCode;
  /** What is accepted, as the rest of a sentence: `must be a number`. */
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly suggestion?: string | undefined;
  readonly range?: IssueRange | undefined;
}

type Message = string | ((value: unknown) => string);

/** Options of a `refine`: a value that fails it is rejected without further checks. */
export function rule(code: IssueCode, message: Message, range?: IssueRange) {
  const describe = typeof message === 'string' ? () => message : message;
  return {
    abort: true,
    params: { code, range },
    error: (issue: { readonly input?: unknown }) => describe(issue.input),
  };
}

/** Like `rule`, with the rejected value at the end of the message. */
export function quotingRule(code: IssueCode, takes: string, range?: IssueRange) {
  return rule(code, (value) => `${takes} (got ${quote(value)})`, range);
}

/** Rejects a value from inside a `transform`. */
export function refuse(context: z.RefinementCtx, refusal: Refusal): never {
  const { message, ...params } = refusal;
  context.addIssue({ code: 'custom', message, params });
  return z.NEVER;
}

/** Turns a schema's refusal into an issue of the field; a path inside the value is appended. */
export function toIssue(field: string, issue: z.core.$ZodIssue): Issue {
  const steps = issue.path.map((step) =>
    typeof step === 'number' ? `[${step}]` : `.${String(step)}`,
  );
  const path = `${field}${steps.join('')}`;
  const { code, allowed, suggestion, range } = paramsOf(issue);
  return {
    path,
    code,
    message: `${path} ${issue.message}.`,
    ...(allowed ? { allowed } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(range === undefined ? {} : { range }),
  };
}

function paramsOf(issue: z.core.$ZodIssue): Omit<Refusal, 'message'> {
  // All field rules are custom; an issue raised by zod itself can only concern the type.
  if (issue.code !== 'custom') return { code: 'wrong_type' };
  return issue.params as Omit<Refusal, 'message'>;
}

const encoder = new TextEncoder();

const faults = {
  wrongType: { code: 'wrong_type', message: 'must hold JSON values only' },
  notFinite: { code: 'not_finite', message: 'must hold finite numbers only' },
  tooDeep: {
    code: 'too_deep',
    message: `must not be nested deeper than ${limits.jsonDepth} levels`,
  },
  character: {
    code: 'invalid_character',
    message: 'must not hold the character NUL or half a character in any text or name',
  },
  tooLarge: {
    code: 'too_large',
    message: `must take at most ${limits.jsonFieldBytes} bytes as JSON text`,
  },
} as const satisfies Record<string, Refusal>;

/** The reason why a value cannot be stored as a JSON field; undefined if it can. */
export function findJsonFault(value: unknown): Refusal | undefined {
  const fault = findFault(value, 1);
  if (fault) return fault;
  const bytes = encoder.encode(JSON.stringify(value)).length;
  return bytes > limits.jsonFieldBytes ? faults.tooLarge : undefined;
}

function findFault(value: unknown, depth: number): Refusal | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : faults.notFinite;
  if (typeof value === 'string') return isStorable(value) ? undefined : faults.character;
  if (typeof value !== 'object' || !isPlain(value)) return faults.wrongType;
  if (depth > limits.jsonDepth) return faults.tooDeep;
  return Array.isArray(value) ? findInItems(value, depth) : findInEntries(value, depth);
}

function findInItems(items: readonly unknown[], depth: number): Refusal | undefined {
  for (const item of items) {
    const fault = findFault(item, depth + 1);
    if (fault) return fault;
  }
  return undefined;
}

function findInEntries(object: object, depth: number): Refusal | undefined {
  for (const [key, item] of Object.entries(object)) {
    const fault = isStorable(key) ? findFault(item, depth + 1) : faults.character;
    if (fault) return fault;
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Cs}/u.test(text);
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const MONEY_DECIMALS = 2;

const kinds = {
  integer: 'a whole number',
  number: 'a number',
  money: 'an amount',
} as const satisfies Record<NumberField['type'], string>;

/** The schema of a number, integer or amount: finite, in range, rounded as stored. */
export function numberSchema(field: NumberField): z.ZodType {
  const { min, max, above, below, wraps } = field;
  const takes = `must be ${describeRange(field)}`;
  const range = rangeOf(field);
  return z
    .custom<number>((value) => typeof value === 'number', quotingRule('wrong_type', takes))
    .refine(Number.isFinite, quotingRule('not_finite', takes))
    .refine(
      (value) => field.type !== 'integer' || Number.isInteger(value),
      quotingRule('wrong_type', takes),
    )
    .overwrite((value) => roundFor(field, value))
    .overwrite((value) => (value === wraps?.from ? wraps.to : value))
    .refine((value) => isAtLeast(value, min, above), quotingRule('too_small', takes, range))
    .refine((value) => isAtMost(value, max, below), quotingRule('too_large', takes, range));
}

/** The values accepted by a number field, in words: `a whole number from 0 to 700 days`. */
function describeRange({ type, min, max, above, below, unit }: NumberField): string {
  const low = above === undefined ? `from ${grouped(min ?? 0)}` : `above ${grouped(above)} and up`;
  const high = below === undefined ? `to ${grouped(max)}` : `to below ${grouped(below)}`;
  const range = `${kinds[type]} ${low} ${high}`;
  return unit === undefined ? range : `${range} ${unit}`;
}

/** Formats long numbers with separators. */
function grouped(value: number): string {
  return Math.abs(value) < 10_000 ? String(value) : value.toLocaleString('en');
}

function rangeOf({ min, max, above, below, unit }: NumberField): IssueRange {
  return {
    ...(above === undefined ? { min: min ?? 0 } : { above }),
    ...(below === undefined ? { max } : { below }),
    ...(unit === undefined ? {} : { unit }),
  };
}

function roundFor(field: NumberField, value: number): number {
  // Fast path: most values are integers. Adding 0 turns -0 into 0.
  if (Number.isInteger(value)) return value + 0;
  if (field.type !== 'money') return roundForStorage(value);
  return roundTo(value, field.decimals ?? MONEY_DECIMALS);
}

function isAtLeast(value: number, min = -Infinity, above = -Infinity): boolean {
  return value >= min && value > above;
}

function isAtMost(value: number, max: number, below = Infinity): boolean {
  return value <= max && value < below;
}

// Control characters, lone surrogates (which the databases reject) and line separators.
const FORBIDDEN_IN_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const FORBIDDEN_IN_PROSE = /(?![\n\t])\p{Cc}|\p{Cs}/u;
const FEWEST_PHONE_DIGITS = 3;
const CANNOT_HOLD = 'holds a control character or half a character, which is not allowed';

type TextFormat = NonNullable<TextField['format']>;

interface FormatRule {
  readonly takes: (schemes: readonly string[]) => string;
  /** Whether the rejected value is omitted from messages and logs. */
  readonly secret?: boolean;
  readonly canonical?: (text: string) => string;
  readonly accepts: (text: string, schemes: readonly string[]) => boolean;
}

const formatRules: Readonly<Record<TextFormat, FormatRule>> = {
  email: {
    takes: () => 'must be an e-mail address',
    accepts: (text) => z.regexes.email.test(text),
  },
  phone: {
    takes: () => 'must be a phone number, such as +972 50 123 4567',
    accepts: (text) => text.replace(/\P{Nd}/gu, '').length >= FEWEST_PHONE_DIGITS,
  },
  currency: {
    takes: () => 'must be the code of a currency, such as ILS or EUR',
    canonical: (text) => text.toUpperCase(),
    accepts: (text) => currencies().has(text),
  },
  url: {
    takes: (schemes) =>
      `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    secret: true,
    accepts: isUrl,
  },
  'secret-reference': {
    takes: () =>
      'must name where a secret is kept, such as env:NAME or file:PATH, and not hold the secret',
    secret: true,
    accepts: isSecretReference,
  },
};

/** Text as stored: trimmed, in NFC, without characters that break databases or terminals. */
export function cleanText(takes: string) {
  return z
    .custom<string>((value) => typeof value === 'string', quotingRule('wrong_type', takes))
    .overwrite((text) => text.normalize('NFC').trim())
    .refine((text) => !FORBIDDEN_IN_LINE.test(text), rule('invalid_character', CANNOT_HOLD));
}

/** The schema of a text field. */
export function textSchema(field: TextField): z.ZodType<string> {
  const text = field.multiline ? cleanProse() : cleanText('must be text');
  const limited = text.refine((value) => isWithin(value, field.max), tooLong(field.max));
  return field.format === undefined ? limited : withFormat(limited, field, field.format);
}

/**
 * The schema of a list field: texts, or one comma-separated text; drops duplicates and empty items.
 */
export function listSchema({ maxItems, maxLength, words = [] }: ListField): z.ZodType {
  const documented = { words, open: true };
  const item = cleanText('must be text')
    .refine((value) => isWithin(value, maxLength), tooLong(maxLength))
    .overwrite((value) => canonicalWord(documented, value) ?? value);
  const takes = 'must be a list of texts, or one text with commas';
  const raw = z
    .custom<unknown[]>(Array.isArray, quotingRule('wrong_type', takes))
    .refine((items) => items.length <= limits.arrayItems, tooMany(limits.arrayItems));
  return z
    .preprocess((value) => (typeof value === 'string' ? value.split(',') : value), raw)
    .pipe(z.array(item))
    .overwrite((items) => [...new Set(items)].filter((value) => value !== ''))
    .refine((items) => items.length <= maxItems, tooMany(maxItems));
}

function cleanProse() {
  return z
    .custom<string>((value) => typeof value === 'string', quotingRule('wrong_type', 'must be text'))
    .overwrite((text) => text.replace(/\r\n?/g, '\n').normalize('NFC').trim())
    .refine((text) => !FORBIDDEN_IN_PROSE.test(text), rule('invalid_character', CANNOT_HOLD));
}

const MASKED = `holds ${MASK} where credentials belong: send the whole address`;

function withFormat(text: z.ZodType<string>, field: TextField, format: TextFormat) {
  const { takes, secret, canonical = (value) => value, accepts } = formatRules[format];
  const schemes = field.schemes ?? ['http', 'https'];
  const options = secret ? rule : quotingRule;
  const formatted = text
    .overwrite(canonical)
    .refine((value) => accepts(value, schemes), options('invalid_format', takes(schemes)));
  // A masked value copied from a response would otherwise be stored as credentials.
  return format === 'url'
    ? formatted.refine((value) => !containsMask(value), rule('invalid_format', MASKED))
    : formatted;
}

function isUrl(text: string, schemes: readonly string[]): boolean {
  // The URL parser would add a missing // and drop or encode white space.
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^\s/]\S*$/i.test(text) ? parseUrl(text) : undefined;
  if (!url) return false;
  return url.hostname !== '' && schemes.includes(url.protocol.slice(0, -1));
}

let knownCurrencies: ReadonlySet<string> | undefined;

function currencies(): ReadonlySet<string> {
  knownCurrencies ??= new Set(Intl.supportedValuesOf('currency'));
  return knownCurrencies;
}

function isWithin(text: string, max: number): boolean {
  // A character is one or two code units: counting is only needed for lengths in between.
  if (text.length <= max) return true;
  return text.length <= 2 * max && [...text].length <= max;
}

function tooLong(max: number) {
  return rule('too_long', `must be at most ${max} characters long`, { max });
}

function tooMany(max: number) {
  return rule('too_many', `must have at most ${max} items`, { max });
}

/** The message for an invalid ID; the same for foreign and nonexistent rows. */
export function missingReferenceMessage(field: ReferenceField, id: unknown): string {
  const { singular } = getResource(field.to);
  const article = /^[aeio]/.test(singular) ? 'an' : 'a';
  return `${quote(id)} is not ${article} ${singular} the key may see`;
}

/** The issue for an ID that is not a row of its resource readable by the key. */
export function missingReference(path: string, field: ReferenceField, id: unknown): Issue {
  return {
    path,
    code: 'not_found',
    message: `${path} ${missingReferenceMessage(field, id)}.`,
  };
}
