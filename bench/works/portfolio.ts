import { API, startOurs } from '../contestants/ours.ts';
import { compare } from '../results/compare.ts';
import type { Bench, WorkResult } from '../work.ts';
import { readingCompetitor } from './competitors.ts';

const FARMS = 2000;
/** The two flocks inside and what they did; a portfolio looks no further back. */
const DAYS = 30;
const SENSOR_DAYS = 1;

/** The portfolio of many farms, one client. */
export async function measurePortfolio(bench: Bench): Promise<WorkResult> {
  const { workshop, options } = bench;
  const worker = await workshop.startWorker();
  const dataDir = await workshop.makeFolder();
  bench.log(`writing ${FARMS} farms`);
  const farms = { dataDir, farms: FARMS, days: DAYS, sensorDays: SENSOR_DAYS };
  const { keys, rows } = await worker.ask('prepareHistory', farms);
  const server = await startOurs(bench, { kind: 'sqlite', dataDir }, { keys });
  const paths = [`${API}/portfolio`];
  const asked = readingCompetitor(bench, worker, {
    name: 'portfolio',
    server,
    paths,
    connections: 1,
  });
  const { measured } = await compare([asked], options.rounds);
  const notes = [`One client; ${rows.toLocaleString('en')} rows are stored.`];
  return { measured, reached: { median: measured[0]?.p50 ?? 0 }, notes };
}
