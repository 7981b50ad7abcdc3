import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { AnchorFile, AnchorPlaces } from '../platform/audit/anchor-keeper.ts';
import { anchorOf } from '../platform/audit/parse-anchors.ts';
import type { DatabaseLocation } from './open-database.ts';
import { findSecretKey, secretKeyOf } from './secret-key.ts';

/** The name of the file of anchors beside an embedded database. */
const ANCHOR_FILE = 'audit-anchors.jsonl';
const MOST_READ_BYTES = 512 * 1024;

/** The file of anchors beside the database of a folder. */
export function anchorFile(dataDir: string): string {
  return join(dataDir, ANCHOR_FILE);
}

/** Where the anchors of a service are signed and kept; a database in memory has none. */
export function anchorPlacesOf(
  database: DatabaseLocation,
  options: { readonly secretKey?: string | undefined; readonly file?: string | undefined } = {},
): AnchorPlaces {
  const { secretKey } = options;
  if (database.kind === 'memory') return { findKey: () => undefined };
  const beside = database.kind === 'sqlite' ? anchorFile(database.dataDir) : undefined;
  const path = options.file ?? beside;
  return {
    findKey(mayMake) {
      const known = findSecretKey(database, secretKey);
      if (known || !mayMake || database.kind !== 'sqlite') return known;
      return secretKeyOf(database, secretKey)();
    },
    file: path === undefined ? undefined : createAnchorFile(path),
  };
}

/** A file of anchors, one JSON object a line; its end is read, which holds the newest. */
export function createAnchorFile(path: string): AnchorFile {
  return {
    append(anchor) {
      const file = openSync(path, 'a', 0o600);
      try {
        writeSync(file, `${JSON.stringify(anchor)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    },
    read() {
      const lines = readEnd(path)
        .split('\n')
        .filter((line) => line.trim() !== '');
      const anchors = lines.map(parseLine);
      const readable = anchors.filter((anchor) => anchor !== undefined);
      return { anchors: readable, unreadable: anchors.length - readable.length };
    },
  };
}

/** The whole lines at the end of a file; nothing where there is none. */
function readEnd(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const length = Math.min(size, MOST_READ_BYTES);
    const bytes = Buffer.alloc(length);
    const read = readSync(file, bytes, 0, length, size - length);
    const text = bytes.toString('utf8', 0, read);
    return length < size ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(file);
  }
}

function parseLine(line: string) {
  try {
    return anchorOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}
