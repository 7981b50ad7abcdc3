import * as z from 'zod';
import { quotingRule, rule } from './field-rule.ts';
import type { ListField, TextField } from './fields.ts';
import { limits } from './limits.ts';
import { holdsMask, MASK } from './mask-address.ts';
import { isSecretReference } from './secret-reference.ts';
import { canonicalWord } from './vocabulary.ts';

// Control characters, lone surrogates (the databases refuse them) and line separators.
const FORBIDDEN_IN_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const FORBIDDEN_IN_PROSE = /(?![\n\t])\p{Cc}|\p{Cs}/u;
const FEWEST_PHONE_DIGITS = 3;
const CANNOT_HOLD = 'holds a control character or half a character, which is not allowed';

type TextFormat = NonNullable<TextField['format']>;

interface FormatRule {
  readonly takes: (schemes: readonly string[]) => string;
  /** The refused value is not repeated, neither to the caller nor into a log. */
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

/** Text as it is stored: trimmed and in NFC, without characters a database or terminal chokes on. */
export function cleanText(takes: string) {
  return z
    .custom<string>((value) => typeof value === 'string', quotingRule('wrong_type', takes))
    .overwrite((text) => text.normalize('NFC').trim())
    .refine((text) => !FORBIDDEN_IN_LINE.test(text), rule('invalid_character', CANNOT_HOLD));
}

/** The schema of a text field. */
export function textSchema(field: TextField): z.ZodType<string> {
  const text = field.multiline ? cleanProse() : cleanText('must be text');
  const short = text.refine((value) => isWithin(value, field.max), tooLong(field.max));
  return field.format === undefined ? short : withFormat(short, field, field.format);
}

/** The schema of a list field: texts, or one text with commas; repeated and empty items go. */
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
  // What was shown masked and is sent to another row would be stored as its credentials.
  return format === 'url'
    ? formatted.refine((value) => !holdsMask(value), rule('invalid_format', MASKED))
    : formatted;
}

function isUrl(text: string, schemes: readonly string[]): boolean {
  // The parser of URLs would repair a missing // and drop or encode white space.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/]\S*$/i.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return hostname !== '' && schemes.includes(protocol.slice(0, -1));
}

let knownCurrencies: ReadonlySet<string> | undefined;

function currencies(): ReadonlySet<string> {
  knownCurrencies ??= new Set(Intl.supportedValuesOf('currency'));
  return knownCurrencies;
}

function isWithin(text: string, max: number): boolean {
  // A character is one or two code units: only texts in between have to be counted.
  if (text.length <= max) return true;
  return text.length <= 2 * max && [...text].length <= max;
}

function tooLong(max: number) {
  return rule('too_long', `must be at most ${max} characters long`);
}

function tooMany(max: number) {
  return rule('too_many', `must have at most ${max} items`);
}
