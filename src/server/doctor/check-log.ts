import { type Finding, passed, warned } from './finding.ts';
import { megabytes } from './sizes.ts';

const LARGE_BYTES = 256_000_000;

/** The write-ahead log is given back when nobody reads for long. */
export function checkLog(facts: {
  readonly logBytes: number;
  readonly databaseBytes: number;
}): Finding {
  const { logBytes, databaseBytes } = facts;
  const finding = `the write-ahead log has ${megabytes(logBytes)}`;
  if (logBytes <= Math.max(LARGE_BYTES, databaseBytes)) return passed('log', finding);
  return warned(
    'log',
    finding,
    'see whether another program, such as a backup, has been reading the database for long',
  );
}
