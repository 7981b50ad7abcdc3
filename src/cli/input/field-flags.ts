import { type Command, Option } from 'commander';
import type { Field } from '../../model/core/fields.ts';
import { message } from '../../model/core/message.ts';
import {
  type NamedField,
  type ResourceDefinition,
  writableFields,
} from '../../model/core/resource.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { kebabCase, nearestWord } from '../../tools/words.ts';
import { collectValue, suggestWords } from '../core/command-line.ts';
import { didYouMean, usageError } from '../core/errors.ts';
import type { CommandContext } from '../session/context.ts';
import { isNamedResource } from '../session/resolve-name.ts';
import { assignmentOption, dateKindOf, dateOption, resolveDateFields } from './date-flags.ts';
import { readJsonInput } from './read-input.ts';

/** Flags that write fields, in addition to one flag per field. */
interface WriteFlags {
  readonly set?: readonly string[];
  readonly input?: string;
}

/** Adds a flag for every writable field of the resource, plus `--set` and `--input`. */
export function addFieldFlags(
  command: Command,
  definition: ResourceDefinition,
  input?: string,
): void {
  for (const [name, field] of writableFields(definition)) {
    command.addOption(fieldOption(name, field));
  }
  addBodyFlags(command, writableFields(definition), input);
}

const INPUT = 'read the fields from a JSON object in a file; - is stdin';

/** Creates the flag of a writable field. */
export function fieldOption(name: string, field: Field): Option {
  const flags = flagOf(name, field);
  const option = dateKindOf(field.type)
    ? dateOption(flags, describeField(field), { isField: true })
    : suggestWords(new Option(flags, describeField(field)), wordsOf(field));
  return option.helpGroup('Fields:');
}

/** Adds `--set` and `--input`. */
export function addBodyFlags(command: Command, fields: readonly NamedField[], input = INPUT): void {
  const setOption = new Option('--set <field=value>', 'set a field; repeatable');
  command
    .addOption(assignmentOption(setOption.argParser(collectValue), fields))
    .option('--input <file>', input);
}

/** The flag of a field: `--barn-id <id or name>`. */
function flagOf(name: string, field: Field): string {
  const flag = `--${kebabCase(name)}`;
  return field.type === 'boolean' ? `${flag} [true or false]` : `${flag} <${placeholder(field)}>`;
}

const placeholders: Readonly<Record<Field['type'], string>> = {
  text: 'text',
  integer: 'number',
  number: 'number',
  money: 'amount',
  date: 'day',
  timestamp: 'time',
  boolean: 'true or false',
  json: 'json',
  list: 'a,b,…',
  word: 'word',
  reference: 'id',
};

/** Placeholder for a value of the field in help. */
export function placeholder(field: Field): string {
  const isNamed = field.type === 'reference' && isNamedResource(field.to);
  return isNamed ? 'id or name' : placeholders[field.type];
}

/** Help text of a flag: whether it is required, its values and its meaning. */
function describeField(field: Field): string {
  const required = field.required ? ['needed'] : [];
  const note = field.note === undefined ? [] : [field.note];
  return [...required, describeFieldValues(field), ...note].filter((text) => text).join('; ');
}

/** Help text for the values of a field: its enum values, unit or referenced resource. */
export function describeFieldValues(field: Field): string {
  if (field.type === 'word') return describeWords(field.vocabulary.words);
  if (field.type === 'reference') return `of ${field.to}`;
  return field.unit === undefined ? '' : `in ${field.unit}`;
}

/** Enum values of the field; empty if it is not an enum. */
export function wordsOf(field: Field): readonly string[] {
  if (field.type === 'boolean') return ['true', 'false'];
  return field.type === 'word' ? field.vocabulary.words : [];
}

const MOST_WORDS = 8;

function describeWords(words: readonly string[]): string {
  const listedWords = words.slice(0, MOST_WORDS).join(', ');
  return words.length > MOST_WORDS ? `${listedWords} …` : listedWords;
}

/**
 * Builds the request body from the object in `--input`, then `--set`, then field flags. Throws a
 * usage error that names the flag before anything is sent.
 */
export function readBody(
  command: Command,
  definition: ResourceDefinition,
  context: CommandContext,
): Promise<Readonly<Record<string, unknown>>> {
  return readFieldsBody(command, writableFields(definition), context);
}

