import sql from 'sql-template-tag';
import type { TestService } from './service.ts';

/** Tables that tell of refused requests too: a refused action is among the agent runs. */
const TELLING = /^(?:agent_runs|audit|idempotency|row_counts|sqlite_|schema_)/;

/** Counts what is written into a service's SQLite database from now on; undone writes do not count. */
export async function watchWrites(service: TestService): Promise<() => Promise<number>> {
  const { database } = service.service.runtime;
  const tables = await database.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' order by name`,
  );
  const watched = tables.map(({ name }) => name).filter((name) => !TELLING.test(name));
  const triggers = watched.flatMap((table) =>
    ['insert', 'update', 'delete'].map(
      (event) => `create temp trigger watch_${table}_${event} after ${event} on main.${table}
        begin insert into watched_writes values ('${table}'); end;`,
    ),
  );
  await database.transaction((transaction) =>
    transaction.runScript(
      `create temp table watched_writes (table_name text); ${triggers.join('\n')}`,
    ),
  );
  return async () => {
    const counted = await database.first<{ total: number }>(
      // The rows number themselves: to count them would take longer with every write.
      sql`select coalesce(max(rowid), 0) as total from watched_writes`,
    );
    return Number(counted?.total);
  };
}
