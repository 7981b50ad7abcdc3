/** What the first 100 bytes of a SQLite file, or of its first page in a log, say. */
export interface FileHeader {
  readonly pageBytes: number;
  /** Pages the file should have; 0 where a very old SQLite wrote it. */
  readonly pages: number;
  /** Random number of this very file, so that a log of another one is noticed; 0: none yet. */
  readonly identity: number;
  /** Which program the file belongs to; 0: none said so. */
  readonly applicationId: number;
}

export const HEADER_BYTES = 100;

/** `Farm`: what marks a file as farmctl's. */
export const APPLICATION_ID = 0x4661726d;

const MAGIC = 'SQLite format 3\0';
const LARGEST_PAGE = 65_536;

/** Reads a header; undefined when it is not that of a SQLite file. */
export function parseHeader(bytes: Buffer): FileHeader | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 16) !== MAGIC) return undefined;
  const written = bytes.readUInt16BE(16);
  const pageBytes = written === 1 ? LARGEST_PAGE : written;
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0) return undefined;
  // The count of pages is true only where the same write set both counters.
  const isCounted = bytes.readUInt32BE(24) === bytes.readUInt32BE(92);
  return {
    pageBytes,
    pages: isCounted ? bytes.readUInt32BE(28) : 0,
    identity: bytes.readInt32BE(60),
    applicationId: bytes.readInt32BE(68),
  };
}
