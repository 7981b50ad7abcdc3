import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { databaseFile } from '../open-database.ts';
import { BackupRefused } from './backup-refused.ts';
import { type Copy, type CopyEvents, copyDatabase, syncFile } from './copy-database.ts';
import { partialName, putInPlace, requireOther, requireTarget } from './target-file.ts';

/** What is backed up, and where to. */
export interface BackupRequest extends CopyEvents {
  readonly dataDir: string;
  /** Absolute path of the file to make. */
  readonly file: string;
  /** Whether a file that is there already may be replaced. */
  readonly overwrites?: boolean | undefined;
}

/** A backup that was made. */
export interface Backup extends Copy {
  readonly file: string;
}

/**
 * Backs up the database of a folder, whether a server writes to it or not. The file appears under
 * its name only when it is whole, checked and on the disk; throws BackupRefused otherwise.
 */
export async function backupToFile(request: BackupRequest): Promise<Backup> {
  const { dataDir, file, overwrites = false } = request;
  const source = databaseFile(dataDir);
  if (!existsSync(source)) {
    throw new BackupRefused(
      'missing',
      `there is no database in ${dataDir}: name its folder with --data`,
    );
  }
  requireOther(file, source);
  requireTarget(file, overwrites);
  const partial = partialName(file);
  const copy = await copyDatabase(source, partial, request);
  try {
    putInPlace(partial, file, overwrites);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  syncFile(dirname(file));
  return { file, ...copy };
}
