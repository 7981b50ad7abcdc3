import sql from 'sql-template-tag';
import type { CommitLoss, Connection, IntegrityCheck } from '../../storage/database.ts';
import { readMark } from '../../storage/sqlite/commit-mark.ts';
import {
  acceptLoss,
  type CommitFacts,
  readCheck,
  readLoss,
  readUnmarked,
} from '../../storage/sqlite/condition.ts';
import { openSqliteReader } from '../../storage/sqlite/database.ts';
import { databaseFile } from '../open-database.ts';
import { findServer } from '../server-file.ts';
import { attempt } from './examine-content.ts';
import { type Finding, failed, passed } from './finding.ts';

/** What the files beside a database record about it. */
export interface Recorded {
  readonly loss: CommitLoss | undefined;
  /** Since when the mark of earlier commits has been missing. */
  readonly unmarkedSince: string | undefined;
  readonly facts: CommitFacts;
  readonly lastCheck: IntegrityCheck | undefined;
}

/** Reads what is recorded beside a database file that a connection reads. */
export async function readRecorded(path: string, connection: Connection): Promise<Recorded> {
  // Before the database: a server may commit in between.
  const mark = readMark(path);
  const row = await connection.first<{ user_version: number }>(sql`pragma user_version`);
  const identity = row?.user_version ?? 0;
  const facts = { identity, commits: await countCommits(connection) };
  return {
    facts,
    loss: readLoss(path, mark, facts),
    unmarkedSince: readUnmarked(path, mark, facts),
    lastCheck: readCheck(path, identity),
  };
}

async function countCommits(connection: Connection): Promise<number> {
  const table = await connection.first(sql`
    select 1 from sqlite_master where type = 'table' and name = 'commit_counter'`);
  if (!table) return 0;
  const row = await connection.first<{ commits: number }>(sql`select commits from commit_counter`);
  return row?.commits ?? 0;
}

/** Accepts the loss of acknowledged commits of a folder's database; failed where there is none. */
export async function acceptLossIn(dataDir: string): Promise<Finding> {
  const path = databaseFile(dataDir);
  const [finding] = await attempt('commits', async () => {
    const reader = await openSqliteReader(path);
    try {
      const { loss, unmarkedSince, facts } = await readRecorded(path, reader);
      if (!loss && unmarkedSince === undefined) {
        return [failed('commits', `no acknowledged writes are missing in ${dataDir}`, '')];
      }
      acceptLoss(path, loss, findServer(dataDir) ? undefined : facts);
      const accepted = loss ? `the loss of ${loss.commits} commits` : 'the missing mark';
      return [passed('commits', `${accepted} is accepted`)];
    } finally {
      reader.close();
    }
  });
  return finding ?? failed('commits', `${path} could not be read`, '');
}
