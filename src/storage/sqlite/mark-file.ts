import { getRandomValues } from 'node:crypto';
import type { SqliteHandle } from './driver.ts';
import { APPLICATION_ID } from './file-header.ts';

/** Marks a new file as farmctl's, and as one of its own; leaves a marked one as it is. */
export function markFile(handle: SqliteHandle): void {
  if (isMarked(handle)) return;
  // Under the lock of a writer: of two that open a new file at once, one marks it.
  handle.exec('begin immediate');
  if (!isMarked(handle)) {
    handle.exec(`pragma application_id = ${APPLICATION_ID}`);
    handle.exec(`pragma user_version = ${randomIdentity()}`);
  }
  handle.exec('commit');
}

/** A number that no other file is likely to have, 1 to 2^31 - 1. */
export function randomIdentity(): number {
  const [random = 0] = getRandomValues(new Uint32Array(1));
  return random & 0x7fffffff || 1;
}

function isMarked(handle: SqliteHandle): boolean {
  const { user_version: identity } = handle.prepare('pragma user_version').get() as {
    user_version: number;
  };
  const { application_id: id } = handle.prepare('pragma application_id').get() as {
    application_id: number;
  };
  return identity !== 0 && id === APPLICATION_ID;
}
