import { randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  lstatSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BackupRefused } from './backup-refused.ts';

/** What stands in the name of a file that is not whole yet, before a number of its own. */
export const PARTIAL = '.partial-';

/** A name beside a file, for what is not whole yet. */
export function partialName(file: string): string {
  return `${file}${PARTIAL}${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** Throws BackupRefused unless a file may be made there. */
export function requireTarget(file: string, overwrites: boolean): void {
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupRefused('missing', `there is no folder ${folder}: make it, or name another`);
  }
  const status = lstatSync(file, { throwIfNoEntry: false });
  if (status === undefined) return;
  if (status.isDirectory()) {
    throw new BackupRefused('unfit', `${file} is a folder: name a file in it`);
  }
  if (!overwrites) throw alreadyThere(file);
}

/** Throws BackupRefused for the database itself, in whose place nothing must come while it is used. */
export function requireOther(file: string, source: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) return;
  if (join(realpathSync(folder), basename(file)) !== realpathSync(source)) return;
  throw new BackupRefused('unfit', `${file} is the database itself: name another file`);
}

function alreadyThere(file: string): BackupRefused {
  return new BackupRefused('unfit', `${file} is there already: name another file, or add --force`);
}

/** Gives a whole file its name; throws BackupRefused when another one has it meanwhile. */
export function putInPlace(partial: string, file: string, overwrites: boolean): void {
  if (overwrites) {
    renameSync(partial, file);
    return;
  }
  try {
    // Unlike a rename it fails when another program has made the file meanwhile.
    linkSync(partial, file);
    rmSync(partial);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw alreadyThere(file);
    // The file systems of most sticks have no second names.
    if (existsSync(file)) throw alreadyThere(file);
    renameSync(partial, file);
  }
}
