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
 * Makes the folder, 0700, and the file, 0600, where they do not exist. `fill` writes a new file under
 * another name; it gets its own once it is whole, so that an empty file always means a lost one.
 * Throws UnusableDatabase where they cannot be made.
 */
export async function makePrivateFile(
  path: string,
  fill: (path: string) => Promise<void>,
): Promise<void> {
  makePrivateFolder(dirname(path));
  try {
    if (!isThere(path)) await makeFilled(path, fill);
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

async function makeFilled(path: string, fill: (path: string) => Promise<void>): Promise<void> {
  const fresh = `${path}.new-${randomUUID()}`;
  try {
    closeSync(openSync(fresh, 'wx', 0o600));
    await fill(fresh);
    nameOnce(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Gives a file its name unless another program has made a file of that name meanwhile. */
function nameOnce(fresh: string, path: string): void {
  try {
    linkSync(fresh, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    // A file system without hard links.
    renameSync(fresh, path);
  }
}

/**
 * Makes a folder and those above it, 0700; throws UnusableDatabase where that cannot be.
 * One by one: `mkdir` with `recursive` tries for ever where the system says that nothing is there,
 * as below /proc.
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

/** The files of farmctl in a folder of data. */
const OWN_FILES = /^(farmctl\.|server\.|backups\.json)/;

/**
 * Gives the files that root has made in a folder of another user to that user: the service that has
 * the folder could not read them. Files with several names are left alone, since another user may
 * have given them one here.
 */
export function leaveToOwner(folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return;
  for (const name of readdirSync(folder).filter((one) => OWN_FILES.test(one))) {
    const path = join(folder, name);
    // Not opened: closing a file of SQLite would end the locks that this process has on it.
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() && found.uid === 0 && found.nlink === 1) lchownSync(path, uid, gid);
  }
}

function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another program may have made it at the same moment.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** The folder and those above it that are not there, the highest first. */
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
