import { type Finding, failed, passed, warned } from './finding.ts';
import { megabytes } from './sizes.ts';

/** Below this the next busy hour may find the disk full. */
const LEAST_FREE_BYTES = 100_000_000;

/** There is room for a second copy of the database, as a restore needs it. */
export function checkDisk(facts: {
  readonly freeBytes: number;
  readonly databaseBytes: number;
}): Finding {
  const { freeBytes, databaseBytes } = facts;
  const finding = `${megabytes(freeBytes)} are free, the database has ${megabytes(databaseBytes)}`;
  if (freeBytes < LEAST_FREE_BYTES) {
    return failed('disk', finding, 'make room now: writes are refused when the disk is full');
  }
  if (freeBytes < databaseBytes) {
    return warned('disk', finding, 'make room: a copy of the database does not fit');
  }
  return passed('disk', finding);
}
