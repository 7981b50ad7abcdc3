import type { Issue } from '../../model/core/errors.ts';
import type { Field } from '../../model/core/fields.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { mapInSlices } from '../../storage/core/slices.ts';
import {
  type CalendarDay,
  dayInZone,
  isCalendarDay,
  parseInstantInZone,
} from '../../tools/calendar.ts';
import {
  type DayFormat,
  type DecimalSign,
  decimalOf,
  isShortDate,
  readDay,
  readNumber,
} from '../../tools/read-values.ts';
import type { Actor } from '../core/actor.ts';
import type { ImportRow, ImportTable } from '../table-files/table.ts';
import { findsFlockByBarn, type ImportColumn } from './match-columns.ts';
import { loadFlocksInBarns, loadNameIndex, type NameIndex } from './name-index.ts';
import { type CellStyle, faultOf, readCell } from './read-cell.ts';

/** One row of an import as a POST body, with the issues found so far. */
export interface ImportBody {
  readonly row: number;
  readonly line: number;
  readonly cells: readonly unknown[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly issues: readonly Issue[];
}

/** The rows of a table with matched columns. */
export interface MatchedTable {
  readonly table: ImportTable;
  readonly columns: readonly ImportColumn[];
  readonly style: CellStyle;
  /** The style of each column, derived from all its cells. */
  readonly settled: readonly ColumnStyle[];
}

/** The importer, and the scope of name lookups. */
export interface Surroundings {
  readonly actor: Actor;
  readonly scope: Scope;
}

/**
 * Converts the rows of a table to bodies: cells to field values, names to IDs, and a barn without a
 * flock to the flock that was in it on that day.
 */
export async function buildBodies(
  connection: Connection,
  definition: ResourceDefinition,
  matched: MatchedTable,
  context: Surroundings,
): Promise<readonly ImportBody[]> {
  const read = await mapInSlices(matched.table.rows, (row) => readRow(row, matched));
  const resolved = await resolveNames(connection, read, { ...matched, ...context });
  if (!findsFlockByBarn(definition)) return resolved;
  return findFlocks(connection, resolved, { ...context, zone: matched.style.zone });
}

function readRow(row: ImportRow, { columns, style, settled }: MatchedTable): ImportBody {
  const { fault, ...rest } = row;
  if (fault) return { ...rest, body: {}, issues: [{ path: 'row', ...fault }] };
  const body: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const [at, { index, name, field, unit }] of columns.entries()) {
    if (name === undefined || field === undefined) continue;
    const { decimal = settled[at]?.decimal, dateFormat = settled[at]?.dateFormat } = style;
    const cellStyle = { ...style, decimal, dateFormat, name, unit };
    const value = readCell(field, row.cells[index], cellStyle);
    const parsed = faultOf(value);
    if (parsed !== undefined) {
      const { text, ...settled } = parsed;
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
    const texts = new Set((await mapInSlices(bodies, ({ body }) => filledText(body[name]))).flat());
    const { actor, scope } = input;
    const search = { resource: field.to, texts, actor, scope };
    indexes.set(name, await loadNameIndex(connection, search));
  }
  return indexes.size === 0 ? bodies : mapInSlices(bodies, (body) => withIds(body, indexes));
}

function filledText(value: unknown): readonly string[] {
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}

function withIds(read: ImportBody, indexes: ReadonlyMap<string, NameIndex>): ImportBody {
  const body: Record<string, unknown> = { ...read.body };
  const issues = [...read.issues];
  for (const [name, index] of indexes) {
    const [typed] = filledText(body[name]);
    if (typed === undefined) continue;
    const match = index.find(typed);
    if ('id' in match) body[name] = match.id;
    else issues.push({ path: name, ...match.issue, message: `${name} ${match.issue.message}` });
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
    ...new Set(bodies.filter(isSought).flatMap(({ body }) => filledText(body['barnId']))),
  ];
  const flocks = await loadFlocksInBarns(connection, { barnIds, scope, zone });
  return mapInSlices(bodies, (read) => {
    const { barnId, ...body } = read.body;
    const date = dayOf(body['date'], zone);
    const isFindable = isSought(read) && read.issues.length === 0;
    if (!isFindable || typeof barnId !== 'string' || date === undefined) return { ...read, body };
    const match = flocks.find(barnId, date);
    if ('id' in match) return { ...read, body: { ...body, flockId: match.id } };
    return { ...read, body, issues: [{ path: 'barnId', ...match.issue }] };
  });
}

/** The day of a row, parsed like its field. */
function dayOf(value: unknown, zone: string): CalendarDay | undefined {
  if (typeof value !== 'string') return undefined;
  if (isCalendarDay(value.trim())) return value.trim();
  const instant = parseInstantInZone(value.trim(), zone);
  return instant === undefined ? undefined : dayInZone(instant, zone);
}

/** How to read ambiguous cells of a column, if its other cells determine it. */
export interface ColumnStyle {
  readonly decimal?: DecimalSign;
  readonly dateFormat?: DayFormat;
}

const FORMATS = ['dmy', 'mdy', 'ymd'] as const;

/**
 * Derives the format of each column from all its values: `13/04/2026` shows that `03/04/2026` above
 * it is in April, and `12,5` that `1.234` is more than a thousand. Contradictory values leave the
 * format undetermined.
 */
export function resolveColumns(
  columns: readonly ImportColumn[],
  { kind, rows }: Pick<ImportTable, 'kind' | 'rows'>,
): readonly ColumnStyle[] {
  if (kind === 'json') return columns.map(() => ({}));
  return columns.map(({ index, field }) => {
    const resolve = field && SETTLERS[field.type];
    if (!resolve) return {};
    return resolve(rows.flatMap(({ cells }) => filledText(cells[index])));
  });
}

const SETTLERS: Partial<Record<Field['type'], (texts: readonly string[]) => ColumnStyle>> = {
  date: resolveDates,
  timestamp: resolveDates,
  number: resolveNumbers,
  integer: resolveWholeNumbers,
  money: resolveNumbers,
};

function resolveDates(texts: readonly string[]): ColumnStyle {
  const days = texts.map((text) => text.split(/[T ]/)[0] ?? '').filter(isShortDate);
  const readings = days.map((day) =>
    FORMATS.filter((format) => readDay(day, format) !== undefined),
  );
  // An impossible day is refused separately and is no evidence for the others.
  const informative = readings.filter((formats) => formats.length > 0);
  const common = FORMATS.filter((format) =>
    informative.every((formats) => formats.includes(format)),
  );
  const [onlyFormat] = common;
  return informative.length > 0 && common.length === 1 && onlyFormat
    ? { dateFormat: onlyFormat }
    : {};
}

/** Whole numbers have no decimals: `8,200` birds are not 8.2. */
function resolveWholeNumbers(texts: readonly string[]): ColumnStyle {
  const possible = SIGNS.filter((decimal) =>
    texts.every((text) => Number.isInteger(readNumber(text, { decimal }))),
  );
  const [only, other] = possible;
  return only !== undefined && other === undefined ? { decimal: only } : resolveNumbers(texts);
}

const SIGNS = ['.', ','] as const satisfies readonly DecimalSign[];

function resolveNumbers(texts: readonly string[]): ColumnStyle {
  const [sign, other] = new Set(texts.flatMap((text) => decimalOf(text) ?? []));
  return sign !== undefined && other === undefined ? { decimal: sign } : {};
}
