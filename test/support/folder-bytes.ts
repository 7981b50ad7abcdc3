import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file of a folder with a hash of its bytes; the index of a log is no data and left out. */
export function folderBytes(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder).filter((name) => !name.endsWith('-shm'));
  return Object.fromEntries(
    names.sort().map((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return [name, 'a folder'];
      return [name, createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}
