import { limits } from '../../src/model/core/limits.ts';
import { aWorkbookOf, packDeflated } from './a-workbook.ts';

/** A file that takes long to read, or much memory, unless the reader is limited. */
export interface HostileFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: () => Uint8Array;
  /** The status and code of the error response to its import into expenses. */
  readonly refusal: string;
}

type Named = readonly [name: string, bytes: () => Uint8Array, refusal: string];

const CSV = 'text/csv';
const JSON_LIST = 'application/json';
const JSON_LINES = 'application/x-ndjson';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEAD = 'date,amount,category\n';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function filesOf(contentType: string, files: readonly Named[]): readonly HostileFile[] {
  return files.map(([name, bytes, refusal]) => ({ name, contentType, bytes, refusal }));
}

/** Fills a text up to the size limit of an import. */
function filled(part: string, before = ''): Uint8Array {
  const room = limits.importBodyBytes - before.length;
  return Buffer.from(before + part.repeat(Math.floor(room / part.length)));
}

function sheet(data: string, others: Readonly<Record<string, string>> = {}): Uint8Array {
  return aWorkbookOf(data, others, packDeflated);
}

function cell(place: string, value = '1'): string {
  return `<c r="${place}"><v>${value}</v></c>`;
}

function rows(count: number, row: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => row(index + 1)).join('');
}

function styled(styles: string): Uint8Array {
  const files = { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` };
  return sheet(`<row r="1"><c r="A1" s="0"><v>1</v></c></row>`, files);
}

function sharing(strings: string, data: string): Uint8Array {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const relations = [
    relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
    relation('r2', 'sharedStrings', 'sharedStrings.xml'),
  ];
  return sheet(data, {
    'xl/sharedStrings.xml': strings,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
  });
}

function entityBomb(): Uint8Array {
  const entities = rows(9, (n) => `<!ENTITY a${n} "${`&a${n - 1};`.repeat(10)}">`);
  const declared = `<!DOCTYPE sst [<!ENTITY a0 "${'a'.repeat(1000)}">${entities}]>`;
  const strings = `${declared}<sst><si><t>&a9;</t></si></sst>`;
  return sharing(strings, '<row r="1"><c r="A1" t="s"><v>1</v></c></row>');
}

/** Texts of the maximum size, and workbooks that unpack to much more. */
export const largeFiles: readonly HostileFile[] = [
  ...filesOf(CSV, [
    ['opening brackets', () => filled('('), '400 invalid_format'],
    ['headings', () => filled('a,'), '400 too_many'],
    ['separators', () => filled(';'), '400 too_many'],
    ['separators in the second row', () => filled(',', HEAD), '400 too_many'],
    ['rows of separators', () => filled(`${','.repeat(16_000)}\n`), '413 too_many_cells'],
    ['an open quote', () => filled('x\n', `${HEAD}"`), '400 invalid_format'],
  ]),
  ...filesOf(JSON_LIST, [
    ['nested lists', () => filled('['), '400 too_deep'],
    ['nested objects', () => filled('{"a":', '['), '400 too_deep'],
    ['lists in a list', () => filled('[],', '['), '413 too_many_rows'],
  ]),
  ...filesOf(JSON_LINES, [
    ['lines that are not JSON', () => filled('x\n'), '413 too_many_rows'],
    ['nested lists in a line', () => filled('[', '{"date":'), '400 required'],
  ]),
  ...filesOf(SHEET, [
    ['a bomb', () => sheet(' '.repeat(70 * 1024 * 1024)), '413 sheet_too_large'],
    ['a comment of 60 MB', () => sheet(`<!--${'-x'.repeat(3e7)}-->`), '400 invalid_format'],
  ]),
];

