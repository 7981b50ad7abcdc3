import type { Issue } from '../../model/core/errors.ts';
import type { Field } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { mapInSlices } from '../../storage/core/slices.ts';
import {
  type CalendarDay,
  dayInZone,
  formatInstant,
  isCalendarDay,
  localInstant,
  parseInstant,
  parseInstantInZone,
} from '../../tools/calendar.ts';
import {
  type DayFormat,
  type DecimalSign,
  readDay,
  readNumber,
  sheetDay,
} from '../../tools/read-values.ts';
import { isTruncatedForCell, measureJson, unescapeFormula } from '../../tools/text.ts';
import type { Actor } from '../core/actor.ts';
import type { ImportRow, ImportTable } from '../table-files/table.ts';
import { findsFlockByBarn, type ImportColumn } from './match-columns.ts';
import { loadFlocksInBarns, loadNameIndex, type NameIndex } from './name-index.ts';

/** One row of an import as a body of POST, and what is wrong with it already. */
export interface ImportBody {
  readonly row: number;
  readonly line: number;
  readonly cells: readonly unknown[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly issues: readonly Issue[];
}

/** The rows of a table under columns that are understood. */
export interface MatchedTable {
  readonly table: ImportTable;
  readonly columns: readonly ImportColumn[];
  readonly style: CellStyle;
}

/** Who imports, and where names are looked for. */
export interface Surroundings {
  readonly actor: Actor;
  readonly scope: Scope;
}

/**
 * Reads the rows of a table as bodies: cells as values of their fields, names of rows as their ids,
 * and the flock that was in a barn on the day where only the barn is told.
 */
export async function buildBodies(
  connection: Connection,
  definition: ResourceDefinition,
  matched: MatchedTable,
  surroundings: Surroundings,
): Promise<readonly ImportBody[]> {
  const read = await mapInSlices(matched.table.rows, (row) => readRow(row, matched));
  const named = await resolveNames(connection, read, { ...matched, ...surroundings });
  if (!findsFlockByBarn(definition)) return named;
  return findFlocks(connection, named, { ...surroundings, zone: matched.style.zone });
}

function readRow(row: ImportRow, { columns, style }: MatchedTable): ImportBody {
  const { fault, ...rest } = row;
  if (fault) return { ...rest, body: {}, issues: [{ path: 'row', ...fault }] };
  const body: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const { index, name, field } of columns) {
    if (name === undefined || field === undefined) continue;
    const value = readCell(field, row.cells[index], style);
    const found = faultOf(value);
    if (found !== undefined) {
      const { text, ...settled } = found;
      issues.push({ path: name, code: 'invalid_format', message: `${name} ${text}.`, ...settled });
    } else if (value !== undefined) body[name] = value;
  }
  return { ...rest, body, issues };
}

async function resolveNames(
  connection: Connection,
  bodies: readonly ImportBody[],
  input: Surroundings & Pick<MatchedTable, 'columns'>,
): Promise<readonly ImportBody[]> {
  const indexes = new Map<string, NameIndex>();
  for (const { name, field } of input.columns) {
    if (name === undefined || field?.type !== 'reference') continue;
    const texts = new Set((await mapInSlices(bodies, ({ body }) => textOf(body[name]))).flat());
    const { actor, scope } = input;
    const search = { resource: field.to, texts, actor, scope };
    indexes.set(name, await loadNameIndex(connection, search));
  }
  return indexes.size === 0 ? bodies : mapInSlices(bodies, (body) => withIds(body, indexes));
}

function textOf(value: unknown): readonly string[] {
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}

function withIds(read: ImportBody, indexes: ReadonlyMap<string, NameIndex>): ImportBody {
  const body: Record<string, unknown> = { ...read.body };
  const issues = [...read.issues];
  for (const [name, index] of indexes) {
    const [typed] = textOf(body[name]);
    if (typed === undefined) continue;
    const found = index.find(typed);
    if ('id' in found) body[name] = found.id;
    else issues.push({ path: name, ...found.issue, message: `${name} ${found.issue.message}` });
  }
  return { ...read, body, issues };
}

async function findFlocks(
  connection: Connection,
  bodies: readonly ImportBody[],
  { scope, zone }: Pick<Surroundings, 'scope'> & { readonly zone: string },
): Promise<readonly ImportBody[]> {
  const isSought = ({ body }: ImportBody) => body['flockId'] === undefined;
  const barnIds = [
    ...new Set(bodies.filter(isSought).flatMap(({ body }) => textOf(body['barnId']))),
  ];
  const flocks = await loadFlocksInBarns(connection, { barnIds, scope, zone });
  return mapInSlices(bodies, (read) => {
    const { barnId, ...body } = read.body;
    const date = dayOf(body['date'], zone);
    const isFindable = isSought(read) && read.issues.length === 0;
    if (!isFindable || typeof barnId !== 'string' || date === undefined) return { ...read, body };
    const found = flocks.find(barnId, date);
    if ('id' in found) return { ...read, body: { ...body, flockId: found.id } };
    return { ...read, body, issues: [{ path: 'barnId', ...found.issue }] };
  });
}

/** The day of a row, as its field will read it. */
function dayOf(value: unknown, zone: string): CalendarDay | undefined {
  if (typeof value !== 'string') return undefined;
  if (isCalendarDay(value.trim())) return value.trim();
  const instant = parseInstantInZone(value.trim(), zone);
  return instant === undefined ? undefined : dayInZone(instant, zone);
}

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
  readonly [FAULT]: {
    readonly text: string;
    readonly parameters?: NonNullable<Issue['parameters']>;
  };
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
  if (isRelativeDate(field, cell)) return { [FAULT]: { text: RELATIVE } };
  if (style.kind === 'json' || cell === undefined || cell === null) return cell;
  if (cell instanceof Date) return readSheetTime(field, cell, style);
  if (typeof cell === 'string') {
    if (isTruncatedForCell(cell)) return { [FAULT]: { text: TRUNCATED } };
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
    case 'money': {
      const value = readNumber(text, style);
      if (value !== 'ambiguous') return value ?? text;
      const how = 'decimal=. or decimal=,';
      const both = `could be two numbers (${quoted(text)}); pass ${how}`;
      return { [FAULT]: { text: both, parameters: ['decimal'] } };
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
  const both = `could be two days (${quoted(text)}); pass ${how}`;
  return { [FAULT]: { text: both, parameters: ['dateFormat'] } };
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
