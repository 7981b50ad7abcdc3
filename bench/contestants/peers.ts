import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { taskQueries } from '../stages/task-table.ts';
import type { Bench } from '../work.ts';
import { type Contestant, fetchAnswer } from './contestant.ts';
import { startDirectus } from './directus.ts';
import { installPeers } from './install-peers.ts';
import { startJsonServer } from './json-server.ts';
import { startMockoon } from './mockoon.ts';
import { startObvious } from './obvious.ts';
import { API, listOfTasks } from './ours.ts';
import type { PeerInput, StartPeer, TaskRecord } from './peer.ts';
import { startPrism } from './prism.ts';
import { startSoul } from './soul.ts';

/** The peers by the names that their targets have. */
const PEERS: Readonly<Record<string, StartPeer>> = {
  obvious: startObvious,
  'json-server': startJsonServer,
  prism: startPrism,
  mockoon: startMockoon,
  soul: startSoul,
  directus: startDirectus,
};

const RECORDS_OF_A_PAGE = 200;

/** The peers that could be started, by name, with the table that `ours` holds; and why not others. */
export async function startPeers(
  bench: Bench,
  ours: Contestant,
): Promise<{ readonly peers: Readonly<Record<string, Contestant>>; readonly notes: string[] }> {
  if (!bench.options.hasPeers) return { peers: {}, notes: ['Peers were left out (--no-peers).'] };
  const failure = await installPeers(bench, 'bench');
  if (failure !== undefined) return { peers: {}, notes: [`No peers: ${failure}.`] };
  const input = await peerInput(bench, ours);
  const peers: Record<string, Contestant> = {};
  const notes: string[] = [];
  for (const [name, start] of Object.entries(PEERS)) {
    bench.log(`starting ${name}`);
    try {
      peers[name] = await start(input);
    } catch (error) {
      notes.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { peers, notes };
}

async function peerInput(bench: Bench, ours: Contestant): Promise<PeerInput> {
  const { workshop, root } = bench;
  const records = await fetchRecords(ours);
  const [query] = taskQueries();
  if (!query) throw new Error('there are no queries');
  const { text } = await fetchAnswer(ours, listOfTasks(query));
  return {
    bench,
    records,
    page: { query, text },
    makeTable: () => writeTable(workshop, records),
    installed(path) {
      const file = join(root, 'bench', path);
      if (!existsSync(file)) throw new Error(`could not be installed here (${path} is missing)`);
      return file;
    },
  };
}

/** A file of its own with the records of our server in one plain table. */
export async function makePlainTable({ workshop }: Bench, ours: Contestant): Promise<string> {
  return writeTable(workshop, await fetchRecords(ours));
}

async function writeTable(
  workshop: Bench['workshop'],
  records: readonly TaskRecord[],
): Promise<string> {
  const file = join(await workshop.makeFolder(), 'tasks.db');
  const worker = await workshop.startWorker();
  await worker.ask('writePlainTable', { file, records });
  return file;
}

async function fetchRecords(ours: Contestant): Promise<TaskRecord[]> {
  const records: TaskRecord[] = [];
  const first = `${API}/tasks?limit=${RECORDS_OF_A_PAGE}&order=id&dir=asc`;
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { text } = await fetchAnswer(ours, cursor === '' ? first : `${first}&cursor=${cursor}`);
    const { data, meta } = JSON.parse(text);
    records.push(...data);
    cursor = meta.nextCursor ?? undefined;
  }
  return records;
}
