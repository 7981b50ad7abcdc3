import { headingOf, labelOf, withUnit } from '../../i18n/labels.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import {
  actorText,
  daysInWords,
  localisedText,
  localMoment,
  numberText,
  relativeTime,
  vocabularyLabel,
} from './cell-text.ts';
import { neutralise, neutraliseLines } from './neutralise.ts';
import {
  type Column,
  cellText,
  idIn,
  isNamedRow,
  markOf,
  type Values,
  type View,
  valueAt,
} from './output.ts';
import {
  type ColumnWidth,
  drawPairs,
  drawTable,
  excessOf,
  fitWidths,
  type TextColumn,
  widthsOf,
} from './table-layout.ts';
import { isolate } from './text-layout.ts';

/** IDs longer than this are replaced by the row name; shorter ones are easy to type. */
const LONG_ID = 20;
export const ID_PATTERN = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/;
/** Identifying columns of rows from lists other than resources. */
const NAMES = /^(name|code|title)$/;

export interface TableOptions {
  readonly view: View;
  readonly header: boolean;
}

/** The rows under headings, without borders. */
export function renderTable(
  rows: readonly Values[],
  columns: readonly Column[],
  options: TableOptions,
): string {
  const { view, header } = options;
  const texts = textColumns(rows, columns, options);
  const available = view.width;
  const widths = fitWidths(
    texts.map((column) => widthsOf(column, view)),
    available,
  );
  const paint = {
    heading: view.paint.bold,
    cell: (text: string, row: number, column: number) =>
      paintState(text, stateIn(rows[row], columns[column]), view),
  };
  const lines = drawTable({ columns: texts, widths, header, view, paint });
  return lines.map((line) => `${line}\n`).join('');
}

function textColumns(
  rows: readonly Values[],
  columns: readonly Column[],
  { view, header }: TableOptions,
): readonly TextColumn[] {
  const nameColumnIndex = nameColumn(columns);
  const subjectIndex = isDay(nameColumnIndex) ? subjectColumn(columns) : undefined;
  return columns.map((column) => {
    const cells = rows.map((row) => tableCell(row, column, view));
    return {
      title: header ? columnTitle(column, view) : '',
      cells,
      isNumber: column.kind === 'number',
      isName: column === nameColumnIndex || (subjectIndex !== undefined && column === subjectIndex),
      isWhole: cells.some((text) => ID_PATTERN.test(text)),
    };
  });
}

/** The column that identifies rows; undefined if there is none. */
function nameColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ isName }) => isName) ?? columns.find(({ name }) => NAMES.test(name));
}

function isDay(column: Column | undefined): boolean {
  return column === undefined || column.name === 'date';
}

/** Rows identified by day are distinguished by their flock or barn. */
function subjectColumn(columns: readonly Column[]): Column | undefined {
  const find = (name: string) => columns.find((column) => column.name === name);
  return find('flockId') ?? find('barnId');
}

/** Columns that fit the terminal, and those that do not. */
export interface FittingColumns {
  readonly shown: readonly Column[];
  readonly leftOut: readonly Column[];
}

/**
 * The columns that fit the terminal: IDs are dropped first, the row's own ID after those of other
 * rows, then columns from the end. The identifying column, or else the first one, is always kept.
 */
export function columnsThatFit(
  rows: readonly Values[],
  columns: readonly Column[],
  options: TableOptions,
): FittingColumns {
  const { view } = options;
  if (view.width === undefined) return { shown: columns, leftOut: [] };
  const texts = textColumns(rows, columns, options);
  const widths = texts.map((column) => widthsOf(column, view));
  const removed = new Set<number>();
  for (const index of inOrderOfLeaving(columns, texts, widths)) {
    const remaining = widths.filter((_, index) => !removed.has(index)).map(({ least }) => least);
    if (excessOf(remaining, view.width) <= 0) break;
    removed.add(index);
  }
  return {
    shown: columns.filter((_, index) => !removed.has(index)),
    leftOut: columns.filter((_, index) => removed.has(index)),
  };
}

function inOrderOfLeaving(
  columns: readonly Column[],
  texts: readonly TextColumn[],
  widths: readonly ColumnWidth[],
): readonly number[] {
  const hasName = texts.some(({ isName }) => isName);
  const rank = (index: number): number => {
    const isId = columns[index]?.name === 'id';
    if (texts[index]?.isName) return 3;
    if (isId) return hasName && (widths[index]?.natural ?? 0) > LONG_ID ? 1 : 2;
    return texts[index]?.isWhole ? 0 : 2;
  };
  const all = columns.map((_, index) => index).toReversed();
  return all.toSorted((left, right) => rank(left) - rank(right)).slice(0, -1);
}

const stateStyles: Readonly<Record<string, 'red' | 'yellow'>> = {
  critical: 'red',
  urgent: 'red',
  warning: 'yellow',
};

/** The untranslated word of a cell. */
function stateIn(row: Values | undefined, column: Column | undefined): string {
  return row && column ? cellText(valueAt(row, column.name)) : '';
}

function paintState(text: string, state: string, { paint }: View): string {
  const style = Object.hasOwn(stateStyles, state) ? stateStyles[state] : undefined;
  return style ? paint[style](text) : text;
}

/**
 * A value in a table cell: neutralised; an instant as relative time if `now` is known, an ID as its
 * row name if known.
 */
