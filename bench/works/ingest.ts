import { copyFile } from 'node:fs/promises';
import { databaseFile } from '../../src/server/core/open-database.ts';
import { median } from '../../src/tools/statistics.ts';
import { type OurServer, startOurs } from '../contestants/ours.ts';
import type { LoadPlan } from '../load/load-server.ts';
import { loadOf } from '../results/load.ts';
import { residentMib } from '../results/process-use.ts';
import type { Bench, Measured, WorkResult } from '../work.ts';
import type { Worker } from '../workshop.ts';

const EVENTS = 200;
const CALLS = 20;
const CLIENTS = 8;
/** Rounds until the server program is compiled. */
const WARM_UP_ROUNDS = 10;
const MOST_SECONDS = 60;
/** Age of the first event, and interval between events. */
const BACK_MILLIS = 6 * 3_600_000;
const APART_MILLIS = 20;

type SeenEvent = Readonly<Record<string, string | number>>;

/** Camera events: bird counts and behaviour alternately. */
export function countOrBehaviour(n: number): SeenEvent {
  return n % 2 === 0
    ? { kind: 'count', unit: 'birds', value: 9000 + (n % 7) }
    : { kind: 'behavior', unit: 'panting', value: n % 4 };
}

/** Camera events by the name of the work. */
const KINDS: Readonly<Record<string, (n: number) => SeenEvent>> = {
  'counts and behaviour': countOrBehaviour,
  weights: (n) => ({ kind: 'weight', unit: 'gr', value: 1200 + (n % 90), confidence: 0.9 }),
};

/**
 * Requests with camera events through the whole service, compared with bulk inserts of the rows.
 */
export async function measureIngest(bench: Bench): Promise<WorkResult> {
  const measured: Measured[] = [];
  const ratios: number[] = [];
  for (const [kind, make] of Object.entries(KINDS)) {
    const stage = await openStage(bench);
    const rounds = [];
    for (let round = 0; round < WARM_UP_ROUNDS + bench.options.rounds; round++) {
      const calls = makeCalls(make, stage.source, round);
      const pair = { ours: await sendCalls(stage, calls), bare: await insertCalls(stage, calls) };
      if (round >= WARM_UP_ROUNDS) rounds.push(pair);
    }
    const ratio = median(rounds.map(({ ours, bare }) => ours / bare)) ?? 0;
    ratios.push(ratio);
    measured.push(
      {
        who: `farmctl, ${kind}`,
        perSecond: median(rounds.map(({ ours }) => ours)) ?? 0,
        rssMib: await residentMib(stage.server.pid),
      },
      {
        who: `bare driver, ${kind}`,
        perSecond: median(rounds.map(({ bare }) => bare)) ?? 0,
        ratio,
      },
    );
  }
  const notes = ['Rates are events per second.'];
  return { measured, reached: { driver: Math.min(...ratios) }, notes };
}

interface IngestStage {
  readonly server: OurServer;
  readonly source: string;
  readonly path: string;
  readonly token: string;
  readonly copy: string;
  readonly loader: Worker;
  readonly bare: Worker;
}

async function openStage(bench: Bench): Promise<IngestStage> {
  const { workshop } = bench;
  const [dataDir, copyDir] = [await workshop.makeFolder(), await workshop.makeFolder()];
  const bare = await workshop.startWorker();
  const { cameras } = await bare.ask('prepareDemo', { dataDir });
  const camera = cameras.find(({ source }) => source !== null);
  if (!camera) throw new Error('the demo farm has no camera');
  const copy = databaseFile(copyDir);
  await copyFile(databaseFile(dataDir), copy);
  const server = await startOurs(bench, { kind: 'sqlite', dataDir }, { keys: [camera.token] });
  return {
    server,
    source: camera.source ?? '',
    path: `/v1/os-ingest/${camera.integrationId}/vision`,
    token: camera.token,
    copy,
    loader: await workshop.startWorker(),
    bare,
  };
}

/** Events of one round, each with a unique time, so that none is a duplicate. */
function makeCalls(make: (n: number) => SeenEvent, source: string, round: number): SeenEvent[][] {
  const start = Date.now() - BACK_MILLIS;
  return Array.from({ length: CALLS }, (_, call) =>
    Array.from({ length: EVENTS }, (_, index) => {
      const n = (round * CALLS + call) * EVENTS + index;
      return { source, ts: new Date(start + n * APART_MILLIS).toISOString(), ...make(n) };
    }),
  );
}

/** Sends the requests once; returns events per second. */
async function sendCalls(stage: IngestStage, calls: readonly SeenEvent[][]): Promise<number> {
  const plan: LoadPlan = {
    baseUrl: stage.server.baseUrl,
    headers: [{ authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' }],
    requests: calls.map((events) => ({
      method: 'POST',
      path: stage.path,
      body: JSON.stringify({ events }),
    })),
    connections: CLIENTS,
    seconds: MOST_SECONDS,
    isOnce: true,
    status: 200,
  };
  const { perSecond } = await stage.loader.ask('loadServer', plan);
  return perSecond * EVENTS;
}

/** Inserts the rows of the same requests; returns events per second. */
async function insertCalls(stage: IngestStage, calls: readonly SeenEvent[][]): Promise<number> {
  const rows = calls.map((events, call) =>
    events.map((event, index) => {
      const id = `bare_${event['ts']}_${call}_${index}`;
      return { ...event, id, content_hash: id };
    }),
  );
  const input = { database: stage.copy, table: 'vision_events', calls: rows };
  const millis = await stage.bare.ask('insertBulk', input);
  return loadOf(
    calls.flat().map(() => 0),
    millis,
  ).perSecond;
}
