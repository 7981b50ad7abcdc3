import { type Finding, failed, passed } from './finding.ts';

/** The file is not damaged; `fault` is what SQLite found. */
export function checkIntegrity(fault: string | undefined, isDeep: boolean): Finding {
  if (fault !== undefined) {
    return failed('integrity', `the database is damaged: ${fault}`, RESTORE);
  }
  return passed(
    'integrity',
    isDeep ? 'every page and index is sound' : 'a quick look finds no damage; --deep reads it all',
  );
}

/** What to do about a damaged database. */
export const RESTORE = 'put a backup in its place: farmctl restore FILE';
