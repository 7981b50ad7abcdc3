import { type Issue, reason } from '../../model/core/errors.ts';
import type { Field } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import {
  dayInZone,
  formatInstant,
  isCalendarDay,
  localInstant,
  parseInstant,
} from '../../tools/calendar.ts';
import {
  type DayFormat,
  type DecimalSign,
  plainDigits,
  readDay,
  readNumber,
  sheetDay,
} from '../../tools/read-values.ts';
import { isTruncatedForCell, measureJson, unescapeFormula } from '../../tools/text.ts';
import { isMeasuredCell, type MeasuredCell } from '../table-files/table.ts';
import { type FieldMeasure, type ForeignUnit, isUnit, type ReadUnit, readUnit } from './units.ts';

/** Options for reading the cells of a file. */
export interface CellStyle {
  readonly kind: 'csv' | 'sheet' | 'json';
  readonly decimal: DecimalSign | undefined;
  readonly mayUseComma: boolean;
  readonly dateFormat: DayFormat | undefined;
  /** The zone of sheet times, which have no offset. */
  readonly zone: string;
  readonly currencies?: readonly string[];
  /** The name of the field. */
  readonly name?: string;
  /** The unit of the column. */
  readonly unit?: ReadUnit | undefined;
}

/** A symbol, because a cell may contain an object with arbitrary property names. */
const FAULT = Symbol('fault');

const TOO_DEEP = `must not be nested deeper than ${limits.jsonDepth} levels`;

const TRUNCATED =
  'was truncated by an export to a workbook; export as CSV, or leave the column out';

const RELATIVE_WORD = /^(?:today|yesterday|tomorrow|now)(?![\p{L}\d])/iu;
const RELATIVE =
  'is relative to the day of the import; a file of rows needs the date itself, such as 2026-11-20';

/** An ambiguous cell, with the question for the sender. */
export interface CellFault {
  readonly [FAULT]: {
    readonly text: string;
    readonly code?: Issue['code'];
    readonly parameters?: NonNullable<Issue['parameters']>;
    readonly reason?: NonNullable<Issue['reason']>;
  };
}

/** Longer texts are not dates or times. */
const LONGEST_TIME = 100;
const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/**
 * Converts a cell to the value of a field. Unreadable cells are returned unchanged, so that
 * validation of the field reports the reason.
 */
export function readCell(field: Field, cell: unknown, style: CellStyle): unknown | CellFault {
  if (isRelativeDate(field, cell)) return { [FAULT]: { text: RELATIVE } };
  if (style.kind === 'json' || cell === undefined || cell === null) return cell;
  if (cell instanceof Date) return readSheetTime(field, cell, style);
  if (isMeasuredCell(cell)) return readFormatted(field, cell, style);
  if (typeof cell === 'string') {
    if (isTruncatedForCell(cell)) return { [FAULT]: { text: TRUNCATED } };
    const text = style.kind === 'csv' ? unescapeFormula(cell) : cell;
    return text.trim() === '' ? undefined : readText(field, text, style);
  }
  return readTyped(field, cell, style);
}

/**
 * Relative dates are not accepted: importing the file on another day would change their meaning.
 */
function isRelativeDate({ type }: Field, cell: unknown): boolean {
  const isDate = type === 'date' || type === 'timestamp';
  return isDate && typeof cell === 'string' && RELATIVE_WORD.test(cell.trimStart());
}

/** The fault of a cell; undefined for a value. */
export function faultOf(value: unknown): CellFault[typeof FAULT] | undefined {
  return isFault(value) ? value[FAULT] : undefined;
}

function isFault(value: unknown): value is CellFault {
  return typeof value === 'object' && value !== null && FAULT in value;
}

