import type { Field } from '../model/fields.ts';
import { message } from '../model/message.ts';
import { usageError } from './errors.ts';

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
const yes: readonly string[] = ['true', 'yes', '1', 'on'];
const no: readonly string[] = ['false', 'no', '0', 'off'];

/**
 * The JSON value of a field that was typed as text, from the place of that name (`--capacity`,
 * `--set capacity`). Empty text clears the field: null. Throws a usage error that names the place.
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
  throw usageError(`${place} must be a number, not ${JSON.stringify(text)}`, {
    text: [message('cli.mustBeNumber', { place, value: JSON.stringify(text) })],
  });
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
