import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { messageOf } from '../../tools/unknown-values.ts';
import { boundWorkbook, type CellUnits, EXCEL, noWorkbook, unreadable } from './bound-workbook.ts';
import type { FormatUnit } from './sheet-units.ts';
import {
  createRowTally,
  headingsRow,
  type ImportRow,
  type ImportTable,
  type MeasuredCell,
  requireHeadings,
} from './table.ts';
import { packZip, unpackZip, type ZipEntry } from './zip.ts';

type Cells = readonly unknown[];

/**
 * Reads a sheet of an Excel workbook, by its name or number; the first one by default. The unpacked
 * size, and the rows, columns and cells of the sheet, are checked before its cells are read.
 */
export async function readSheetRows(
  bytes: Uint8Array,
  sheet: string | undefined,
): Promise<ImportTable> {
  const { readSheet } = await import('read-excel-file/node');
  const workbook = pack(await unpackBounded(bytes), sheet);
  const sheetRows = await readSheet(workbook.bytes, workbook.sheet, { trim: false }).catch(
    (error: unknown) => {
      throw unreadable(messageOf(error));
    },
  );
  return tableOf(sheetRows, workbook.units);
}

/** Repacked, since the headers of the archive may contain false sizes. */
function pack(entries: readonly ZipEntry[], requested: string | undefined) {
  try {
    const { entries: needed, ...rest } = boundWorkbook(entries, requested);
    return { bytes: packZip(needed), ...rest };
  } catch (error) {
    throw error instanceof FarmError ? error : unreadable(messageOf(error));
  }
}

async function unpackBounded(bytes: Uint8Array): Promise<readonly ZipEntry[]> {
  const entries = await unpackZip(bytes, {
    mostBytes: limits.importSheetBytes,
    isWanted: (path) => path.endsWith('.xml') || path.endsWith('.rels'),
  });
  if (entries === 'too_large') {
    throw new FarmError('payload_too_large', {
      code: 'sheet_too_large',
      message: 'The workbook is too large once it is unpacked; split it, or save it as CSV.',
    });
  }
  if (entries !== undefined) return entries;
  const isArchive = Buffer.from(bytes.subarray(0, 2)).toString('latin1') === 'PK';
  throw isArchive ? unreadable('the archive is damaged') : noWorkbook();
}

function tableOf(sheetRows: readonly Cells[], units: CellUnits): ImportTable {
  const first = headingsRow(sheetRows);
  const head = sheetRows[first] ?? [];
  const width = head.findLastIndex((cell) => !isEmpty(cell)) + 1;
  if (width === 0) throw unreadable('the sheet is empty', 'empty_sheet');
  const rows: ImportRow[] = [];
  const tally = createRowTally();
  for (const [index, cells] of sheetRows.entries()) {
    if (index <= first || cells.every(isEmpty)) continue;
    const measured = withUnits(cells, units.get(index + 1));
    const row = sheetRow(measured, { row: rows.length + 1, line: index + 1, width });
    tally.add(row.cells);
    rows.push(row);
  }
  const headings = head.slice(0, width).map((cell) => String(cell ?? '').trim());
  requireHeadings(headings);
  return { kind: 'sheet', headings, rows, mayUseComma: false };
}

/** The numbers of a row with the units of their formats. */
function withUnits(cells: Cells, units: ReadonlyMap<number, FormatUnit> | undefined): Cells {
  if (!units) return cells;
  return cells.map((cell, index) => {
    const unit = typeof cell === 'number' ? units.get(index + 1) : undefined;
    if (!unit || typeof cell !== 'number') return cell;
    const number = Number((cell * unit.factor).toPrecision(EXCEL.digits));
    return { number, unit: unit.unit } satisfies MeasuredCell;
  });
}

function sheetRow(
  cells: Cells,
  { row, line, width }: { readonly row: number; readonly line: number; readonly width: number },
): ImportRow {
  if (cells.slice(width).every(isEmpty)) return { row, line, cells: cells.slice(0, width) };
  const message = 'There are cells beside the last heading.';
  return { row, line, cells, fault: { code: 'too_many', message } };
}

function isEmpty(cell: unknown): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}
