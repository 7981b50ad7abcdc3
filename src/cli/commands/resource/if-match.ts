import { usageError } from '../../errors.ts';

/** The flag of a change that holds only for the version that was read. */
export const VERSION_FLAG = '--if-match <version>';

/** The value of `If-Match` for a version as people type it: `3`, `v3` or the tag itself. */
export function parseVersion(text: string): string {
  const match = /^"?v?(\d+)"?$/.exec(text);
  if (match) return `"v${match[1]}"`;
  throw usageError(
    `--if-match must be the version of a row, such as 3, not ${JSON.stringify(text)}`,
  );
}
