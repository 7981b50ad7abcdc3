import { FarmError, validationFailed } from '../../../model/errors.ts';
import { limits } from '../../../model/limits.ts';
import type { ImportRow, ImportTable } from '../import-table.ts';
import { requireRoom } from './require-room.ts';
import { packZip, unpackZip } from './zip.ts';

type Cells = readonly unknown[];

/**
 * Reads a sheet of an Excel workbook, by its name or number; the first one unless told. What it is
 * unpacked to is bounded before anything looks into it.
 */
export async function readSheetRows(
  bytes: Uint8Array,
  sheet: string | undefined,
): Promise<ImportTable> {
  const { readSheet } = await import('read-excel-file/node');
  const workbook = await unpackBounded(bytes);
  const asked = sheet !== undefined && /^\d{1,3}$/.test(sheet) ? Number(sheet) : sheet;
  const found = await (asked === undefined
    ? readSheet(workbook, { trim: false })
    : readSheet(workbook, asked, { trim: false })
  ).catch((error: unknown) => {
    throw unreadable(error);
  });
  return tableOf(found);
}

/** The workbook packed anew: the headers of the one that came may say anything of its size. */
async function unpackBounded(bytes: Uint8Array): Promise<Buffer> {
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
  if (entries === undefined) throw unreadable(new Error('it is no workbook, or is damaged'));
  return packZip(entries);
}

function tableOf(found: readonly Cells[]): ImportTable {
  const first = found.findIndex((cells) => cells.some((cell) => !isEmpty(cell)));
  const head = found[first] ?? [];
  const width = head.findLastIndex((cell) => !isEmpty(cell)) + 1;
  if (width === 0) throw unreadable(new Error('the sheet is empty'));
  const rows: ImportRow[] = [];
  for (const [index, cells] of found.entries()) {
    if (index <= first || cells.every(isEmpty)) continue;
    rows.push(rowOf(cells, { row: rows.length + 1, line: index + 1, width }));
    requireRoom(rows.length);
  }
  const headings = head.slice(0, width).map((cell) => String(cell ?? '').trim());
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

function unreadable(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `The Excel workbook cannot be read: ${reason.slice(0, 300)}`;
  return validationFailed([{ path: 'body', code: 'invalid_format', message }]);
}
