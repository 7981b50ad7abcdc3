import { copyFile } from 'node:fs/promises';
import { databaseFile } from '../../src/server/core/open-database.ts';
import { type Contestant, checkAnswers } from '../contestants/contestant.ts';
import { findPostgres } from '../contestants/find-postgres.ts';
import { asContestant, startOurs } from '../contestants/ours.ts';
import type { Stage } from '../stages/prepare-tasks.ts';
import { taskQueries, taskRows } from '../stages/task-table.ts';
import type { Bench } from '../work.ts';

/** Our servers on the table of tasks, their answers checked. */
export interface TaskServers {
  readonly ours: Contestant;
  /** Absent where PostgreSQL does not start. */
  readonly postgres: Contestant | undefined;
  readonly stage: Stage;
  /** The database of the server on PostgreSQL, the first process of that, and the keys. */
  readonly postgresStage:
    | { readonly url: string; readonly pid: number; readonly keys: readonly string[] }
    | undefined;
  /** The data folder of a copy, made before the server had it: for the bare driver. */
  readonly copyDir: string;
  readonly notes: readonly string[];
}

const CHECKED_QUERIES = 20;

/** Starts our server on SQLite and on PostgreSQL, each with the table. */
export async function startTaskServers(bench: Bench): Promise<TaskServers> {
  const { workshop } = bench;
  bench.log('filling the table in SQLite and in PostgreSQL');
  const worker = await workshop.startWorker();
  const [dataDir, copyDir] = [await workshop.makeFolder(), await workshop.makeFolder()];
  const place = { kind: 'sqlite', dataDir } as const;
  const stage = await worker.ask('prepareTasks', place);
  await copyFile(databaseFile(dataDir), databaseFile(copyDir));
  const ours = asContestant(await startOurs(bench, place, stage));
  const found = await findPostgres(workshop);
  let postgres: Contestant | undefined;
  let postgresStage: TaskServers['postgresStage'];
  if ('url' in found) {
    const location = { kind: 'postgres', url: found.url } as const;
    const { keys } = await worker.ask('prepareTasks', location);
    postgres = asContestant(await startOurs(bench, location, { keys }));
    postgresStage = { ...found, keys };
  }
  for (const contestant of [ours, postgres]) if (contestant) await checkTaskAnswers(contestant);
  const notes = 'reason' in found ? [found.reason] : [];
  return { ours, postgres, stage, postgresStage, copyDir, notes };
}

/** Fails unless a contestant answers a handful of queries rightly. */
export async function checkTaskAnswers(contestant: Contestant): Promise<void> {
  const queries = taskQueries().slice(-CHECKED_QUERIES);
  await checkAnswers(contestant, { rows: taskRows(), queries });
}
