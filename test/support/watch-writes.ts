import sql from 'sql-template-tag';
import type { TestService } from './service.ts';

/** Tables that also record rejected requests: a rejected action is in the agent runs. */
const TELLING = /^(?:agent_runs|audit|idempotency|row_counts|sqlite_|schema_)/;

/** Counts writes to a service's SQLite database from now on, without rolled-back ones. */
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
      // The rows are numbered: counting them would take longer with every write.
      sql`select coalesce(max(rowid), 0) as total from watched_writes`,
    );
    return Number(counted?.total);
  };
}
