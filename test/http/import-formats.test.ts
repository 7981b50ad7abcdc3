import { afterAll, beforeAll, expect, test } from 'vitest';
import { aWorkbook, aWorkbookOf } from '../support/a-workbook.ts';
import { createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let service: TestService;
let farm: TestFarm;
// A Monday morning in Israel, 2026-11-02; the flock was placed on 2026-10-03.
beforeAll(async () => {
  service = await startTestService();
  farm = await createFarm(service);
});
afterAll(() => service.close());

const SHOWN = ['mortality', 'feedKg', 'waterL', 'avgWeightGr', 'tempMax', 'humidity', 'notes'];

/** The rows as `2026-10-20 mortality=3 feedKg=540`, by day, which are deleted again. */
async function takeLogs(): Promise<readonly string[]> {
  const { body } = await service.send('GET', '/daily-logs?limit=100');
  const logs: readonly Record<string, unknown>[] = body.data;
  for (const { id } of logs) await service.send('DELETE', `/daily-logs/${id}`);
  const texts = logs.map((log) =>
    [
      log['date'],
      ...SHOWN.flatMap((name) => (log[name] === null ? [] : `${name}=${log[name]}`)),
    ].join(' '),
  );
  return texts.sort();
}

interface Sent {
  readonly resource?: string;
  readonly query?: string;
  readonly type?: string;
}

async function send(
  body: string | Uint8Array,
  { resource = 'daily-logs', query = '', type }: Sent,
) {
  const isText = typeof body === 'string';
  return service.send('POST', `/os/import/${resource}?farmId=${farm.farmId}${query}`, {
    body: isText ? body : Buffer.from(body),
    headers: { 'content-type': type ?? (isText ? CSV : XLSX) },
  });
}

function latin(text: string, encoding: 'windows-1255' | 'windows-874' | 'windows-1252') {
  const all = new Map<string, number>();
  const decoder = new TextDecoder(encoding);
  for (let byte = 0; byte < 256; byte++) all.set(decoder.decode(Uint8Array.of(byte)), byte);
  return Buffer.from([...text].map((letter) => all.get(letter) ?? 0x3f));
}

const text = (place: string, value: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (place: string, value: number, style = 0) =>
  `<c r="${place}" s="${style}"><v>${value}</v></c>`;

/** A workbook whose styles 1, 2 … have these number formats. */
function formatted(formats: readonly string[], data: string): Uint8Array {
  const codes = formats.map(
    (code, index) =>
      `<numFmt numFmtId="${200 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const styles = formats.map((_, index) => `<xf numFmtId="${200 + index}" applyNumberFormat="1"/>`);
  return aWorkbookOf(data, {
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}<xf numFmtId="9"/></cellXfs></styleSheet>`,
  });
}

const head = (...names: readonly string[]) =>
  `<row r="1">${names.map((name, index) => text(`${'ABCDEFG'[index]}1`, name)).join('')}</row>`;

const STORED: readonly (readonly [string, string | Uint8Array, readonly string[], Sent?])[] = [
  // Units: 1 t is 1000 kg, 1 lb is 0.45359237 kg, 1 US gal is 3.785411784 L, 95 °F are 35 °C.
  ['a heading in t', 'Barn,date,Feed (t)\nBarn 1,2026-10-20,1.2\n', ['2026-10-20 feedKg=1200']],
  [
    'Spanish headings in lb, g and %',
    'Galpón;Fecha;Alimento (lb);Peso (g);Humedad (%)\nBarn 1;2026-10-20;1200;985,5;61\n',
    ['2026-10-20 feedKg=544.310844 avgWeightGr=985.5 humidity=61'],
  ],
  [
    'a heading in gal and °F',
    'Barn,date,Water [gal],Temp max °F\nBarn 1,2026-10-20,1000,95\n',
    ['2026-10-20 waterL=3785.411784 tempMax=35'],
  ],
  [
    'a weight in kg',
    'Barn,date,Weight (kg)\nBarn 1,2026-10-20,1.85\n',
    ['2026-10-20 avgWeightGr=1850'],
  ],
  [
    'Peso en libras',
    'Galpón,Fecha,Peso en libras\nBarn 1,2026-10-20,2\n',
    ['2026-10-20 avgWeightGr=907.18474'],
  ],
  [
    'cells with units',
    'Barn,date,Feed,Weight\nBarn 1,2026-10-20,1.2 t,850 g\nBarn 1,2026-10-21,900kg,0.95 kg\n',
    ['2026-10-20 feedKg=1200 avgWeightGr=850', '2026-10-21 feedKg=900 avgWeightGr=950'],
  ],
  [
    'a cell against its heading',
    'Barn,date,Feed (t)\nBarn 1,2026-10-20,850 kg\n',
    ['2026-10-20 feedKg=850'],
  ],
  [
    'Thai units and digits, a Buddhist year',
    'โรงเรือน,วันที่,ตาย,อาหาร (กก.)\nBarn 1,๒๐/๑๐/๒๕๖๙,๓,๑๒๐๐\n',
    ['2026-10-20 mortality=3 feedKg=1200'],
  ],
  ['斤 of 500 g', '鸡舍,日期,饲料（斤）\nBarn 1,2026-10-20,2400\n', ['2026-10-20 feedKg=1200']],
  ['a percentage', 'Barn,date,humidity\nBarn 1,2026-10-20,61%\n', ['2026-10-20 humidity=61']],
  [
    'number formats of a sheet',
    formatted(
      ['0.0 "t"', '#,##0.0,\\ "t"', '0.0\\ "kg"'],
      `${head('Barn', 'date', 'Feed', 'Weight')}<row r="2">${text('A2', 'Barn 1')}${text('B2', '2026-10-20')}${number('C2', 1.2, 1)}${number('D2', 1.234, 3)}</row><row r="3">${text('A3', 'Barn 1')}${text('B3', '2026-10-21')}${number('C3', 1250, 2)}</row>`,
    ),
    ['2026-10-20 feedKg=1200 avgWeightGr=1234', '2026-10-21 feedKg=1250'],
  ],
  [
    'a share of a sheet: 0.61 as 61 %',
    formatted(
      ['0%'],
      `${head('Barn', 'date', 'Humidity')}<row r="2">${text('A2', 'Barn 1')}${text('B2', '2026-10-20')}${number('C2', 0.61, 1)}</row><row r="3">${text('A3', 'Barn 1')}${text('B3', '2026-10-21')}${number('C3', 0.58, 2)}</row>`,
    ),
    ['2026-10-20 humidity=61', '2026-10-21 humidity=58'],
  ],
  // Days and numbers that a column settles.
  [
    'one day that can only begin with the day',
    'Barn,date,dead\nBarn 1,03/10/2026,1\nBarn 1,13/10/2026,2\n',
    ['2026-10-03 mortality=1', '2026-10-13 mortality=2'],
  ],
  [
    'one day that can only begin with the month',
    'Barn,date,dead\nBarn 1,10/04/2026,1\nBarn 1,10/13/2026,2\n',
    ['2026-10-04 mortality=1', '2026-10-13 mortality=2'],
  ],
  [
    'short years: 26 can be no month and 31 no month',
    'Barn,date,dead\nBarn 1,12/10/26,1\nBarn 1,31/10/26,2\n',
    ['2026-10-12 mortality=1', '2026-10-31 mortality=2'],
    { query: '&dateFormat=dmy' },
  ],
  [
    'one number that shows the decimal comma',
    'Barn;date;Feed\nBarn 1;2026-10-20;1.234\nBarn 1;2026-10-21;1.240,5\n',
    ['2026-10-20 feedKg=1234', '2026-10-21 feedKg=1240.5'],
  ],
  [
    'one number that shows the decimal point',
    'Barn;date;Feed\nBarn 1;2026-10-20;1.234\nBarn 1;2026-10-21;985.5\n',
    ['2026-10-20 feedKg=1.234', '2026-10-21 feedKg=985.5'],
  ],
  [
    'a temperature is not 27 thousand',
    'Barn;date;Temp max\nBarn 1;2026-10-20;27,125\n',
    ['2026-10-20 tempMax=27.125'],
  ],
  [
    'a weight of at least 20 g',
    'Barn;date;Weight\nBarn 1;2026-10-20;1.234\n',
    ['2026-10-20 avgWeightGr=1234'],
  ],
  [
    'spaces between thousands',
    'Barn,date,Feed\nBarn 1,2026-10-20,"1 234,5"\n',
    ['2026-10-20 feedKg=1234.5'],
  ],
  [
    'apostrophes between thousands',
    "Barn,date,Feed\nBarn 1,2026-10-20,1'234.5\n",
    ['2026-10-20 feedKg=1234.5'],
  ],
  // Rows that are not rows of the table.
  [
    'totals, blanks, headings again and a note',
    'Barn,date,dead,Feed\nBarn 1,2026-10-20,1,1000\n,,,\nBarn,date,dead,Feed\nBarn 1,2026-10-21,2,1100\n\nTotal,,3,2100\nAverage,,1.5,1050\nRecorded by Ana,,,\n',
    ['2026-10-20 mortality=1 feedKg=1000', '2026-10-21 mortality=2 feedKg=1100'],
  ],
  [
    'a total in five languages',
    'Barn,date,dead\nBarn 1,2026-10-20,1\nSuma,,1\n"סה""כ",,1\nรวมทั้งหมด,,1\n合计,,1\nTotal:,,1\n',
    ['2026-10-20 mortality=1'],
  ],
  // Encodings, separators, marks.
  [
    'UTF-16 with its mark',
    Buffer.from('\ufeffBarn\tdate\tdead\nBarn 1\t2026-10-20\t4\n', 'utf16le'),
    ['2026-10-20 mortality=4'],
    { type: CSV },
  ],
  [
    'a byte order mark',
    '\ufeffBarn,date,dead\r\nBarn 1,2026-10-20,4\r\n',
    ['2026-10-20 mortality=4'],
  ],
  [
    'Hebrew of Windows',
    latin('לול;תאריך;תמותה\nBarn 1;20.10.2026;4\n', 'windows-1255'),
    ['2026-10-20 mortality=4'],
    { type: CSV, query: '&encoding=windows-1255' },
  ],
  [
    'Thai of Windows',
    latin('โรงเรือน,วันที่,ตาย\nBarn 1,2026-10-20,4\n', 'windows-874'),
    ['2026-10-20 mortality=4'],
    { type: CSV, query: '&encoding=windows-874' },
  ],
  [
    'Spanish of Windows',
    latin('Galpón;Fecha;Muertos\nBarn 1;20/10/2026;4\n', 'windows-1252'),
    ['2026-10-20 mortality=4'],
    { type: CSV, query: '&encoding=windows-1252' },
  ],
  [
    'right-to-left marks',
    'לול,תאריך,תמותה\nBarn 1,\u200f20/10/2026\u200f,\u200e4\n',
    ['2026-10-20 mortality=4'],
  ],
  [
    'tabs and quoted line breaks',
    'Barn\tdate\tdead\tnotes\nBarn 1\t2026-10-20\t4\t"two\nlines"\n',
    ['2026-10-20 mortality=4 notes=two\nlines'],
  ],
  [
    'a title above the headings',
    'Granja El Sol, octubre;;\n;;\nGalpón;Fecha;Muertos\nBarn 1;20/10/2026;4\n',
    ['2026-10-20 mortality=4'],
  ],
  [
    'a title in merged cells',
    aWorkbook([['Broilers, October'], [], ['Barn', 'date', 'dead'], ['Barn 1', '2026-10-20', '4']]),
    ['2026-10-20 mortality=4'],
  ],
  [
    'numbers as text in a sheet',
    aWorkbook([
      ['Barn', 'date', 'Feed'],
      ['Barn 1', '2026-10-20', '1240.5'],
    ]),
    ['2026-10-20 feedKg=1240.5'],
  ],
  [
    'Excel days as numbers',
    'Barn,date,dead\nBarn 1,46315,4\n',
    ['2026-10-20 mortality=4'],
    { query: '&dateFormat=excel' },
  ],
  [
    'a minus of typography and full-width digits',
    'Barn,date,dead,Temp min\nBarn 1,2026-10-20,４,−1.5\n',
    ['2026-10-20 mortality=4'],
  ],
  [
    'whole numbers with a thousands sign, of which one settles the others',
    'Barn,date,dead\nBarn 1,2026-10-20,"1,000"\nBarn 1,2026-10-21,"1,250"\n',
    ['2026-10-20 mortality=1000', '2026-10-21 mortality=1250'],
  ],
  [
    'a column that is left out',
    'Barn,date,dead,Feed (bags)\nBarn 1,2026-10-20,4,12\n',
    ['2026-10-20 mortality=4'],
    { query: `&map=${encodeURIComponent('{"Feed (bags)":""}')}` },
  ],
];

const stored = STORED.map(([name, file, rows, sent = {}]) => ({ name, file, rows, sent }));

test.each(stored)('$name: stored', async ({ file, rows, sent }) => {
  const { status, body } = await send(file, sent);
  expect([status, body.issues, await takeLogs()]).toEqual([200, [], rows]);
});

const REFUSED: readonly (readonly [string, string | Uint8Array, string, Sent?])[] = [
  [
    'another dimension',
    'Barn,date,Feed (L)\nBarn 1,2026-10-20,12\n',
    'The column "Feed (L)" is in "L", and feedKg is stored in kg',
  ],
  [
    'bags of any weight',
    'Galpón,Fecha,Alimento (sacos)\nBarn 1,2026-10-20,12\n',
    'The column "Alimento (sacos)" is in "sacos", and feedKg is stored in kg',
  ],
  [
    'a share of the flock',
    'Barn,date,Mortality (%)\nBarn 1,2026-10-20,0.1\n',
    'The column "Mortality (%)" is in "%", and mortality is stored in birds',
  ],
  [
    'grams for each bird',
    'Barn,date,Feed (g/bird)\nBarn 1,2026-10-20,120\n',
    'The column "Feed (g/bird)" is in "g/bird"',
  ],
  [
    'a cell in another dimension',
    'Barn,date,Feed\nBarn 1,2026-10-20,12 L\n',
    'feedKg is in "L" ("12 L"), which cannot be converted to kg',
  ],
  [
    'a cell in bags',
    'Barn,date,Feed\nBarn 1,2026-10-20,12 bags\n',
    'feedKg is in "bags" ("12 bags"), which cannot be converted to kg',
  ],
  [
    'two headings of one field',
    'Barn,date,Feed (kg),Feed (t)\nBarn 1,2026-10-20,1000,1\n',
    'Both "Feed (kg)" and "Feed (t)" mean feedKg; leave one out with map.',
  ],
  [
    'days that could be two',
    'Barn,date,dead\nBarn 1,03/10/2026,1\nBarn 1,04/10/2026,1\n',
    'date could be two days ("03/10/2026"); pass dateFormat=dmy, mdy, ymd or excel.',
  ],
  [
    'days that contradict each other',
    'Barn,date,dead\nBarn 1,13/10/2026,1\nBarn 1,10/14/2026,1\nBarn 1,03/10/2026,1\n',
    'date could be two days ("03/10/2026")',
  ],
  [
    'a thousand or one',
    'Barn,date,Feed\nBarn 1,2026-10-20,1.234\n',
    'feedKg could be two numbers ("1.234"); pass decimal=. or decimal=,',
  ],
  [
    'a text of a sheet, a thousand or one',
    aWorkbook([
      ['Barn', 'date', 'Feed'],
      ['Barn 1', '2026-10-20', '1.234'],
    ]),
    'feedKg could be two numbers ("1.234")',
  ],
  [
    'the number of a day',
    'Barn,date,dead\nBarn 1,46315,1\n',
    'date is the day number of a spreadsheet ("46315"); pass dateFormat=excel.',
  ],
  [
    'tomorrow',
    'Barn,date,dead\nBarn 1,2026-11-03,1\n',
    'date lies in the future; it must not be later than 2026-11-02',
  ],
  [
    'the same day twice',
    'Barn,date,dead\nBarn 1,2026-10-20,1\nBarn 1,2026-10-20,2\n',
    'Rows 1 and 2 of the file describe the same record; delete one of them.',
  ],
  ['a total with a day is a row', 'Flock,date,dead\nTotal,2026-10-20,1\n', 'flockId'],
  [
    'Hebrew of Windows that does not say so',
    latin('לול;תאריך;תמותה\nBarn 1;20.10.2026;4\n', 'windows-1255'),
    'it looks like windows-1255',
    { type: CSV },
  ],
  [
    'another currency',
    'date,category,Amount (USD)\n2026-10-20,feed,100\n',
    'The column "Amount (USD)" is in "USD", and amount is stored in ILS',
    { resource: 'expenses' },
  ],
  [
    'an amount in another currency',
    'date,category,Amount\n2026-10-20,feed,€ 100\n',
    'amount is in "€" ("€ 100"), which cannot be converted to ILS',
    { resource: 'expenses' },
  ],
];

const refused = REFUSED.map(([name, file, message, sent = {}]) => ({ name, file, message, sent }));

test.each(refused)('$name: rejected', async ({ file, message, sent }) => {
  const { status, body } = await send(file, sent);
  expect(await takeLogs()).toEqual([]);
  expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
});

test('ignored rows are listed with their line', async () => {
  const file =
    'Barn,date,dead\nBarn 1,2026-10-20,1\nBarn,date,dead\n\nTotal,,1\nRecorded by Ana,,\n';
  const { body } = await send(file, {});
  await takeLogs();
  expect([body.rows, body.stored, body.leftOut]).toEqual([
    1,
    1,
    [
      { line: 3, kind: 'headings', text: 'Barn · date · dead' },
      { line: 5, kind: 'total', text: 'Total · 1' },
      { line: 6, kind: 'note', text: 'Recorded by Ana' },
    ],
  ]);
  expect(body.warnings).toMatchObject([{ code: 'left_out', rows: 3 }]);
});

test.each([
  ['skip', 'reason.keptLine', ['2026-10-20 mortality=1']],
  ['update', 'reason.replacedLine', ['2026-10-20 mortality=2']],
])('onDuplicate=%s determines which of two lines for one day counts', async (mode, text, rows) => {
  const file = 'Barn,date,dead\nBarn 1,2026-10-20,1\nBarn 1,2026-10-20,2\n';
  const { body } = await send(file, { query: `&onDuplicate=${mode}` });
  const params = { first: '2', second: '3' };
  expect(body.doubts).toMatchObject([{ line: 3, path: 'row', reason: { text, params } }]);
  expect(await takeLogs()).toEqual(rows);
});

test('an exact duplicate of a line is stored, and listed', async () => {
  const line = '2026-10-20,feed,₪ 1250.50\n';
  const { body } = await send(`date,category,Amount\n${line}${line}`, { resource: 'expenses' });
  expect([body.stored, body.doubts]).toMatchObject([
    2,
    [{ line: 3, reason: { text: 'reason.repeatedLine', params: { first: '2', second: '3' } } }],
  ]);
  const expenses = (await service.send('GET', '/expenses')).body.data;
  expect(expenses.map(({ amount }: { amount: number }) => amount)).toEqual([1250.5, 1250.5]);
});
