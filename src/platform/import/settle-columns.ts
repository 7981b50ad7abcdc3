import type { Field } from '../../model/core/fields.ts';
import {
  type DayFormat,
  type DecimalSign,
  decimalOf,
  isShortDate,
  readDay,
  readNumber,
} from '../../tools/read-values.ts';
import type { ImportTable } from '../table-files/table.ts';
import type { ImportColumn } from './match-columns.ts';

/** How the cells of a column are read, where its other cells tell. */
export interface ColumnStyle {
  readonly decimal?: DecimalSign;
  readonly dateFormat?: DayFormat;
}

const FORMATS = ['dmy', 'mdy', 'ymd'] as const;

/**
 * What the values of each column tell together: `13/04/2026` shows that `03/04/2026` above it is a day
 * of April, and `12,5` that `1.234` is more than a thousand. Where values contradict each other nothing
 * is settled.
 */
export function resolveColumns(
  columns: readonly ImportColumn[],
  { kind, rows }: Pick<ImportTable, 'kind' | 'rows'>,
): readonly ColumnStyle[] {
  if (kind === 'json') return columns.map(() => ({}));
  return columns.map(({ index, field }) => {
    const settle = field && SETTLERS[field.type];
    if (!settle) return {};
    return settle(rows.flatMap(({ cells }) => textOf(cells[index])));
  });
}

const SETTLERS: Partial<Record<Field['type'], (texts: readonly string[]) => ColumnStyle>> = {
  date: resolveDates,
  timestamp: resolveDates,
  number: resolveNumbers,
  integer: resolveWholeNumbers,
  money: resolveNumbers,
};

function textOf(cell: unknown): readonly string[] {
  return typeof cell === 'string' && cell.trim() !== '' ? [cell.trim()] : [];
}

function resolveDates(texts: readonly string[]): ColumnStyle {
  const days = texts.map((text) => text.split(/[T ]/)[0] ?? '').filter(isShortDate);
  const readings = days.map((day) =>
    FORMATS.filter((format) => readDay(day, format) !== undefined),
  );
  // A day that cannot be is refused by itself and tells nothing of the others.
  const told = readings.filter((formats) => formats.length > 0);
  const common = FORMATS.filter((format) => told.every((formats) => formats.includes(format)));
  const [only] = common;
  return told.length > 0 && common.length === 1 && only ? { dateFormat: only } : {};
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
