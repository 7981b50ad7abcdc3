import type { SqliteHandle, SqliteStatement } from './driver.ts';

/** Counts the commits of a database file, in the transaction of each. */
export interface CommitCounter {
  /** Counts the open transaction, if it has changed anything; called just before its commit. */
  count(): void;
  /** The transaction that was counted is durable. */
  committed(): void;
}

const TABLE = 'commit_counter';

/** How many commits a database holds; 0 before the schema has a counter. */
export function readCommits(handle: SqliteHandle): number {
  if (!hasCounter(handle)) return 0;
  const row = handle.prepare(`select commits from ${TABLE} where id = 1`).get();
  return (row as { commits: number } | undefined)?.commits ?? 0;
}

/** Makes the counter of a writing connection; `told` hears of each counted commit. */
export function createCommitCounter(
  handle: SqliteHandle,
  told: (commits: number) => void,
): CommitCounter {
  const changes = handle.prepare('select total_changes() as total');
  const totalChanges = () => (changes.get() as { total: number }).total;
  let isThere = hasCounter(handle);
  let statement: SqliteStatement | undefined;
  let before = totalChanges();
  let counted: number | undefined;
  const increase = () => {
    statement ??= handle.prepare(
      `update ${TABLE} set commits = commits + 1 where id = 1 returning commits`,
    );
    return (statement.get() as { commits: number } | undefined)?.commits;
  };
  return {
    count() {
      counted = undefined;
      // A transaction that only reads writes nothing to the log, and must not begin to.
      if (totalChanges() === before) return;
      if (isThere || hasCounter(handle)) counted = increase();
    },
    committed() {
      before = totalChanges();
      if (counted === undefined) return;
      isThere = true;
      told(counted);
    },
  };
}

function hasCounter(handle: SqliteHandle): boolean {
  const found = handle.prepare("select 1 from sqlite_master where type = 'table' and name = ?");
  return found.get(TABLE) !== undefined;
}
