import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../src/tools/statistics.ts';
import { findPostgres } from '../contestants/find-postgres.ts';
import { API, type OurServer, startOurs } from '../contestants/ours.ts';
import type { Held } from '../load/hold-consoles.ts';
import type { LoadRequest } from '../load/load-server.ts';
import { compare } from '../results/compare.ts';
import { cpuMicros, cpuMicrosOfFamily, residentMib } from '../results/process-use.ts';
import { type Fleet, farmIdOf } from '../stages/fill-fleet.ts';
import type { Bench, Measured, WorkResult } from '../work.ts';
import type { Worker } from '../workshop.ts';
import { readingCompetitor } from './competitors.ts';
import { countOrBehaviour } from './ingest.ts';
import { addOwner, endProgram, raiseAlerts } from './raise-alerts.ts';

/** What a server for some thousands of farms is given, and what makes filling it bearable. */
const POSTGRES_FLAGS = Object.entries({
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  maintenance_work_mem: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const TARGET_FARMS = 10_000;
const KEYS = 100;
const STREAMS = 1000;
const CONSOLES = 200;
const ALONE = 40;
const AT_ONCE = 200;
const WARM_UP_CALLS = 200;
const CALLS = 2000;
const EVENTS = 20;
const CAMERA_CONNECTIONS = 32;
const LOOK_MILLIS = 2000;
/** Until so many farms, or a fifth, are scanned, the program of the server is being compiled. */
const WARM_UP_FARMS = 200;
const MOST_PASS_SECONDS = 300;

/** What was found of a fleet of one size. */
interface Found {
  readonly measured: readonly Measured[];
  /** A pass of farms that were never scanned, and one of farms that were. */
  readonly brainSeconds: number;
  readonly againSeconds: number;
  readonly portfolioP95: number;
  /** Microseconds for each farm, of the server and the database. */
  readonly brainWork: number;
  readonly portfolioWork: number;
}

interface Stage {
  readonly bench: Bench;
  readonly worker: Worker;
  readonly databasePid: number;
  readonly fleet: Fleet;
  readonly farms: number;
}

/** All that a large organisation does at once, on a tenth of the farms and on all of them. */
export async function measureFleet(bench: Bench): Promise<WorkResult> {
  const { workshop, options } = bench;
  const postgres = await findPostgres(workshop, POSTGRES_FLAGS);
  if ('reason' in postgres) throw new Error(postgres.reason);
  const worker = await workshop.startWorker();
  const open = async (share: number, name: string): Promise<Stage> => {
    const farms = Math.round(options.farms * share);
    const readings = Math.round(options.readings * share);
    bench.log(`writing ${count(farms)} farms with ${count(readings)} readings`);
    const plan = { farms, readings, name, keys: KEYS, farmKeys: CONSOLES };
    const fleet = await worker.ask('fillFleet', { ...plan, serverUrl: postgres.url });
    return { bench, worker, databasePid: postgres.pid, fleet, farms };
  };
  const few = await measureSize(await open(0.1, 'few'));
  const stage = await open(1, 'many');
  const all = await measureSize(stage);
  const ingest = await measureCameras(stage);
  // What was measured until then took long, and is worth more than nothing.
  const held = await holdAll(stage).catch((error: Error) => ({
    ...{ measured: [], reached: {} },
    notes: [`Streams, consoles and alerts were not measured: ${error.message}`],
  }));
  const { farms, fleet } = stage;
  const notes = [
    `${count(farms)} farms with ${count(2 * farms)} active flocks, ${count(fleet.cameras.length)} ` +
      `cameras and ${count(options.readings)} readings: ${count(fleet.rows)} rows, ` +
      `${(fleet.bytes / 2 ** 30).toFixed(1)} GiB, in one organisation on PostgreSQL. The other ` +
      `lines are of ${count(few.farms)} farms. Server, PostgreSQL and load share the machine.`,
    `A full pass, as twice a day, applies all rules and looks for gaps and risks; the first one ` +
      `writes all that it finds, the one again is of the same farms. The hourly one applies the rules. A pass is ended after ${MOST_PASS_SECONDS} s; its CPU µs are for a farm.`,
    `Cameras: ${count(CALLS)} calls of ${EVENTS} events over ${CAMERA_CONNECTIONS} connections, ` +
      `events per second; CPU µs are for a call.`,
    ...held.notes,
  ];
  return {
    measured: [...few.measured, ...all.measured, ingest, ...held.measured],
    reached: {
      brain: (all.brainSeconds * TARGET_FARMS) / farms,
      'brain again': (all.againSeconds * TARGET_FARMS) / farms,
      portfolio: (all.portfolioP95 * TARGET_FARMS) / farms,
      'brain grown': all.brainWork / few.brainWork,
      'portfolio grown': all.portfolioWork / few.portfolioWork,
      ...held.reached,
    },
    notes,
  };
}

function count(value: number): string {
  return value.toLocaleString('en');
}

async function measureSize(stage: Stage): Promise<Found & { readonly farms: number }> {
  const { bench, worker, databasePid, fleet, farms } = stage;
  const name = `${count(farms)} farms`;
  const full = await passOfBrain(stage, `full brain pass, ${name}`);
  const again = await passAgain(stage, { who: `full brain pass again, ${name}`, full });
  await worker.ask('makeScansDue', { url: fleet.url, isFull: false });
  const hourly = await passOfBrain(stage, `hourly brain pass, ${name}`);
  bench.log(`asking for /portfolio of ${name}`);
  const server = await startFleetServer(stage);
  const asked = readingCompetitor(bench, worker, {
    name: 'portfolio',
    server: { ...server, name: `/portfolio, ${name}` },
    paths: [`${API}/portfolio`],
    connections: 1,
    // The system counts processor time in hundredths of a second: few farms are asked for more often.
    perRound: Math.max(PORTFOLIOS, Math.round(PORTFOLIO_FARMS / farms)),
  });
  const { measured } = await compare([{ ...asked, databasePid }], bench.options.rounds);
  await endProgram(server.pid);
  const [portfolio] = measured;
  const workOf = (it: Measured | undefined) => (it?.cpuMicros ?? 0) + (it?.databaseMicros ?? 0);
  return {
    farms,
    measured: [full.measured, again.measured, hourly.measured, ...measured],
    brainSeconds: full.seconds,
    againSeconds: again.seconds,
    // An answer that was refused took too long.
    portfolioP95: portfolio?.refused ? Number.POSITIVE_INFINITY : (portfolio?.p95 ?? 0),
    brainWork: workOf(full.measured),
    portfolioWork: workOf(portfolio) / farms,
  };
}

/** The same farms again, as far as the full pass came: few alerts, gaps and risks are new. */
async function passAgain(
  stage: Stage,
  { who, full }: { readonly who: string; readonly full: Pass },
): Promise<Pass> {
  await stage.worker.ask('makeScansDue', { url: stage.fleet.url, isFull: true });
  return passOfBrain(stage, who, full.scanned);
}

const PORTFOLIOS = 5;
/** Farms in the portfolios of a round. */
const PORTFOLIO_FARMS = 50_000;

function startFleetServer(
  { bench, fleet }: Stage,
  options: { readonly hasBrain?: boolean } = {},
): Promise<OurServer> {
  const place = { kind: 'postgres', url: fleet.url } as const;
  return startOurs(bench, place, {
    keys: fleet.keys,
    args: ['--allow-host', '127.0.0.1'],
    ...options,
  });
}

interface Pass {
  readonly measured: Measured;
  /** Of all farms of the stage at the same pace. */
  readonly seconds: number;
  readonly scanned: number;
}

/**
 * A server that goes through all farms once, as it does by the clock; a pass that takes longer than
 * five minutes is ended, and its time is that of all farms at the same pace.
 */
async function passOfBrain(stage: Stage, who: string, most = stage.farms): Promise<Pass> {
  const { bench, worker, databasePid, fleet, farms } = stage;
  bench.log(who);
  const since = new Date().toISOString();
  const server = await startFleetServer(stage, { hasBrain: true });
  const begun = performance.now();
  const look = async () => ({
    scanned: await worker.ask('countScans', { url: fleet.url, since }),
    seconds: (performance.now() - begun) / 1000,
    cpuMicros: cpuMicros(server.pid) ?? 0,
    databaseMicros: cpuMicrosOfFamily(databasePid) ?? 0,
  });
  let from = await look();
  let to = from;
  while (to.scanned < most && to.seconds < MOST_PASS_SECONDS) {
    await sleep(LOOK_MILLIS);
    to = await look();
    if (from.scanned < Math.min(WARM_UP_FARMS, most / 5) && to.scanned < most) from = to;
    bench.log(`${who}: ${count(to.scanned)} farms`);
  }
  const rssMib = await residentMib(server.pid);
  await endProgram(server.pid);
  const perSecond = to.scanned / to.seconds;
  const each = (name: 'cpuMicros' | 'databaseMicros') =>
    (to[name] - from[name]) / (to.scanned - from.scanned);
  return {
    seconds: farms / perSecond,
    scanned: to.scanned,
    measured: {
      ...{ who, perSecond, rssMib },
      cpuMicros: each('cpuMicros'),
      databaseMicros: each('databaseMicros'),
    },
  };
}

/** Calls of all cameras, by turns. */
async function measureCameras(stage: Stage): Promise<Measured> {
  const { bench, worker, databasePid, fleet } = stage;
  bench.log(`calls of ${count(fleet.cameras.length)} cameras`);
  const server = await startFleetServer(stage);
  const headers = fleet.cameras.map(({ token }) => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }));
  const calls = cameraCalls(fleet);
  const plan = { baseUrl: server.baseUrl, headers, connections: CAMERA_CONNECTIONS };
  const bounds = { seconds: 300, isOnce: true, status: 200 };
  const first = calls.slice(0, headers.length * Math.ceil(WARM_UP_CALLS / headers.length));
  await worker.ask('loadServer', { ...plan, ...bounds, requests: first });
  const [server0, database0] = [cpuMicros(server.pid), cpuMicrosOfFamily(databasePid)];
  const requests = calls.slice(first.length);
  const load = await worker.ask('loadServer', { ...plan, ...bounds, requests });
  const [server1, database1] = [cpuMicros(server.pid), cpuMicrosOfFamily(databasePid)];
  const { answers, perSecond, p50, p95, p99 } = load;
  await endProgram(server.pid);
  return {
    ...{ who: `camera events, ${count(fleet.cameras.length)} cameras`, p50, p95, p99 },
    perSecond: perSecond * EVENTS,
    cpuMicros: ((server1 ?? 0) - (server0 ?? 0)) / answers,
    databaseMicros: ((database1 ?? 0) - (database0 ?? 0)) / answers,
    ...(load.refused === 0 ? {} : { refused: load.refused }),
  };
}

