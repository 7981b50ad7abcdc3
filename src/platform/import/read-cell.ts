import type { Field } from '../../model/fields.ts';
import { limits } from '../../model/limits.ts';
import {
  dayInZone,
  formatInstant,
  isCalendarDay,
  localInstant,
  parseInstant,
} from '../../tools/calendar.ts';
import { measureJson } from '../../tools/measure-json.ts';
import { type DayFormat, readDay, sheetDay } from '../../tools/read-day.ts';
import { type DecimalSign, readNumber } from '../../tools/read-number.ts';
import { isTruncatedForCell, unescapeFormula } from '../../tools/spreadsheet-text.ts';

/** What the cells of a file are read by. */
export interface CellStyle {
  readonly kind: 'csv' | 'sheet' | 'json';
  readonly decimal: DecimalSign | undefined;
  readonly mayUseComma: boolean;
  readonly dateFormat: DayFormat | undefined;
  /** In which the times of a sheet are meant, which say no offset. */
  readonly zone: string;
}

/** A mark of its own: a cell may hold an object of any names. */
const FAULT = Symbol('fault');

const TOO_DEEP = `must not be nested deeper than ${limits.jsonDepth} levels`;

const TRUNCATED =
  'was truncated by an export to a workbook; export as CSV, or leave the column out';

const RELATIVE_WORD = /^(?:today|yesterday|tomorrow|now)(?![\p{L}\d])/iu;
const RELATIVE =
  'is relative to the day of the import; a file of rows needs the date itself, such as 2026-11-20';

/** A cell that could mean two things, with what the sender must say. */
export interface CellFault {
  readonly [FAULT]: string;
}

/** Longer texts are neither days nor times. */
const LONGEST_TIME = 100;
const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/**
 * The value of a body that a cell means for a field. What cannot be read is left as it is, for the
 * field itself to refuse it with its reasons.
 */
export function readCell(field: Field, cell: unknown, style: CellStyle): unknown | CellFault {
  if (isRelativeDate(field, cell)) return { [FAULT]: RELATIVE };
  if (style.kind === 'json' || cell === undefined || cell === null) return cell;
  if (cell instanceof Date) return readSheetTime(field, cell, style);
  if (typeof cell === 'string') {
    if (isTruncatedForCell(cell)) return { [FAULT]: TRUNCATED };
    const text = style.kind === 'csv' ? unescapeFormula(cell) : cell;
    return text.trim() === '' ? undefined : readText(field, text, style);
  }
  return readTyped(field, cell, style);
}

/** A file may be imported again on another day: then such a word would mean another day. */
function isRelativeDate({ type }: Field, cell: unknown): boolean {
  const isDate = type === 'date' || type === 'timestamp';
  return isDate && typeof cell === 'string' && RELATIVE_WORD.test(cell.trimStart());
}

/** What is wrong with a cell; undefined for a value. */
export function faultOf(value: unknown): string | undefined {
  return isFault(value) ? value[FAULT] : undefined;
}

function isFault(value: unknown): value is CellFault {
  return typeof value === 'object' && value !== null && FAULT in value;
}

function readText(field: Field, text: string, style: CellStyle): unknown | CellFault {
  switch (field.type) {
    case 'integer':
    case 'number':
    case 'money': {
      const value = readNumber(text, style);
      if (value !== 'ambiguous') return value ?? text;
      return { [FAULT]: `could be two numbers (${quoted(text)}); pass decimal=. or decimal=,` };
    }
    case 'date':
      return isTooLong(text) ? text : readDate(text, style);
    case 'timestamp':
      return isTooLong(text) ? text : readTime(text, style);
    case 'json':
      return parseOr(text);
    case 'list':
      return text.trimStart().startsWith('[') ? parseOr(text) : text;
    default:
      return text;
  }
}

function isTooLong(text: string): boolean {
  return text.trim().length > LONGEST_TIME;
}

/** A number or truth value of a sheet. */
function readTyped(field: Field, cell: unknown, style: CellStyle): unknown | CellFault {
  switch (field.type) {
    case 'text':
    case 'word':
    case 'reference':
    case 'list':
      return String(cell);
    case 'date':
      if (typeof cell !== 'number') return cell;
      if (style.dateFormat === 'excel') return sheetDay(cell) ?? cell;
      return readDate(String(cell), style);
    default:
      return cell;
  }
}

function readDate(text: string, { dateFormat }: CellStyle): unknown | CellFault {
  // Spreadsheets write midnight behind a day.
  const typed = text.trim().replace(/[T ]0{1,2}:00(?::00(?:\.0+)?)?$/, '');
  const day = readDay(typed, dateFormat);
  if (day !== 'ambiguous') return day ?? text;
  const how = 'dateFormat=dmy, mdy, ymd or excel';
  return { [FAULT]: `could be two days (${quoted(text)}); pass ${how}` };
}

/** An instant with its offset, or a time by the clocks of the farm. */
function readTime(text: string, style: CellStyle): unknown | CellFault {
  const typed = text.trim();
  if (parseInstant(typed) !== undefined) return typed;
  const match = /^([^\sT]+)[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(typed);
  const [, dayText = '', hours = '', minutes = '', seconds = '0'] = match ?? [];
  if (!match || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return text;
  const day = readDate(dayText, style);
  if (isFault(day)) return day;
  if (typeof day !== 'string' || !isCalendarDay(day)) return text;
  const millis = Number(hours) * HOUR_MILLIS + Number(minutes) * 60_000 + Number(seconds) * 1000;
  return formatInstant(localInstant(day, millis, style.zone));
}

/** What a sheet shows is what its clock on the wall showed. */
function readSheetTime(field: Field, shown: Date, { zone }: CellStyle): unknown {
  const millis = shown.getTime();
  if (Number.isNaN(millis)) return undefined;
  const day = dayInZone(millis, 'UTC');
  if (field.type !== 'timestamp') return day;
  return formatInstant(localInstant(day, ((millis % DAY_MILLIS) + DAY_MILLIS) % DAY_MILLIS, zone));
}

/** The JSON value of a text; the text itself where it is not JSON that a field could take. */
function parseOr(text: string): unknown {
  if (measureJson(text, limits.jsonDepth).isTooDeep) return { [FAULT]: TOO_DEEP };
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
