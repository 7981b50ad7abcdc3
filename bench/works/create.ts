import { randomUUID } from 'node:crypto';
import { databaseFile } from '../../src/server/core/open-database.ts';
import type { Contestant } from '../contestants/contestant.ts';
import { API } from '../contestants/ours.ts';
import { startPeers } from '../contestants/peers.ts';
import type { LoadRequest } from '../load/load-server.ts';
import { type Competitor, compare } from '../results/compare.ts';
import type { Bench, WorkResult } from '../work.ts';
import type { Worker } from '../workshop.ts';
import { startTaskServers } from './task-servers.ts';

const CLIENTS = 64;
const BODIES = 1000;

/** Tasks created by many concurrent clients, each acknowledged once it is on disk. */
export async function measureCreate(bench: Bench): Promise<WorkResult> {
  const { workshop, options } = bench;
  const { ours, postgres, copyDir, notes } = await startTaskServers(bench);
  const started = await startPeers(bench, ours);
  const worker = await workshop.startWorker();
  const bare = await workshop.startWorker();
  const { seconds } = options;
  const singles = { database: databaseFile(copyDir), table: 'tasks', seconds };
  const competitors: Competitor[] = [
    creating(worker, { name: 'ours', server: ours, seconds }),
    {
      name: 'driver',
      who: 'bare driver, single commits',
      run: () => bare.ask('commitSingles', singles),
    },
  ];
  if (postgres) competitors.push(creating(worker, { name: 'postgres', server: postgres, seconds }));
  for (const [name, server] of Object.entries(started.peers)) {
    if (server.creation) competitors.push(peerCreating(worker, { name, server, seconds }));
  }
  const { measured, ratios } = await compare(competitors, options.rounds);
  return { measured, reached: ratios, notes: [...notes, ...started.notes] };
}

function creating(
  worker: Worker,
  input: { readonly name: string; readonly server: Contestant; readonly seconds: number },
): Competitor {
  const { name, server, seconds } = input;
  const { baseUrl, pid } = server;
  const headers = server.headers.map((own) => ({ ...own, 'content-type': 'application/json' }));
  const plan = {
    baseUrl,
    headers,
    requests: newTasks(),
    connections: CLIENTS,
    seconds,
    status: 201,
  };
  return { name, who: server.name, pid, run: () => worker.ask('loadServer', plan) };
}

// Above the throughput of any peer.
const PEER_BODIES_PER_SECOND = 12_000;

/** A peer that creates the same tasks, each with a new id. */
function peerCreating(
  worker: Worker,
  input: { readonly name: string; readonly server: Contestant; readonly seconds: number },
): Competitor {
  const { name, server, seconds } = input;
  const { baseUrl, pid, creation } = server;
  const headers = server.headers.map((own) => ({ ...own, 'content-type': 'application/json' }));
  return {
    name,
    who: server.name,
    pid,
    run() {
      const requests = Array.from(
        { length: Math.ceil(seconds * PEER_BODIES_PER_SECOND) },
        (_, n): LoadRequest => ({
          method: 'POST',
          path: creation?.path ?? '',
          body: JSON.stringify(creation?.body(newTask(n), randomUUID())),
        }),
      );
      const plan = { baseUrl, headers, requests, connections: CLIENTS, seconds };
      return worker.ask('loadServer', { ...plan, status: creation?.status ?? 0 });
    },
  };
}

/** Requests that create tasks. */
export function newTasks(): LoadRequest[] {
  return Array.from({ length: BODIES }, (_, n) => ({
    method: 'POST',
    path: `${API}/tasks`,
    body: JSON.stringify(newTask(n)),
  }));
}

function newTask(n: number): object {
  return {
    title: `Check the water lines ${n}`,
    details: 'Ten nipples along both sides of the barn; write down the flow of each.',
    priority: 'high',
    dueDate: '2026-11-21',
  };
}
