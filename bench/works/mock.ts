import { median } from '../../src/tools/statistics.ts';
import { fetchAnswer } from '../contestants/contestant.ts';
import { API, type OurServer, startOurs } from '../contestants/ours.ts';
import type { LoadRequest } from '../load/load-server.ts';
import { residentMib } from '../results/process-use.ts';
import type { Bench, WorkResult } from '../work.ts';
import { openWorkshop, type Worker } from '../workshop.ts';
import { READ_CONNECTIONS } from './competitors.ts';
import { newTasks } from './create.ts';

const SECONDS = 10;
const PAGES = 500;
const ENDPOINTS = ['digest', 'context', 'insights', 'portfolio', 'resources', 'me'];

/**
 * `serve --mock` with default settings: time from start to first response, and memory after heavy
 * use.
 */
export async function measureMock(bench: Bench): Promise<WorkResult> {
  const starts: number[] = [];
  const home = await bench.workshop.makeFolder();
  for (let round = 0; round <= bench.options.rounds; round++) {
    starts.push(await timeStart(bench, home));
  }
  const server = await startOurs(bench, { kind: 'memory' });
  const fresh = await residentMib(server.pid);
  const worker = await bench.workshop.startWorker();
  await useMuch(worker, server);
  const used = await residentMib(server.pid);
  return {
    measured: [
      { who: 'just started', rssMib: fresh },
      { who: 'after the load', rssMib: used },
    ],
    // The first start runs with cold system caches and without a compile cache.
    reached: { start: (median(starts.slice(1)) ?? 0) / 1000, memory: used },
    notes: [
      `The load is ${SECONDS} s of lists, records, creates and intelligence from ${READ_CONNECTIONS} connections.`,
    ],
  };
}

/** Milliseconds from the start of the process to its first response with data. */
async function timeStart(bench: Bench, home: string): Promise<number> {
  const workshop = openWorkshop('');
  bench.workshop.atEnd(() => workshop.close());
  const begun = performance.now();
  const server = await startOurs({ ...bench, workshop }, { kind: 'memory' }, { home });
  await fetchAnswer(server, `${API}/farms`);
  const millis = performance.now() - begun;
  await workshop.close();
  return millis;
}

async function useMuch(worker: Worker, server: OurServer): Promise<void> {
  const farmId = server.ready.farms[0].id;
  const headers = server.headers.map((own) => ({ ...own, 'content-type': 'application/json' }));
  const tasks = newTasks().map((task) => ({ ...task, path: `${task.path}?farmId=${farmId}` }));
  const reads = readsOf(farmId);
  const plan = { baseUrl: server.baseUrl, headers, connections: READ_CONNECTIONS };
  const half = { ...plan, seconds: SECONDS / 2 };
  await worker.ask('loadServer', { ...half, requests: reads, status: 200 });
  await worker.ask('loadServer', { ...half, requests: tasks, status: 201 });
}

function readsOf(farmId: string): LoadRequest[] {
  const lists = Array.from(
    { length: PAGES },
    (_, n) => `${API}/tasks?farmId=${farmId}&limit=50&offset=${n}`,
  );
  const readings = lists.map((path) => path.replace('tasks', 'env-readings'));
  const others = ENDPOINTS.map((name) =>
    ['digest', 'context', 'insights'].includes(name)
      ? `${API}/${name}?farmId=${farmId}`
      : `${API}/${name}`,
  );
  const all = lists.flatMap((path, n) => [
    path,
    readings[n] ?? path,
    ...(n % 20 === 0 ? others : []),
  ]);
  return all.map((path) => ({ method: 'GET', path }));
}
