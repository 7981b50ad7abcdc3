import { recordAnswers } from '../contestants/contestant.ts';
import { API } from '../contestants/ours.ts';
import { startPeers } from '../contestants/peers.ts';
import { type Competitor, compare } from '../results/compare.ts';
import { taskRows } from '../stages/task-table.ts';
import type { Bench, WorkResult } from '../work.ts';
import { readingCompetitor } from './competitors.ts';
import { rawCompetitor } from './raw-competitor.ts';
import { startTaskServers } from './task-servers.ts';

const RECORDED_ANSWERS = 500;

/** One record by its id, each of the table in turn; of the peers too. */
export async function measureRecord(bench: Bench): Promise<WorkResult> {
  const { ours, postgres, notes } = await startTaskServers(bench);
  const started = await startPeers(bench, ours);
  const worker = await bench.workshop.startWorker();
  const ids = taskRows().map(({ id }) => id);
  const paths = ids.map((id) => `${API}/tasks/${id}`);
  const recorded = await recordAnswers(ours, paths.slice(0, RECORDED_ANSWERS));
  const competitors: Competitor[] = [
    readingCompetitor(bench, worker, { name: 'ours', server: ours, paths }),
    await rawCompetitor(bench, worker, recorded),
  ];
  if (postgres) {
    competitors.push(
      readingCompetitor(bench, worker, { name: 'postgres', server: postgres, paths }),
    );
  }
  for (const [name, peer] of Object.entries(started.peers)) {
    const { recordPath } = peer;
    if (!recordPath) continue;
    const asked = { name, server: peer, paths: ids.map(recordPath) };
    competitors.push(readingCompetitor(bench, worker, asked));
  }
  const { measured, ratios } = await compare(competitors, bench.options.rounds);
  return { measured, reached: ratios, notes: [...notes, ...started.notes] };
}
