import { API, type OurServer, startOurs } from '../contestants/ours.ts';
import { type Competitor, compare } from '../results/compare.ts';
import type { Bench, Measured, WorkResult } from '../work.ts';
import type { Worker } from '../workshop.ts';
import { readingCompetitor } from './competitors.ts';

const ENDPOINTS = ['digest', 'context', 'insights'] as const;
const TIMES = 100;
/** Longer than the longest windows: 400 days, and 14 days for sensors. */
const DAYS = 470;
const SENSOR_DAYS = 15;

/** Farm analyses: on the demo farm, and on a farm with a long history. */
export async function measureIntelligence(bench: Bench): Promise<WorkResult> {
  const { workshop, options } = bench;
  const worker = await workshop.startWorker();
  const demo = await startDemo(bench, worker);
  const short = await startHistory(bench, worker, 1);
  const long = await startHistory(bench, worker, TIMES);
  const measured: Measured[] = [];
  const reached: Record<string, number> = {};
  for (const endpoint of ENDPOINTS) {
    bench.log(`asking for /${endpoint}`);
    const asked = [demo, short, long].map(
      (farm): Competitor => asking(bench, worker, farm, endpoint),
    );
    const { measured: found } = await compare(asked, options.rounds);
    const [onDemo, onShort, onLong] = found;
    reached[endpoint] = onDemo?.p95 ?? 0;
    reached[`${endpoint} grown`] = (onLong?.p95 ?? 0) / (onShort?.p95 ?? 0);
    measured.push(...found.map(({ ratio: _, ...numbers }) => numbers));
  }
  const notes = [
    `One client. One history is ${DAYS} days of records and ${SENSOR_DAYS} of sensors.`,
  ];
  return { measured, reached, notes };
}

interface RequestedFarmRow {
  readonly name: string;
  readonly server: OurServer;
  readonly farmId: string;
}

async function startDemo(bench: Bench, worker: Worker): Promise<RequestedFarmRow> {
  const dataDir = await bench.workshop.makeFolder();
  const { keys, farmId } = await worker.ask('prepareDemo', { dataDir });
  const server = await startOurs(bench, { kind: 'sqlite', dataDir }, { keys });
  return { name: 'demo farm', server, farmId };
}

async function startHistory(
  bench: Bench,
  worker: Worker,
  times: number,
): Promise<RequestedFarmRow> {
  const dataDir = await bench.workshop.makeFolder();
  bench.log(`writing a farm with ${times} times a history`);
  const history = { farms: 1, days: DAYS * times, sensorDays: SENSOR_DAYS * times };
  const { keys, rows } = await worker.ask('prepareHistory', { dataDir, ...history });
  const server = await startOurs(bench, { kind: 'sqlite', dataDir }, { keys });
  return { name: `${rows.toLocaleString('en')} rows`, server, farmId: 'farm_00000001' };
}

function asking(
  bench: Bench,
  worker: Worker,
  { name, server, farmId }: RequestedFarmRow,
  endpoint: string,
): Competitor {
  return readingCompetitor(bench, worker, {
    name,
    server: { ...server, name: `/${endpoint}, ${name}` },
    paths: [`${API}/${endpoint}?farmId=${farmId}`],
    connections: 1,
  });
}
