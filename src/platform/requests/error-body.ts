import type { FarmError } from '../../model/errors.ts';

/** The error as it is sent: `{ error, message, code?, issues?, requestId }`. */
export function errorBody(error: FarmError, requestId: string): string {
  return JSON.stringify({
    error: error.slug,
    message: error.message,
    code: error.code,
    issues: error.issues,
    requestId,
  });
}
