import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * A hash of the bytes of every file in a folder. The index of a write-ahead log and an empty log
 * contain no data: read-only connections create them. For databases created in this process, call
 * `releaseFiles` first.
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

const MOST_COLLECTIONS = 20;

/**
 * Waits until no closed connection of this process uses a file of the folder. The packaged driver
 * finalises the statements of a closed connection on garbage collection, and only then does SQLite
 * checkpoint its log and remove it: at an arbitrary later moment, unless awaited here.
 */
export async function releaseFiles(folder: string): Promise<void> {
  for (let count = 0; isOpenHere(folder); count++) {
    if (count === MOST_COLLECTIONS) throw new Error(`a file of ${folder} is still open`);
    collectGarbage();
    await nextTurn();
  }
}

function isOpenHere(folder: string): boolean {
  return readdirSync('/proc/self/fd').some((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(`${folder}/`);
    } catch {
      // The descriptor that was used to read the list.
      return false;
    }
  });
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
