import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A hash of the bytes of every file in a folder. The index of a write-ahead log and an empty log
 * hold no data: the packaged driver removes them when a closed connection is garbage-collected.
 */
export function folderBytes(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder).filter((name) => !holdsNoData(join(folder, name)));
  return Object.fromEntries(
    names.sort().map((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return [name, 'a folder'];
      return [name, createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}

function holdsNoData(path: string): boolean {
  return path.endsWith('-shm') || (path.endsWith('-wal') && statSync(path).size === 0);
}
