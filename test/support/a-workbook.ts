import { packZip } from '../../src/platform/import/read/zip.ts';

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATION = `${PACKAGE}/relationships`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PACKED = 'application/vnd.openxmlformats-package';

/** An Excel workbook of one sheet that holds these rows as text. */
export function aWorkbook(rows: readonly (readonly string[])[]): Uint8Array {
  const sheet = rows.map((row, index) => renderRow(row, index + 1)).join('');
  const files = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="${PACKED}.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATION}"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATION}"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${RELATIONS}"><sheets><sheet name="Rows" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  const entries = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  return packZip(entries);
}

function renderRow(row: readonly string[], number: number): string {
  const cells = row.map((text, column) => {
    const place = `${columnName(column)}${number}`;
    return `<c r="${place}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  });
  return `<row r="${number}">${cells.join('')}</row>`;
}

const A = 65;
const LETTERS = 26;

/** A, B … Z, AA, AB … */
function columnName(column: number): string {
  const last = String.fromCharCode(A + (column % LETTERS));
  return column < LETTERS ? last : columnName(Math.floor(column / LETTERS) - 1) + last;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
