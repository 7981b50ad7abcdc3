import { crc32, deflateRawSync } from 'node:zlib';
import { packZip, type ZipEntry } from '../../src/platform/table-files/zip.ts';

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATION = `${PACKAGE}/relationships`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PACKED = 'application/vnd.openxmlformats-package';

/** An Excel workbook with one sheet that contains these rows as text. */
export function aWorkbook(rows: readonly (readonly string[])[]): Uint8Array {
  return aWorkbookOf(rows.map((row, index) => renderRow(row, index + 1)).join(''));
}

/** A workbook with this XML as the data of its only sheet, and other files added or replaced. */
export function aWorkbookOf(
  sheetData: string,
  others: Readonly<Record<string, string>> = {},
  pack: (entries: readonly ZipEntry[]) => Uint8Array = packZip,
): Uint8Array {
  const files = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="${PACKED}.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATION}"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATION}"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${RELATIONS}"><sheets><sheet name="Rows" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><sheetData>${sheetData}</sheetData></worksheet>`,
    ...others,
  };
  const entries = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  return pack(entries);
}

const HEADER_BYTES = { local: 30, central: 46, end: 22 };

/** Archives files with compression, as spreadsheet programs do. */
export function packDeflated(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of entries) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes);
    const sizes = Buffer.alloc(22);
    sizes.writeUInt16LE(20, 0);
    sizes.writeUInt16LE(8, 4);
    sizes.writeUInt32LE(crc32(bytes), 10);
    sizes.writeUInt32LE(packed.length, 14);
    sizes.writeUInt32LE(bytes.length, 18);
    const local = Buffer.alloc(HEADER_BYTES.local);
    local.writeUInt32LE(0x04034b50, 0);
    sizes.copy(local, 4);
    local.writeUInt16LE(name.length, 26);
    const listed = Buffer.alloc(HEADER_BYTES.central);
    listed.writeUInt32LE(0x02014b50, 0);
    listed.writeUInt16LE(20, 4);
    sizes.copy(listed, 6);
    listed.writeUInt16LE(name.length, 28);
    listed.writeUInt32LE(offset, 42);
    parts.push(local, name, packed);
    central.push(listed, name);
    offset += local.length + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(HEADER_BYTES.end);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
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