/** Like `readBody`, for the given fields. */
export async function readFieldsBody(
  command: Command,
  fields: readonly NamedField[],
  context: CommandContext,
): Promise<Readonly<Record<string, unknown>>> {
  const { set = [], input } = command.opts<WriteFlags>();
  return {
    ...(input === undefined ? {} : await readObject(input, fields, context)),
    ...Object.fromEntries(set.map((text) => parseSet(text, fields))),
    ...Object.fromEntries(flagValues(command, fields)),
  };
}

async function readObject(
  path: string,
  fields: readonly NamedField[],
  context: CommandContext,
): Promise<object> {
  const value = await readJsonInput(path, context.io);
  if (isRecord(value)) {
    return resolveDateFields(context, { ...value }, fields);
  }
  throw usageError('--input must hold one JSON object', {
    text: [message('cli.mustBeObject', { flag: '--input' })],
  });
}

function parseSet(text: string, fields: readonly NamedField[]): readonly [string, unknown] {
  const at = text.indexOf('=');
  if (at < 1) {
    const params = { flag: '--set', form: 'field=value', value: JSON.stringify(text) };
    throw usageError(`--set must be field=value, not ${JSON.stringify(text)}`, {
      text: [message('cli.mustBePair', params)],
    });
  }
  const typed = text.slice(0, at);
  const match = fields.find(([name]) => name === typed || kebabCase(name) === typed);
  if (!match)
    throw unknownField(
      typed,
      fields.map(([name]) => name),
    );
  const [name, field] = match;
  return [name, parseFieldValue(field, text.slice(at + 1), `--set ${name}`)];
}

function unknownField(typed: string, names: readonly string[]) {
  const nearest = nearestWord(typed, names);
  const suggestion = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return usageError(`--set: ${typed} is not a field that can be written${suggestion}`, {
    hint: message('hint.fieldsOfResource', { names: names.join(', ') }),
    text: [message('cli.notWritable', { name: typed }), ...didYouMean(nearest)],
  });
}

function flagValues(
  command: Command,
  fields: readonly NamedField[],
): readonly (readonly [string, unknown])[] {
  return fields.flatMap(([name, field]) => {
    const flag = `--${kebabCase(name)}`;
    const option = command.options.find(({ long }) => long === flag);
    const value: unknown = option && command.getOptionValue(option.attributeName());
    if (value === undefined) return [];
    return [[name, value === true ? true : parseFieldValue(field, String(value), flag)] as const];
  });
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
const yes: readonly string[] = ['true', 'yes', '1', 'on'];
const no: readonly string[] = ['false', 'no', '0', 'off'];

/**
 * Parses the text of a field that was set as `--capacity`, `--set capacity` or similar into its
 * JSON value. Empty text clears the field: null. Throws a usage error with that name.
 */
export function parseFieldValue(field: Field, text: string, place: string): unknown {
  if (text === '') return null;
  switch (field.type) {
    case 'integer':
    case 'number':
    case 'money':
      return parseNumber(text, place);
    case 'boolean':
      return parseBoolean(text, place);
    case 'json':
      return parseJson(text, place);
    case 'list':
      return parseList(text, place);
    case 'text':
    case 'date':
    case 'timestamp':
    case 'word':
    case 'reference':
      return text;
  }
}

function parseNumber(text: string, place: string): number {
  const value = NUMBER.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  const written = withPoint(text.trim());
  if (written !== undefined) {
    throw usageError(`${place} requires a decimal point: ${written}, not ${text.trim()}`, {
      text: [message('cli.decimalPoint', { place, written, value: text.trim() })],
    });
  }
  throw usageError(`${place} must be a number, not ${JSON.stringify(text)}`, {
    text: [message('cli.mustBeNumber', { place, value: JSON.stringify(text) })],
  });
}

/**
 * Converts a decimal comma to a point; a comma before three digits may be a thousands separator.
 */
function withPoint(text: string): string | undefined {
  if (!/^-?\d+,\d+$/.test(text)) return undefined;
  const point = text.replace(',', '.');
  return /,\d{3}$/.test(text) ? `${text.replace(',', '')} / ${point}` : point;
}

function parseBoolean(text: string, place: string): boolean {
  const word = text.trim().toLowerCase();
  if (yes.includes(word)) return true;
  if (no.includes(word)) return false;
  throw usageError(`${place} must be true or false, not ${JSON.stringify(text)}`, {
    text: [message('cli.mustBeBoolean', { place, value: JSON.stringify(text) })],
  });
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`${place} must be JSON, such as '{"c": 24}'`, {
      text: [message('cli.mustBeJson', { place })],
    });
  }
}

function parseList(text: string, place: string): unknown {
  if (text.startsWith('[')) return parseJson(text, place);
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
