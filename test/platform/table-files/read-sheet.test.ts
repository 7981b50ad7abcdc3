import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSheetRows } from '../../../src/platform/table-files/read-sheet.ts';
import { packZip, unpackZip } from '../../../src/platform/table-files/zip.ts';
import { aWorkbook } from '../../support/a-workbook.ts';

const SHEET = join(resolve(import.meta.dirname, '../../data/import'), 'daily-logs-he.xlsx');
const all = { mostBytes: 1_000_000, isWanted: () => true };

test('a packed archive is unpacked to the same files', async () => {
  const entries = [
    { path: 'a.xml', bytes: Buffer.from('<a/>') },
    { path: 'תיקייה/b.xml', bytes: Buffer.alloc(0) },
  ];
  expect(await unpackZip(packZip(entries), all)).toEqual(entries);
});

test('the unpacked size is limited, whatever the headers claim', async () => {
  const sheet = await readFile(SHEET);
  expect(await unpackZip(sheet, { ...all, mostBytes: 1000 })).toBe('too_large');
  const corrupted = Buffer.from(sheet);
  // The unpacked size in the first local header: the reader would reserve 4 GiB for it.
  corrupted.writeUInt32LE(0xffff_ffff, 22);
  expect((await readSheetRows(corrupted, undefined)).rows).toHaveLength(5);
});

test.each([
  ['an invalid archive', Buffer.from('PK but nothing else')],
  ['nothing', Buffer.alloc(0)],
])('%s is undefined', async (_, bytes) => {
  expect(await unpackZip(bytes, all)).toBeUndefined();
});

test('a sheet is read as rows under its headings, with days as dates', async () => {
  const { headings, rows } = await readSheetRows(await readFile(SHEET), 'יומן');
  expect(headings.slice(0, 3)).toEqual(['תאריך', 'לול', 'תמותה']);
  expect(rows[0]).toMatchObject({ row: 1, line: 2 });
  expect(rows[0]?.cells.slice(0, 3)).toEqual([new Date('2026-10-22T00:00:00Z'), 'לול 1', 12]);
});

test('single-cell rows above the headings are a title, and line numbers are those of the sheet', async () => {
  const titled = aWorkbook([
    ['יומן לול 1'],
    ['October 2026'],
    [],
    ['flock', 'date', 'mortality'],
    ['B1', '2026-10-22', '12'],
    ['only one'],
  ]);
  const { headings, rows } = await readSheetRows(titled, undefined);
  expect(headings).toEqual(['flock', 'date', 'mortality']);
  expect(rows).toMatchObject([
    { row: 1, line: 5, cells: ['B1', '2026-10-22', '12'] },
    { row: 2, line: 6 },
  ]);
  const single = await readSheetRows(aWorkbook([['name'], ['Dani'], ['Roni']]), undefined);
  expect([single.headings, single.rows.length]).toEqual([['name'], 2]);
});

test('a missing sheet is rejected with its name', async () => {
  await expect(readSheetRows(await readFile(SHEET), 'Other')).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('Other'),
  });
});