/** A call of each camera in turn; no two events of a camera have the same time. */
function cameraCalls({ cameras }: Fleet): LoadRequest[] {
  const turns = Math.ceil(WARM_UP_CALLS / cameras.length) + Math.ceil(CALLS / cameras.length);
  const start = Date.now() - turns * EVENTS * 1000;
  return Array.from({ length: turns }, (_, turn) =>
    cameras.map(({ integrationId }): LoadRequest => {
      const events = Array.from({ length: EVENTS }, (_, index) => {
        const n = turn * EVENTS + index;
        return {
          source: 'cam',
          ts: new Date(start + n * 1000).toISOString(),
          ...countOrBehaviour(n),
        };
      });
      const path = `/v1/os-ingest/${integrationId}/vision`;
      return { method: 'POST', path, body: JSON.stringify({ events }) };
    }),
  ).flat();
}

/** Streams and consoles that are held while critical alerts are raised. */
async function holdAll(stage: Stage) {
  const { bench, worker, fleet, farms } = stage;
  const provider = await bench.workshop.startWorker();
  const server = await startFleetServer(stage);
  await addOwner(server, { admin: fleet.admin, provider });
  bench.log(`holding ${STREAMS} streams and ${CONSOLES} consoles`);
  const consoles = fleet.farmKeys.map((key, n) => ({ key, farmId: farmIdOf(1 + (n % farms)) }));
  const perKey = STREAMS / KEYS;
  const streams = fleet.keys.flatMap((key) => Array.from({ length: perKey }, () => key));
  const rssBefore = await residentMib(server.pid);
  await worker.ask('holdConsoles', { baseUrl: `${server.baseUrl}${API}`, streams, consoles });
  bench.log(`${ALONE} critical alerts, one at a time`);
  const alone: number[] = [];
  for (let n = 0; n < ALONE; n++) {
    alone.push(...(await raiseAlerts(server, provider, [farmIdOf(1 + n)])));
  }
  bench.log(`${AT_ONCE} critical alerts at once`);
  const many = Array.from({ length: Math.min(AT_ONCE, farms - ALONE) }, (_, n) =>
    farmIdOf(1 + ALONE + n),
  );
  const atOnce = await raiseAlerts(server, provider, many);
  const rssMib = await residentMib(server.pid);
  const held = await worker.ask('releaseConsoles', null);
  await endProgram(server.pid);
  return resultOfHeld({ held, alone, atOnce, rssBefore, rssMib });
}