function tableCell(row: Values, column: Column, view: View): string {
  const mark = markOf(row, column);
  const text = mark + namedText(valueAt(row, column.name), column, view);
  if (column.kind === 'time' && view.now !== undefined && text !== '') {
    return neutralise(relativeTime(text, view.now, view.language));
  }
  return neutralise(text);
}

function namedText(value: unknown, column: Column, view: View): string {
  const { names } = view;
  const localised = localisedText(value, column, view);
  if (localised !== undefined) return localised;
  if (isNested(value, column))
    return nestedLines(value, view)
      .map((line) => line.trim())
      .join('; ');
  if (names === undefined || column.name === 'id') return cellText(value);
  if (!Array.isArray(value)) return names.get(idIn(value) ?? '') ?? cellText(value);
  return cellText(value.map((item: unknown) => names.get(String(item)) ?? item));
}

/** The heading of a column: the field label and the unit of its values. */
export function columnTitle(column: Column, { labels }: Pick<View, 'labels'>): string {
  const { name, title } = column;
  return neutralise(title ?? (labels ? headingOf(labels, column) : name));
}

/** A record as text: one line per field, with its name, value and unit. */
export function renderRecord(
  record: Values,
  columns: readonly Column[],
  options: { readonly view: View; readonly header: boolean },
): string {
  const { view, header } = options;
  const visibleColumns = columns.filter(
    ({ name, isOptional }) => !isOptional || cellText(valueAt(record, name)) !== '',
  );
  const fields = visibleColumns.map((column) => fieldLines(record, column, view));
  const lines = header
    ? drawPairs(
        fields.map((lines, index) => [labelAt(visibleColumns, index, view), lines]),
        view,
      )
    : fields.flat();
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function labelAt(columns: readonly Column[], index: number, view: View): string {
  const { name = '', title } = columns[index] ?? {};
  const label = neutralise(title ?? (view.labels ? labelOf(view.labels, name) : name));
  return view.isolates ? isolate(label) : label;
}

function fieldLines(record: Values, column: Column, view: View): readonly string[] {
  const value = valueAt(record, column.name);
  if (isNested(value, column)) {
    return nestedLines(value, view).map((line) => {
      const text = neutralise(line);
      return view.isolates ? isolate(text) : text;
    });
  }
  const text = withName(record, column, view);
  if (text === '') return [''];
  const mark = markOf(record, column);
  const described = daysInWords(value, column, view) ?? unfolded(text, { record, column }, view);
  const lines = neutraliseLines(mark + described).split('\n');
  return view.isolates ? lines.map(isolate) : lines;
}

/** Whether a value is an object whose fields are shown as lines rather than as JSON. */
function isNested(value: unknown, { name }: Column): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => isRecord(item) && !isNamedRow(item));
  return !isNamedRow(value) && (name === 'id' || idIn(value) === undefined);
}

/** One line per field of a nested value, indented by depth; items start with `-`. */
function nestedLines(value: unknown, view: View): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => {
      const [first = '', ...rest] = nestedLines(item, view);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  if (!isRecord(value)) return [scalarText(value, view)];
  const presentEntries = Object.entries(value).filter(
    ([, inner]) => inner !== null && inner !== undefined,
  );
  return presentEntries.flatMap(([name, inner]) => {
    const label = view.labels ? labelOf(view.labels, name) : name;
    const isDeep = typeof inner === 'object' && isNested(inner, { name });
    if (!isDeep) return [`${label}: ${scalarText(inner, view, name)}`];
    return [`${label}:`, ...nestedLines(inner, view).map((line) => `  ${line}`)];
  });
}

function scalarText(value: unknown, view: View, field = ''): string {
  const { labels, names, language } = view;
  if (typeof value === 'number' && labels) return numberText(value, field, language);
  if (typeof value === 'boolean' && labels) return labels.flags[value ? 'yes' : 'no'];
  const name = names?.get(idIn(value) ?? '');
  if (name !== undefined) return name;
  if (labels && typeof value === 'string') {
    return localMoment(value, view) ?? vocabularyLabel(labels, value);
  }
  return Array.isArray(value) ? value.map(cellText).join(', ') : cellText(value);
}

/** A value; an ID is preceded by its row name, if known. */
function withName(record: Values, column: Column, view: View): string {
  const { name } = column;
  const { names } = view;
  const value = valueAt(record, name);
  const text = localisedText(value, column, view) ?? actorText(value, view) ?? cellText(value);
  const id = name === 'id' ? undefined : idIn(value);
  const label = id === undefined ? undefined : names?.get(id);
  return label === undefined || label === id ? text : `${label} (${id})`;
}

/** A value with its unit; an instant with its relative time. */
function unfolded(
  text: string,
  { record, column: { name, kind, unit } }: { readonly record: Values; readonly column: Column },
  view: View,
): string {
  const { now, language = 'en', labels } = view;
  const moment = localMoment(text, view);
  if (kind === 'time' && now !== undefined) {
    return `${moment ?? text} (${relativeTime(text, now, language)})`;
  }
  if (moment !== undefined) return moment;
  if (unit === undefined) return text;
  if (!labels) return `${text} ${unit}`;
  const count = Number(valueAt(record, name));
  return withUnit({ labels, language }, { number: text, unit, count });
}