/** Small files, most of which ask for much memory or take more than linear time. */
export const smallFiles: readonly HostileFile[] = [
  ...filesOf(CSV, [
    ['a heading of brackets', () => Buffer.from(`${'('.repeat(8e4)}\n1\n`), '400 too_long'],
    ['many columns', () => Buffer.from(`a${',a'.repeat(1000)}\n`), '400 too_many'],
    ['quotes', () => Buffer.from('"'.repeat(2e6)), '400 invalid_format'],
    ['quotes and separators', () => Buffer.from('",'.repeat(1e6)), '400 too_many'],
    ['spaces', () => Buffer.from(' '.repeat(2e6)), '400 invalid_format'],
    ['line feeds', () => Buffer.from('\n'.repeat(2e6)), '400 required'],
  ]),
  ...filesOf(JSON_LIST, [
    ['an open text', () => Buffer.from(`["${'a'.repeat(2e6)}`), '400 invalid_json'],
    ['101 lists', () => Buffer.from(`${'['.repeat(101)}${']'.repeat(101)}`), '400 too_deep'],
    ['numbers', () => Buffer.from(`[${'0,'.repeat(60_000)}0]`), '413 too_many_rows'],
  ]),
  ...filesOf(JSON_LINES, [
    ['many names', () => Buffer.from(`{${rows(300, (n) => `"${n}":1,`)}"a":1}`), '400 too_many'],
    ['a long name', () => Buffer.from(`{"${'a'.repeat(201)}":1}`), '400 too_long'],
  ]),
  ...filesOf(SHEET, [
    ['the last cell of Excel', () => sheet(cell('XFD1048576')), '400 too_many'],
    ['a cell at ZZ50000', () => sheet(cell('ZZ50000')), '400 too_many'],
    ['an escaped place', () => sheet(cell('&#88;FD1048576')), '400 too_many'],
    ['prefixes', () => sheet('<x:c x:r="XFD1"><x:v>1</x:v></x:c>'), '400 too_many'],
    ['a cell of two places', () => sheet('<c r="A1" x:r="XFD1"><v>1</v></c>'), '400 too_many'],
    ['a value behind a formula', () => sheet('<c r="XFD1"><v><f>1</f></v></c>'), '400 too_many'],
    ['a row beyond Excel', () => sheet(`<row r="2000000"/>`), '400 invalid_format'],
    ['a row number with an exponent', () => sheet('<row r="1e9"/>'), '400 invalid_format'],
    ['a place with an exponent', () => sheet(cell('A1e9')), '400 invalid_format'],
    ['a place beyond Excel', () => sheet(cell('A9999999')), '400 invalid_format'],
    [
      'one cell in the last row',
      () => sheet(`<row r="1048576">${cell('CV1')}</row>`),
      '413 too_many_cells',
    ],
    [
      'two distant columns',
      () => sheet(rows(20_001, (n) => `<row>${cell(`A${n}`)}${cell(`CV${n}`)}</row>`)),
      '413 too_many_cells',
    ],
    [
      'many rows',
      () => sheet(rows(50_002, (n) => `<row>${cell(`A${n}`)}</row>`)),
      '413 too_many_rows',
    ],
    ['empty rows', () => sheet('<row/>'.repeat(1_100_000)), '400 invalid_format'],
    [
      'a long text in many cells',
      () =>
        sharing(
          `<sst><si><t>${'x'.repeat(1e6)}</t></si></sst>`,
          rows(50, (n) => `<row><c r="A${n}" t="s"><v>0</v></c></row>`),
        ),
      '413 too_much_text',
    ],
    ['entities of entities', entityBomb, '400 invalid_format'],
    [
      'a long number format',
      () => styled(`<numFmt numFmtId="164" formatCode="${'['.repeat(1e6)}"/>`),
      '400 invalid_format',
    ],
    ['many styles', () => styled('<xf/>'.repeat(70_000)), '400 invalid_format'],
    [
      'many sheets',
      () =>
        sheet('', { 'xl/workbook.xml': `<workbook>${'<sheet name="a"/>'.repeat(300)}</workbook>` }),
      '400 invalid_format',
    ],
  ]),
];
