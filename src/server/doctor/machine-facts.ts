import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { openSqlite } from '../../storage/sqlite/database.ts';

/** How many files this process may open; undefined where the system does not say. */
export function findOpenFileLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** The hour in Jerusalem when it is midnight UTC in summer, as this program sees it. */
export function findSummerHour(): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: 'Asia/Jerusalem',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  return Number(format.format(new Date('2026-07-01T00:00:00Z')));
}

/** How a connection of this program syncs once it has written: that of a database made for this. */
export async function probeSynchronous(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'farmctl-doctor-'));
  try {
    const database = await openSqlite(join(folder, 'probe.db'));
    const row = await database.transaction(async (transaction) => {
      await transaction.runScript('create table probe (id integer)');
      return transaction.first<{ synchronous: number }>(sql`pragma synchronous`);
    });
    await database.close();
    return row?.synchronous ?? 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
