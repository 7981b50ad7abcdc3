import { FarmError } from '../../../model/errors.ts';
import { limits } from '../../../model/limits.ts';

/** Throws `payload_too_large` for more rows than one call takes. */
export function requireRoom(rows: number): void {
  if (rows <= limits.importRows) return;
  throw new FarmError('payload_too_large', {
    code: 'too_many_rows',
    message: `One import takes at most ${limits.importRows} rows; split the file.`,
  });
}