function resultOfHeld(found: {
  readonly held: Held;
  readonly alone: readonly number[];
  readonly atOnce: readonly number[];
  readonly rssBefore: number;
  readonly rssMib: number;
}) {
  const { held, alone, atOnce, rssBefore, rssMib } = found;
  const times = (who: string, millis: readonly number[]) => ({
    who,
    p50: percentile(millis, 0.5) ?? 0,
    p95: percentile(millis, 0.95) ?? 0,
    p99: percentile(millis, 0.99) ?? 0,
  });
  const [one, many] = [times('alerts alone', alone), times('alerts at once', atOnce)];
  const { perSecond, p50, p95, p99, refused } = held.load;
  const consoles = { who: `${CONSOLES} consoles on Today`, perSecond, p50, p95, p99 };
  return {
    measured: [{ ...consoles, ...(refused > 0 ? { refused } : {}), rssMib }, one, many],
    reached: { alone: one.p95 / 1000, 'at once': many.p95 / 1000, refused },
    notes: [
      `${count(STREAMS)} streams for all farms and ${CONSOLES} consoles, each of one farm with a ` +
        `stream of its own, were held (${count(held.open)} streams open, told ` +
        `${count(held.events)} events); the server had ${rssBefore.toFixed(0)} MiB before, and ` +
        `${rssMib.toFixed(0)} with them. Alerts: from the answer to the call of the provider, half ` +
        `a second of which is waited for further ones.`,
    ],
  };
}