function readText(field: Field, text: string, style: CellStyle): unknown | CellFault {
  switch (field.type) {
    case 'integer':
    case 'number':
    case 'money':
      return readQuantity(field, text, style);
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

/** A number with or without a unit: `1.2 t`, `$ 850`. */
function readQuantity(field: Field, text: string, style: CellStyle): unknown | CellFault {
  const bareNumber = readNumber(text, style);
  if (bareNumber === undefined) return readMeasured(field, text, style);
  const convert = style.unit?.convert ?? identity;
  return bareNumber === 'ambiguous' ? ofTwo(field, { text, convert }, style) : convert(bareNumber);
}

const MEASURED = /^([^\d+.,-]{0,20})([+-]?[\d.,][\d.,\s'’]*)([^\d\s][^\d]{0,30}\d?)?$/u;

function readMeasured(field: Field, text: string, style: CellStyle): unknown | CellFault {
  const [, before = '', number = '', behind = ''] = MEASURED.exec(plainDigits(text.trim())) ?? [];
  const value = readNumber(number, style);
  const unit = (before + behind).trim();
  if (value === undefined || unit === '' || (before.trim() !== '' && behind.trim() !== ''))
    return text;
  return measured(field, { text, number: value, digits: number, unit }, style);
}

/** A number from a sheet whose format contains a unit. */
function readFormatted(field: Field, { number, unit }: MeasuredCell, style: CellStyle) {
  if (!isUnit(unit)) return number;
  return measured(
    field,
    { text: `${number} ${unit}`, number, digits: String(number), unit },
    style,
  );
}

interface Measured {
  readonly text: string;
  readonly number: number | 'ambiguous';
  readonly digits: string;
  readonly unit: string;
}

function measured(field: Field, { text, number, digits, unit }: Measured, style: CellStyle) {
  if (!isUnit(unit)) return text;
  const { name = '', currencies = [] } = style;
  const measure: FieldMeasure = { name, field, currencies };
  const unitResult = readUnit(unit, measure);
  if (unitResult && 'expected' in unitResult) return foreignFault(text, unitResult);
  const convert = unitResult?.convert ?? identity;
  return number === 'ambiguous' ? ofTwo(field, { text: digits, convert }, style) : convert(number);
}

function foreignFault(text: string, { unit, expected }: ForeignUnit): CellFault {
  const detail = `is in ${quoted(unit)} (${quoted(text)}), which cannot be converted to ${expected}`;
  const params = { value: text.trim(), unit, expected };
  return {
    [FAULT]: { text: detail, code: 'inconsistent', reason: reason('reason.foreignUnit', params) },
  };
}

/** Chooses the reading of a number that the field accepts, such as `34.781` for a longitude. */
function ofTwo(
  field: Field,
  { text, convert }: { readonly text: string; readonly convert: (value: number) => number },
  style: CellStyle,
): number | CellFault {
  const readings = (['.', ','] as const).flatMap((decimal) => {
    const value = readNumber(text, { ...style, decimal });
    return typeof value === 'number' ? [convert(value)] : [];
  });
  const possible = readings.filter((value) => isPossible(field, value));
  const [only] = possible;
  if (field.type === 'number' && only !== undefined && possible.length === 1) return only;
  const ambiguity = `could be two numbers (${quoted(text)}); pass decimal=. or decimal=,`;
  const params = { value: text.trim() };
  return {
    [FAULT]: {
      text: ambiguity,
      parameters: ['decimal'],
      reason: reason('reason.twoNumbers', params),
    },
  };
}

function isPossible(field: Field, value: number): boolean {
  if (field.type !== 'number') return true;
  const { min = -Infinity, max = Infinity, above = -Infinity, below = Infinity } = field;
  return value >= min && value <= max && value > above && value < below;
}

function identity(value: number): number {
  return value;
}

function isTooLong(text: string): boolean {
  return text.trim().length > LONGEST_TIME;
}

/** A number or boolean from a sheet. */
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
      return typeof cell === 'number' && style.unit ? style.unit.convert(cell) : cell;
  }
}

function readDate(text: string, { dateFormat }: CellStyle): unknown | CellFault {
  // Spreadsheets append midnight to a day.
  const typed = text.trim().replace(/[T ]0{1,2}:00(?::00(?:\.0+)?)?$/, '');
  const day = readDay(typed, dateFormat);
  if (day !== 'ambiguous') return day ?? text;
  const params = { value: text.trim() };
  if (/^\d+$/.test(plainDigits(typed))) {
    const detail = `is the day number of a spreadsheet (${quoted(text)}); pass dateFormat=excel`;
    return {
      [FAULT]: {
        text: detail,
        parameters: ['dateFormat'],
        reason: reason('reason.serialDay', params),
      },
    };
  }
  const ambiguity = `could be two days (${quoted(text)}); pass dateFormat=dmy, mdy, ymd or excel`;
  return {
    [FAULT]: {
      text: ambiguity,
      parameters: ['dateFormat'],
      reason: reason('reason.twoDays', params),
    },
  };
}

/** An instant with its offset, or a local time of the farm. */
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

/** Interprets a sheet time as local time. */
function readSheetTime(field: Field, date: Date, { zone }: CellStyle): unknown {
  const millis = date.getTime();
  if (Number.isNaN(millis)) return undefined;
  const day = dayInZone(millis, 'UTC');
  if (field.type !== 'timestamp') return day;
  return formatInstant(localInstant(day, ((millis % DAY_MILLIS) + DAY_MILLIS) % DAY_MILLIS, zone));
}

/** Parses a text as JSON; returns the text if it is not JSON that a field could accept. */
function parseOr(text: string): unknown {
  if (measureJson(text, limits.jsonDepth).isTooDeep) return { [FAULT]: { text: TOO_DEEP } };
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
