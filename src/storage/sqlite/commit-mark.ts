import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';

/** The last acknowledged commit of a database file, as the file beside it records it. */
export interface CommitMark {
  /** Random number of the database file (`user_version`). */
  readonly identity: number;
  /** The value of `commit_counter` in that commit. */
  readonly commits: number;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

/** Writes the mark of an open database. */
export interface CommitMarkWriter {
  /** Records a commit; called after the commit and before anybody is told of it. */
  write(commits: number): void;
  close(): void;
}

/**
 * Two records, written in turn: one that is torn leaves the other. The distance is that of sectors.
 * A record: magic, identity, number of commits, CRC-32 of these.
 */
const SLOT_BYTES = 512;
const RECORD_BYTES = 20;
const MAGIC = 0x4d61726b;
/** The mark reaches the disk in the background; a killed process needs no sync. */
const SYNC_MILLIS = 5000;

/** The file of the mark. */
export function markFileOf(database: string): string {
  return `${database}-mark`;
}

/** Reads a mark; undefined where there is none, or none that can be read. */
export function readMark(database: string): CommitMark | undefined {
  const path = markFileOf(database);
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status?.isFile()) return undefined;
  const bytes = readFileSync(path);
  const [newest] = [parseRecord(bytes, 0), parseRecord(bytes, SLOT_BYTES)]
    .filter((record) => record !== undefined)
    .sort((a, b) => b.commits - a.commits);
  return newest && { ...newest, writtenAt: status.mtimeMs };
}

function parseRecord(bytes: Buffer, start: number) {
  const record = bytes.subarray(start, start + RECORD_BYTES);
  if (record.length < RECORD_BYTES || record.readUInt32BE(0) !== MAGIC) return undefined;
  if (record.readUInt32BE(16) !== crc32(record.subarray(0, 16))) return undefined;
  return { identity: record.readInt32BE(4), commits: Number(record.readBigUInt64BE(8)) };
}

/** Opens the mark of a database file; `reset` sets it to the commits that the file holds now. */
export function openMarkWriter(
  database: string,
  { identity, reset }: { readonly identity: number; readonly reset: number | undefined },
): CommitMarkWriter {
  const file = openSync(markFileOf(database), constants.O_RDWR | constants.O_CREAT, 0o600);
  const record = Buffer.alloc(RECORD_BYTES);
  record.writeUInt32BE(MAGIC, 0);
  record.writeInt32BE(identity, 4);
  const put = (commits: number, slot: number) => {
    record.writeBigUInt64BE(BigInt(commits), 8);
    record.writeUInt32BE(crc32(record.subarray(0, 16)), 16);
    writeSync(file, record, 0, RECORD_BYTES, slot * SLOT_BYTES);
  };
  let timer: NodeJS.Timeout | undefined;
  const syncLater = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // What fails here is the protection against a power cut, not that against a kill.
      fdatasync(file, () => {});
    }, SYNC_MILLIS).unref();
  };
  if (reset !== undefined) for (const slot of [0, 1]) put(reset, slot);
  return {
    write(commits) {
      put(commits, commits % 2);
      syncLater();
    },
    close() {
      if (timer) fdatasyncSync(file);
      clearTimeout(timer);
      closeSync(file);
    },
  };
}
