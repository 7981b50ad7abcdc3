import { join } from 'node:path';
import { databaseFile } from '../../src/server/core/open-database.ts';
import { type Contestant, recordAnswers } from '../contestants/contestant.ts';
import { listOfTasks } from '../contestants/ours.ts';
import { startPeers } from '../contestants/peers.ts';
import { type Competitor, compare } from '../results/compare.ts';
import { taskQueries } from '../stages/task-table.ts';
import type { Bench, WorkResult } from '../work.ts';
import type { Worker } from '../workshop.ts';
import { readingCompetitor } from './competitors.ts';
import { rawCompetitor } from './raw-competitor.ts';
import { checkTaskAnswers, startTaskServers, type TaskServers } from './task-servers.ts';

const RECORDED_STATEMENTS = 1500;
const RECORDED_ANSWERS = 50;

/** A page with total, filtered and sorted, that was not asked for before. */
export async function measureList(bench: Bench): Promise<WorkResult> {
  const { workshop, options } = bench;
  const servers = await startTaskServers(bench);
  const worker = await workshop.startWorker();
  const { peers, notes } = await startPeers(bench, servers.ours);
  const failures: string[] = [];
  const competitors: Competitor[] = [
    reading(bench, worker, { name: 'ours', contestant: servers.ours }),
    await bareDriver(bench, servers),
    await rawServer(bench, worker, servers.ours),
  ];
  const others = { postgres: servers.postgres, ...peers };
  for (const [name, contestant] of Object.entries(others)) {
    if (!contestant) continue;
    try {
      await checkTaskAnswers(contestant);
      competitors.push(reading(bench, worker, { name, contestant }));
    } catch (error) {
      failures.push(String(error));
    }
  }
  bench.log(`comparing ${competitors.map(({ who }) => who).join(', ')}`);
  const { measured, ratios } = await compare(competitors, options.rounds);
  return { measured, reached: ratios, notes: [...servers.notes, ...notes, ...failures] };
}

function reading(
  bench: Bench,
  worker: Worker,
  { name, contestant }: { readonly name: string; readonly contestant: Contestant },
): Competitor {
  const queries = taskQueries();
  const paths = queries.map((query) => contestant.listPath(contestant.nearest?.(query) ?? query));
  return readingCompetitor(bench, worker, { name, server: contestant, paths });
}

/** The statements that our server runs for such pages, in a loop without a server. */
async function bareDriver(
  { workshop, options }: Bench,
  { stage, copyDir }: TaskServers,
): Promise<Competitor> {
  const worker = await workshop.startWorker();
  const statements = join(await workshop.makeFolder(), 'statements.json');
  const key = stage.keys[0] ?? '';
  const paths = taskQueries().slice(0, RECORDED_STATEMENTS).map(listOfTasks);
  const input = { dataDir: copyDir, key, paths, table: 'tasks', file: statements };
  await worker.ask('recordStatements', input);
  const plan = { database: databaseFile(copyDir), statements, seconds: options.seconds };
  return {
    name: 'driver',
    who: 'bare driver, the same SQL',
    run: () => worker.ask('loopStatements', plan),
  };
}

async function rawServer(bench: Bench, worker: Worker, ours: Contestant): Promise<Competitor> {
  const paths = taskQueries().slice(-RECORDED_ANSWERS).map(listOfTasks);
  return rawCompetitor(bench, worker, await recordAnswers(ours, paths));
}
