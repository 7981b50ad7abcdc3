import type { ResourceDefinition } from '../../model/core/resource.ts';
import { dayInZone } from '../../tools/calendar.ts';
import { readDay, readNumber } from '../../tools/read-values.ts';
import { foldText } from '../../tools/words.ts';
import { type ImportRow, type ImportTable, isMeasuredCell } from '../table-files/table.ts';
import words from './aside-words.json' with { type: 'json' };
import type { ImportColumn } from './match-columns.ts';

/** Why a file row is not a table row. */
export type OmittedKind = 'total' | 'headings' | 'note';

/** An omitted row in the import report. */
export interface OmittedRow {
  readonly line: number;
  readonly kind: OmittedKind;
  readonly text: string;
}

const LONGEST_TEXT = 80;
const LEAST_COLUMNS = 2;

/**
 * Separates table rows from totals, repeated headings and notes. Only rows that could not be stored
 * anyway are classified as totals or notes.
 */
export function setAside(
  definition: ResourceDefinition,
  { kind, rows }: Pick<ImportTable, 'kind' | 'rows'>,
  columns: readonly ImportColumn[],
): { readonly rows: readonly ImportRow[]; readonly omitted: readonly OmittedRow[] } {
  if (kind === 'json' || columns.length < LEAST_COLUMNS) return { rows, omitted: [] };
  const complete: ImportRow[] = [];
  const omitted: OmittedRow[] = [];
  for (const row of rows) {
    const kind = row.fault ? undefined : kindOf(definition, row.cells, columns);
    if (kind === undefined) complete.push(row);
    else omitted.push({ line: row.line, kind, text: rowText(row.cells) });
  }
  return { rows: complete, omitted: omitted };
}

function kindOf(
  definition: ResourceDefinition,
  cells: readonly unknown[],
  columns: readonly ImportColumn[],
): OmittedKind | undefined {
  const filledColumns = columns.filter(({ index }) => cellText(cells[index]) !== '');
  const [first, second] = filledColumns;
  if (!first) return undefined;
  const isRepeated = ({ index, heading }: ImportColumn) =>
    foldText(cellText(cells[index])) === foldText(heading);
  if (second && filledColumns.every(isRepeated)) return 'headings';
  if (!isIncomplete(definition, cells, columns)) return undefined;
  const text = cellText(cells[first.index]);
  if (isTotal(text)) return 'total';
  return !second && isRemark(text, first) ? 'note' : undefined;
}

/** Whether a row lacks a required value: a day, a flock, an amount. */
function isIncomplete(
  { fields }: ResourceDefinition,
  cells: readonly unknown[],
  columns: readonly ImportColumn[],
): boolean {
  return columns.some(({ index, name = '', field }) => {
    const isNeeded = fields[name]?.required === true || field?.type === 'date';
    const text = cellText(cells[index]);
    if (!isNeeded) return false;
    return text === '' || (field?.type === 'date' && isWord(text) && readDay(text) === undefined);
  });
}

function isTotal(text: string): boolean {
  const folded = foldText(text.replace(/["״“”]/g, ''));
  return words.total.some((word) => {
    const remainder = folded.startsWith(foldText(word))
      ? folded.slice(foldText(word).length)
      : undefined;
    // Thai and Chinese are written without spaces.
    return (
      remainder !== undefined &&
      (/^(?![\p{L}\d])/u.test(remainder) || /[\u0e00-\u9fff]/u.test(word))
    );
  });
}

/** Types of text fields: a row with a text only in such a field is an incomplete table row. */
const OF_TEXT: readonly string[] = ['text', 'reference', 'word', 'list'];

/** Whether a text is in the first column, or in a column that is not for text. */
function isRemark(text: string, { index, field }: ImportColumn): boolean {
  const isForValues = field !== undefined && !OF_TEXT.includes(field.type);
  return isWord(text) && (index === 0 || field === undefined || isForValues);
}

function isWord(text: string): boolean {
  return /\p{L}{2}/u.test(text) && readNumber(text) === undefined;
}

function cellText(cell: unknown): string {
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime()) ? '' : dayInZone(cell.getTime(), 'UTC');
  if (isMeasuredCell(cell)) return `${cell.number} ${cell.unit}`;
  return cell === null || cell === undefined ? '' : String(cell).trim();
}

function rowText(cells: readonly unknown[]): string {
  const texts = cells.map(cellText).filter((text) => text !== '');
  return texts.join(' · ').slice(0, LONGEST_TEXT);
}
