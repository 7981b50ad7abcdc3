import { type Finding, failed, passed } from './finding.ts';

/** SQLite syncs every commit: `synchronous` of a connection after its first write is 2 or 3. */
export function checkSynchronous(synchronous: number): Finding {
  if (synchronous >= 2)
    return passed('synchronous', 'every commit is on the disk when it is answered');
  return failed(
    'synchronous',
    `commits are not synced (synchronous is ${synchronous})`,
    'use another Node.js or build of SQLite; a power cut would lose writes',
  );
}

/** PostgreSQL syncs every commit. */
export function checkServerSync(isDurable: boolean): Finding {
  if (isDurable) return passed('synchronous', 'every commit is on the disk when it is answered');
  return failed(
    'synchronous',
    'the server does not sync every commit',
    'set fsync, full_page_writes and synchronous_commit to on',
  );
}
