import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '../../../src/model/core/limits.ts';
import { type ImportFile, readTable } from '../../../src/platform/table-files/read-table.ts';
import { createImportReader } from '../../../src/server/workers/import-reader.ts';
import { aWorkbook } from '../../support/a-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROGRAM = join(import.meta.dirname, '../../../dist/cli/import-process.cjs');
const SHEET = join(import.meta.dirname, '../../data/import/daily-logs-he.xlsx');
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows of a file that is too large to be read in this process. */
const LARGE = 4000;
const noOptions = { encoding: undefined, sheet: undefined };

function aReader(options: Parameters<typeof createImportReader>[0] = {}) {
  const reader = createImportReader({ program: PROGRAM, ...options });
  onTestFinished(() => reader.stop());
  return reader;
}

/** A reader whose processes run this code. */
async function aReaderOf(code: string, less: { cpuMillis?: number; millis?: number } = {}) {
  const readerLimits = { megabytes: 32, cpuMillis: 20_000, millis: 60_000, ...less };
  const program = join(await temporaryFolder(), 'program.cjs');
  await writeFile(program, code);
  return aReader({ program, limits: readerLimits });
}

function aCsv(rows: number, note = 'b'): ImportFile {
  const lines = Array.from({ length: rows }, (_, row) => `2026-10-01,${row},"a\n${note}",`);
  return { bytes: Buffer.from(`date,amount,notes\n${lines.join('\n')}`), contentType: 'text/csv' };
}

test.each<[string, () => Promise<ImportFile>]>([
  ['a workbook', async () => ({ bytes: await readFile(SHEET), contentType: SHEET_TYPE })],
  ['a large CSV', async () => aCsv(LARGE)],
  [
    'JSON lines with errors',
    async () => ({
      bytes: Buffer.from('{"a":1,"b":{"c":[null]}}\n[]\nx\n{"d":"e"}\n'.repeat(2000)),
      contentType: 'application/x-ndjson',
    }),
  ],
])('%s is parsed as in this process', async (_, makeFile) => {
  const file = await makeFile();
  expect(await aReader().readTable(file, noOptions)).toEqual(await readTable(file, noOptions));
});

test('an error is the same in a separate process', async () => {
  const file = { bytes: aWorkbook([['a']]), contentType: SHEET_TYPE };
  const request = { ...noOptions, sheet: 'Other' };
  const [inProcess, inMain] = await Promise.all(
    [aReader().readTable, readTable].map((read) => read(file, request).catch((error) => error)),
  );
  expect(inProcess).toMatchObject({ status: 400, message: inMain.message, issues: inMain.issues });
});

test('a file that needs too much memory is rejected, and the next one is read', async () => {
  const small = { megabytes: 16, cpuMillis: 60_000, millis: 60_000 };
  const reader = aReader({ limits: small });
  const full = { status: 413, code: 'import_too_heavy', message: expect.stringContaining('16 MB') };
  await expect(reader.readTable(aCsv(45_000, 'x'.repeat(500)), noOptions)).rejects.toMatchObject(
    full,
  );
  expect((await reader.readTable(aCsv(LARGE), noOptions)).rows).toHaveLength(LARGE);
});

test.each([
  ['texts', 'const kept = []; for (let n = 0; ; n++) kept.push(String(n).repeat(1000) + n);'],
  ['one array', 'const kept = []; for (;;) kept.push(...new Array(10_000).fill(kept.length));'],
  ['parsed JSON', 'JSON.parse("[".repeat(5e6) + "]".repeat(5e6));'],
])('a process that fills its memory with %s ends without affecting others', async (_, code) => {
  const reader = await aReaderOf(code);
  const full = { status: 413, code: 'import_too_heavy' };
  await expect(reader.readTable(aCsv(LARGE), noOptions)).rejects.toMatchObject(full);
});

test.each([
  ['computes endlessly', 'for (;;);', { cpuMillis: 800 }],
  ['waits endlessly', 'process.on("message", () => {});', { millis: 800 }],
])('a process that %s is ended', async (_, code, less) => {
  const reader = await aReaderOf(code, less);
  await expect(reader.readTable(aCsv(LARGE), noOptions)).rejects.toMatchObject({
    status: 413,
    code: 'import_too_heavy',
    message: 'The file takes longer than 1 s to read; split it, or save it as CSV.',
  });
});

test('a process suspended by the machine is waited for', async () => {
  const head = { kind: 'text', headings: ['a'], mayUseComma: true };
  const reader = await aReaderOf(
    `setTimeout(() => process.send({ kind: "end", head: ${JSON.stringify(head)} }), 3000);`,
    { cpuMillis: 1500 },
  );
  expect(await reader.readTable(aCsv(LARGE), noOptions)).toEqual({ ...head, rows: [] });
});

test.each([
  ['throws', 'throw new Error("broken");', { status: 503 }],
  [
    'fails',
    'process.send({ kind: "failure", error: new Error("broken") });',
    { message: 'broken' },
  ],
  ['exits', 'process.exit(3);', { status: 503 }],
])('a process that %s causes an error, not an endless wait', async (_, code, error) => {
  const reader = await aReaderOf(code);
  await expect(reader.readTable(aCsv(LARGE), noOptions)).rejects.toMatchObject(error);
});

test('a few files are read concurrently, some wait, and more are rejected', async () => {
  const reader = await aReaderOf('process.on("message", () => {});');
  const count = limits.importsRead + limits.importsUnderWay + 1;
  const answers = Array.from({ length: count }, () =>
    reader.readTable(aCsv(LARGE), noOptions).catch((error) => error.code),
  );
  expect(await answers.at(-1)).toBe('overloaded');
});

test('stopping rejects files being read', async () => {
  const reader = await aReaderOf('process.on("message", () => {});');
  const answer = reader.readTable(aCsv(LARGE), noOptions).catch((error) => error.status);
  await reader.stop();
  expect(await answer).toBe(503);
});
