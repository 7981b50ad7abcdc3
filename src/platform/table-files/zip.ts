import { crc32, inflateRaw } from 'node:zlib';

/** A file of an archive. */
export interface ZipEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 0xffff;
const MOST_ENTRIES = 2000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 1;
const UTF8_FLAG = 0x0800;
/** 1 January 1980, a constant for reproducible archives. */
const FIRST_DAY = 0x0021;

/**
 * Unpacks the selected files of an archive; undefined when it is invalid, damaged or larger than
 * `mostBytes`, regardless of the sizes in its headers.
 */
export async function unpackZip(
  archive: Uint8Array,
  options: { readonly mostBytes: number; readonly isWanted: (path: string) => boolean },
): Promise<readonly ZipEntry[] | 'too_large' | undefined> {
  const view = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    return await unpackAll(view, options);
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : undefined;
  }
}

async function unpackAll(
  view: Buffer,
  options: { readonly mostBytes: number; readonly isWanted: (path: string) => boolean },
): Promise<readonly ZipEntry[] | undefined> {
  const entries: ZipEntry[] = [];
  let remainingBytes = options.mostBytes;
  for (const entry of listEntries(view)) {
    if (!options.isWanted(entry.path)) continue;
    const bytes = await unpackEntry(view, entry, remainingBytes);
    if (bytes === undefined) return undefined;
    remainingBytes -= bytes.length;
    entries.push({ path: entry.path, bytes });
  }
  return entries;
}

interface Listed {
  readonly path: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly offset: number;
}

function* listEntries(view: Buffer): Generator<Listed> {
  const end = findEnd(view);
  const count = Math.min(view.readUInt16LE(end + 10), MOST_ENTRIES);
  let at = view.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (view.readUInt32LE(at) !== CENTRAL_HEADER) throw new RangeError('no entry');
    if (view.readUInt16LE(at + 8) & ENCRYPTED_FLAG) throw new RangeError('encrypted');
    const pathBytes = view.readUInt16LE(at + 28);
    const headerBytes = view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
    yield {
      path: view.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + pathBytes),
      method: view.readUInt16LE(at + 10),
      packedBytes: view.readUInt32LE(at + 20),
      offset: view.readUInt32LE(at + 42),
    };
    at += CENTRAL_BYTES + pathBytes + headerBytes;
  }
}

function findEnd(view: Buffer): number {
  const earliest = Math.max(0, view.length - END_BYTES - LONGEST_COMMENT);
  for (let at = view.length - END_BYTES; at >= earliest; at--) {
    if (view.readUInt32LE(at) === END) return at;
  }
  throw new RangeError('no end');
}

async function unpackEntry(
  view: Buffer,
  { method, packedBytes, offset }: Listed,
  mostBytes: number,
): Promise<Uint8Array | undefined> {
  if (view.readUInt32LE(offset) !== LOCAL_HEADER) return undefined;
  const start =
    offset + LOCAL_BYTES + view.readUInt16LE(offset + 26) + view.readUInt16LE(offset + 28);
  const packed = view.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) return undefined;
  if (method === DEFLATED) return inflate(packed, Math.max(1, mostBytes));
  if (method !== STORED) return undefined;
  if (packed.length > mostBytes) throw Object.assign(new Error(), { code: 'ERR_BUFFER_TOO_LARGE' });
  return packed;
}

function inflate(packed: Uint8Array, maxOutputLength: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    inflateRaw(packed, { maxOutputLength }, (error, bytes) => {
      if (error) reject(error);
      else resolve(bytes);
    });
  });
}

/** Creates an archive without compression. */
export function packZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of entries) {
    const name = Buffer.from(path, 'utf8');
    const common = commonHeader(bytes, name);
    const local = Buffer.concat([uint32(LOCAL_HEADER), common, name, bytes]);
    parts.push(local);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([uint32(CENTRAL_HEADER), uint16(20), common, place, name]));
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** The common part of an entry's headers: version, flags, method, day, checksum and sizes. */
function commonHeader(bytes: Uint8Array, name: Uint8Array): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(UTF8_FLAG, 2);
  header.writeUInt16LE(STORED, 4);
  header.writeUInt16LE(FIRST_DAY, 8);
  header.writeUInt32LE(crc32(bytes), 10);
  header.writeUInt32LE(bytes.length, 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
