import type { RecordedAnswer } from '../load/serve-bytes.ts';
import type { Competitor } from '../results/compare.ts';
import type { Bench } from '../work.ts';
import type { Worker } from '../workshop.ts';
import { readingCompetitor } from './competitors.ts';

/** Raw node:http that replays recorded responses. */
export async function rawCompetitor(
  bench: Bench,
  worker: Worker,
  answers: readonly RecordedAnswer[],
): Promise<Competitor> {
  const raw = await bench.workshop.startWorker();
  const baseUrl = await raw.ask('serveBytes', answers);
  const server = { name: 'raw node:http, the same bytes', baseUrl, pid: raw.pid, headers: [{}] };
  return readingCompetitor(bench, worker, {
    name: 'raw',
    server,
    paths: answers.map(({ path }) => path),
  });
}
