import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseLocation, databaseFile } from '../../src/server/core/open-database.ts';
import type { Contestant } from '../contestants/contestant.ts';
import { startDuties } from '../contestants/duties.ts';
import type { LoadRequest } from '../load/load-server.ts';
import { type Competitor, compare } from '../results/compare.ts';
import { taskQueries, taskRows } from '../stages/task-table.ts';
import type { Bench, Measured, WorkResult } from '../work.ts';
import type { Worker } from '../workshop.ts';
import { READ_CONNECTIONS } from './competitors.ts';
import { newTasks } from './create.ts';
import { startTaskServers, type TaskServers } from './task-servers.ts';

const KINDS = ['record', 'list', 'create'] as const;
type Kind = (typeof KINDS)[number];

const WRITE_CONNECTIONS = 64;
const WARM_UP = 50;
const RECORDED = 300;
/** Connections of an instance to PostgreSQL: for reads, and for transactions. */
const POOL = { reads: 6, transactions: 8 } as const;

/** The requests of a kind as each contestant is asked them. */
const requestsOf: Readonly<Record<Kind, (server: Contestant) => readonly LoadRequest[]>> = {
  record: (server) =>
    taskRows().map(({ id }) => ({ method: 'GET', path: server.recordPath?.(id) ?? '' })),
  list: (server) => taskQueries().map((query) => ({ method: 'GET', path: server.listPath(query) })),
  create: (server) => newTasks().map((task) => ({ ...task, path: server.createPath ?? '' })),
};

/**
 * A record, a list and a create: our server on both databases beside the bare drivers that run the
 * statements of the same requests, and beside an obvious server with the same duties.
 */
export async function measureRequests(bench: Bench): Promise<WorkResult> {
  const servers = await startTaskServers(bench);
  const duties = await startDuties(bench, servers.ours);
  const worker = await bench.workshop.startWorker();
  const measured: Measured[] = [];
  const reached: Record<string, number> = {};
  for (const kind of KINDS) {
    bench.log(`comparing ${kind}`);
    const competitors = [
      serving(bench, worker, { kind, name: 'ours', server: servers.ours }),
      await replaying(bench, servers, { kind, name: 'statements' }),
      serving(bench, worker, { kind, name: 'duties', server: duties }),
    ];
    if (servers.postgres) {
      const { postgres: server, postgresStage } = servers;
      const database = postgresStage ? { databasePid: postgresStage.pid } : {};
      const replay = await replaying(bench, servers, { kind, name: 'postgres statements' });
      const ours = serving(bench, worker, { kind, name: 'postgres', server });
      competitors.push({ ...ours, ...database }, { ...replay, ...database });
    }
    const found = await compare(competitors, bench.options.rounds);
    measured.push(...found.measured.map((it) => ({ ...it, who: `${kind}: ${it.who}` })));
    for (const name of ['statements', 'duties']) {
      reached[`${kind} ${name}`] = found.between('ours', name);
    }
    if (!servers.postgres) continue;
    reached[`${kind} postgres statements`] = found.between('postgres', 'postgres statements');
    reached[`${kind} postgres`] = found.between('postgres', 'ours');
  }
  return { measured, reached, notes: servers.notes };
}

interface Taking {
  readonly kind: Kind;
  readonly name: string;
}

function serving(
  { options: { seconds } }: Bench,
  worker: Worker,
  { kind, name, server }: Taking & { readonly server: Contestant },
): Competitor {
  const isWrite = kind === 'create';
  const requests = requestsOf[kind](server);
  const headers = server.headers.map((own) => ({ ...own, 'content-type': 'application/json' }));
  let next = 0;
  return {
    name,
    who: server.name,
    pid: server.pid,
    async run() {
      // A page that was asked for is kept: each round goes on where the one before ended.
      const ordered = [...requests.slice(next), ...requests.slice(0, next)];
      const load = await worker.ask('loadServer', {
        baseUrl: server.baseUrl,
        requests: ordered,
        headers: isWrite ? headers : server.headers,
        connections: isWrite ? WRITE_CONNECTIONS : READ_CONNECTIONS,
        seconds,
        status: isWrite ? 201 : 200,
      });
      next = (next + load.answers) % requests.length;
      return load;
    },
  };
}

/** The statements of our server for the same requests, on the bare driver without a server. */
async function replaying(
  { workshop, options }: Bench,
  { ours, postgres, copyDir, stage, postgresStage }: TaskServers,
  { kind, name }: Taking,
): Promise<Competitor> {
  const worker = await workshop.startWorker();
  const file = join(await workshop.makeFolder(), 'requests.json');
  const isServer = name !== 'statements' && postgres !== undefined && postgresStage !== undefined;
  const location: DatabaseLocation = isServer
    ? { kind: 'postgres', url: postgresStage.url }
    : { kind: 'sqlite', dataDir: await workshop.makeFolder() };
  if (location.kind === 'sqlite') {
    await copyFile(databaseFile(copyDir), databaseFile(location.dataDir));
  }
  const [key = ''] = isServer ? postgresStage.keys : stage.keys;
  const requests = requestsOf[kind](ours).slice(0, WARM_UP + RECORDED);
  await worker.ask('recordRequests', { location, key, requests, warmUp: WARM_UP, file });
  const plan = {
    location,
    file,
    seconds: options.seconds,
    connections: kind === 'create' ? POOL.transactions : POOL.reads,
    // As many as wait while one commit is under way.
    perCommit: WRITE_CONNECTIONS / 2,
  };
  const driver = isServer ? 'bare pg' : 'bare SQLite driver';
  return {
    name,
    who: `${driver}, the same statements`,
    run: () => worker.ask('replayRequests', plan),
  };
}
