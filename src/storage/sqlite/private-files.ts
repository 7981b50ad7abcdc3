import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { UnusableDatabase } from '../core/errors.ts';

/**
 * Creates the folder (0700) and the file (0600) if they do not exist. `fill` writes a new file
 * under a temporary name; it is renamed once complete, so that an empty file always indicates a
 * loss. Throws UnusableDatabase if they cannot be created.
 */
export async function makePrivateFile(
  path: string,
  write: (path: string) => Promise<void>,
): Promise<void> {
  makePrivateFolder(dirname(path));
  try {
    if (!isThere(path)) await makeFilled(path, write);
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  } catch (error) {
    throw new UnusableDatabase(
      `${path} cannot be written (${codeOf(error)})`,
      'give its folder to the user that runs farmctl, or choose another --data',
      { cause: error },
    );
  }
}

async function makeFilled(path: string, write: (path: string) => Promise<void>): Promise<void> {
  const temporaryPath = `${path}.new-${randomUUID()}`;
  try {
    closeSync(openSync(temporaryPath, 'wx', 0o600));
    await write(temporaryPath);
    nameOnce(temporaryPath, path);
  } finally {
    rmSync(temporaryPath, { force: true });
  }
}

/** Gives a file its final name unless another program has created it in the meantime. */
function nameOnce(temporaryPath: string, path: string): void {
  try {
    linkSync(temporaryPath, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    // A file system without hard links.
    renameSync(temporaryPath, path);
  }
}

/**
 * Creates a folder and its missing parents (0700); throws UnusableDatabase on failure. One by one:
 * recursive `mkdir` never returns if the system reports a missing folder, as below /proc.
 */
export function makePrivateFolder(folder: string): void {
  try {
    for (const path of missingFolders(folder)) makeOne(path);
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
  } catch (error) {
    throw new UnusableDatabase(
      `the folder ${folder} cannot be made (${codeOf(error)})`,
      'choose another --data',
      { cause: error },
    );
  }
}

/** The files of farmctl in a data folder. */
const OWN_FILES = /^(farmctl\.|server\.|backups\.json)/;

/**
 * Transfers files that root created in another user's folder to that user: otherwise the service of
 * that user could not read them. Files with several hard links are skipped, because another user
 * may have created the link.
 */
export function leaveToOwner(folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return;
  for (const name of readdirSync(folder).filter((fileName) => OWN_FILES.test(fileName))) {
    const path = join(folder, name);
    // Not opened: closing an SQLite file would release the locks of this process on it.
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() && stats.uid === 0 && stats.nlink === 1) lchownSync(path, uid, gid);
  }
}

function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another program may have created it concurrently.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** The folder and its parents that do not exist, topmost first. */
function missingFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let path = folder; !isThere(path); path = dirname(path)) {
    missing.unshift(path);
    if (dirname(path) === path) break;
  }
  return missing;
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
