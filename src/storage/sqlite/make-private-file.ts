import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UnusableDatabase } from '../unusable-database.ts';

/**
 * Makes the folder, 0700, and the file, 0600, where they are not there.
 * Throws UnusableDatabase where they cannot be made.
 */
export function makePrivateFile(path: string): void {
  makePrivateFolder(dirname(path));
  try {
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
