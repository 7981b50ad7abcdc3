import { FarmError } from '../../../model/errors.ts';
import { limits } from '../../../model/limits.ts';
import type { ImportRow, ImportTable } from '../import-table.ts';
import { boundWorkbook, unreadable } from './bound-workbook.ts';
import { createRowTally, headingsRow, requireHeadings } from './row-tally.ts';
import { packZip, unpackZip, type ZipEntry } from './zip.ts';

type Cells = readonly unknown[];

/**
 * Reads a sheet of an Excel workbook, by its name or number; the first one by default. The unpacked
 * size, and the rows, columns and cells of the sheet, are bounded before its cells are read.
 */
export async function readSheetRows(
  bytes: Uint8Array,
  sheet: string | undefined,
): Promise<ImportTable> {
  const { readSheet } = await import('read-excel-file/node');
  const workbook = pack(await unpackBounded(bytes), sheet);
  const found = await readSheet(workbook.bytes, workbook.sheet, { trim: false }).catch(
    (error: unknown) => {
      throw unreadable(messageOf(error));
    },
  );
  return tableOf(found);
}

/** Packed again: the headers of the archive may claim any sizes. */
function pack(entries: readonly ZipEntry[], asked: string | undefined) {
  try {
    const { entries: needed, sheet } = boundWorkbook(entries, asked);
    return { bytes: packZip(needed), sheet };
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
  if (entries === undefined) throw unreadable('it is not a workbook, or is damaged');
  return entries;
}

function tableOf(found: readonly Cells[]): ImportTable {
  const first = headingsRow(found);
  const head = found[first] ?? [];
  const width = head.findLastIndex((cell) => !isEmpty(cell)) + 1;
  if (width === 0) throw unreadable('the sheet is empty');
  const rows: ImportRow[] = [];
  const tally = createRowTally();
  for (const [index, cells] of found.entries()) {
    if (index <= first || cells.every(isEmpty)) continue;
    const row = rowOf(cells, { row: rows.length + 1, line: index + 1, width });
    tally.add(row.cells);
    rows.push(row);
  }
  const headings = head.slice(0, width).map((cell) => String(cell ?? '').trim());
  requireHeadings(headings);
  return { kind: 'sheet', headings, rows, mayUseComma: false };
}

function rowOf(
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
