import { fetchAnswer, recordAnswers } from '../contestants/contestant.ts';
import { listOfTasks } from '../contestants/ours.ts';
import { type Competitor, compare } from '../results/compare.ts';
import { taskQueries } from '../stages/task-table.ts';
import type { Bench, WorkResult } from '../work.ts';
import { readingCompetitor } from './competitors.ts';
import { rawCompetitor } from './raw-competitor.ts';
import { startTaskServers } from './task-servers.ts';

// The number of pages that a screen refreshes.
const PAGES = 20;

/** Pages that were requested before and have not changed: in full, and with If-None-Match. */
export async function measureAgain(bench: Bench): Promise<WorkResult> {
  const { ours, postgres, notes } = await startTaskServers(bench);
  const worker = await bench.workshop.startWorker();
  const paths = taskQueries().slice(0, PAGES).map(listOfTasks);
  const competitors: Competitor[] = [
    readingCompetitor(bench, worker, { name: 'ours', server: ours, paths }),
    await rawCompetitor(bench, worker, await recordAnswers(ours, paths)),
  ];
  if (postgres) {
    competitors.push(
      readingCompetitor(bench, worker, { name: 'postgres', server: postgres, paths }),
    );
  }
  const path = paths[0] ?? '';
  const { headers } = await fetchAnswer(ours, path);
  const tag = headers.get('etag');
  if (tag !== null) {
    const server = {
      ...ours,
      name: `${ours.name}, If-None-Match`,
      headers: ours.headers.map((own) => ({ ...own, 'if-none-match': tag })),
    };
    const unchanged = { name: 'unchanged', server, paths: [path], status: 304 };
    competitors.push(readingCompetitor(bench, worker, unchanged));
  }
  const { measured, ratios } = await compare(competitors, bench.options.rounds);
  const missing =
    tag === null ? ['Lists have no ETag, so none could be asked for again by it.'] : [];
  return { measured, reached: ratios, notes: [...notes, ...missing] };
}
