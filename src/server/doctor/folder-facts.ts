import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../backup/backup-journal.ts';
import { bytesOf, freeBytes } from '../backup/copy-database.ts';
import { databaseFile } from '../open-database.ts';
import type { AccessFact } from './check-permissions.ts';

/** The files of a data folder that farmctl makes. */
const OWN_FILE = /^(farmctl\.db|farmctl\.key$|server\.(json|lock)$|backups\.json$)/;

/** Access rights of a data folder and of farmctl's files in it; undefined on systems without any. */
export function readAccess(dataDir: string): readonly AccessFact[] | undefined {
  if (process.platform === 'win32') return undefined;
  const names = readdirSync(dataDir).filter((name) => OWN_FILE.test(name));
  const paths = [dataDir, ...names.map((name) => join(dataDir, name))];
  return paths.flatMap((path) => {
    // A file may go while it is looked at, as that of a server that ends.
    const status = statSync(path, { throwIfNoEntry: false });
    return status ? [{ path, mode: status.mode & 0o777, isFolder: status.isDirectory() }] : [];
  });
}

/** Sizes of the database, its log, and the room that is left. */
export function readSizes(dataDir: string) {
  const file = databaseFile(dataDir);
  return {
    databaseBytes: bytesOf(file),
    logBytes: bytesOf(`${file}-wal`),
    freeBytes: freeBytes(dataDir),
  };
}

/** What is known of the backups of a data folder. */
export function readBackups(dataDir: string) {
  const journal = readJournal(dataDir);
  return { journal, isThere: existsSync(journal.lastBackup?.file ?? '') };
}
