import { median, percentile } from '../../src/tools/statistics.ts';
import { findPostgres } from '../contestants/find-postgres.ts';
import { API, type OurServer, startOurs } from '../contestants/ours.ts';
import type { Load } from '../results/load.ts';
import { residentMib } from '../results/process-use.ts';
import type { ManyFarms } from '../stages/plan-many-farms.ts';
import type { Bench, WorkResult } from '../work.ts';
import type { Worker } from '../workshop.ts';
import { addOwner, endProgram, raiseAlerts, send } from './raise-alerts.ts';

const ALONE = 20;
const AT_ONCE = 1000;
const MANY_FARMS = 2000;
const PENDING = 100_000;
const ASKED_SECONDS = 4;
const STEADY_PER_SECOND = 50;

/** Critical alerts, alone and many at once, and the API while many messages wait. */
export async function measureNotices(bench: Bench): Promise<WorkResult> {
  const { workshop, options } = bench;
  const [provider, asker] = [await workshop.startWorker(), await workshop.startWorker()];
  const dataDir = await workshop.makeFolder();
  const farms = ALONE + AT_ONCE;
  const planned = await planOnBoth(bench);
  const { keys, admin } = await asker.ask('prepareFarms', { dataDir, farms });
  const start = () =>
    startOurs(bench, { kind: 'sqlite', dataDir }, { keys, args: ['--allow-host', '127.0.0.1'] });
  const first = await start();
  const owner = await addOwner(first, { admin, provider });
  bench.log('one alert at a time');
  const alone: number[] = [];
  for (let n = 0; n < ALONE; n++)
    alone.push(...(await raiseAlerts(first, provider, [`farm_${n}`])));
  bench.log(`${AT_ONCE} alerts at once`);
  const many = Array.from({ length: AT_ONCE }, (_, n) => `farm_${ALONE + n}`);
  const atOnce = await raiseAlerts(first, provider, many);
  // Messages about an alert of another severity would be cancelled.
  const alert = await send(first, 'POST /alerts?farmId=farm_0', {
    title: 'waits',
    severity: 'critical',
  });
  await endProgram(first.pid);
  bench.log(`${PENDING} messages wait`);
  const rounds: { readonly before: Load; readonly meanwhile: Load }[] = [];
  let server = await start();
  const before: Load[] = [];
  for (let n = 0; n < options.rounds; n++) before.push(await askSteadily(asker, server));
  await endProgram(server.pid);
  const about = { orgId: first.ready.orgId, farmId: 'farm_0', ...owner, alertId: alert.id };
  await asker.ask('addPending', { dataDir, count: PENDING, about });
  server = await start();
  await askSteadily(asker, server);
  await provider.ask('noticesReceived', null);
  for (const one of before)
    rounds.push({ before: one, meanwhile: await askSteadily(asker, server) });
  const sent = (await provider.ask('noticesReceived', null)).length;
  return resultOf({ alone, atOnce, rounds, sent, planned, rssMib: await residentMib(server.pid) });
}

interface PlannedFarms {
  readonly name: 'SQLite' | 'PostgreSQL';
  readonly found: ManyFarms;
}

/** The planning for many farms, on both databases where PostgreSQL starts. */
async function planOnBoth({ workshop, log }: Bench): Promise<readonly PlannedFarms[]> {
  const planner = await workshop.startWorker();
  const dataDir = await workshop.makeFolder();
  log(`planning for ${MANY_FARMS} farms`);
  const plan = (
    location: { kind: 'sqlite'; dataDir: string } | { kind: 'postgres'; url: string },
  ) => planner.ask('planManyFarms', { location, farms: MANY_FARMS });
  const sqlite = { name: 'SQLite', found: await plan({ kind: 'sqlite', dataDir }) } as const;
  const postgres = await findPostgres(workshop);
  if ('reason' in postgres) return [sqlite];
  log('the same on PostgreSQL');
  return [
    sqlite,
    { name: 'PostgreSQL', found: await plan({ kind: 'postgres', url: postgres.url }) },
  ];
}

function resultOf(found: {
  readonly alone: readonly number[];
  readonly atOnce: readonly number[];
  readonly rounds: readonly { readonly before: Load; readonly meanwhile: Load }[];
  readonly sent: number;
  readonly planned: readonly PlannedFarms[];
  readonly rssMib: number;
}): WorkResult {
  const { alone, atOnce, rounds, sent, planned, rssMib } = found;
  const times = (who: string, millis: readonly number[]) => ({
    who,
    p50: percentile(millis, 0.5) ?? 0,
    p95: percentile(millis, 0.95) ?? 0,
    p99: percentile(millis, 0.99) ?? 0,
  });
  const api = (who: string, read: (round: (typeof rounds)[number]) => Load) => ({
    who,
    perSecond: median(rounds.map((round) => read(round).perSecond)) ?? 0,
    p50: median(rounds.map((round) => read(round).p50)) ?? 0,
    p99: median(rounds.map((round) => read(round).p99)) ?? 0,
  });
  const [one, many] = [times('alone', alone), times('at once', atOnce)];
  return {
    measured: [
      one,
      many,
      api('API before', ({ before }) => before),
      { ...api('API meanwhile', ({ meanwhile }) => meanwhile), rssMib },
      ...planned.flatMap(({ name, found: { incidents, digests, reachOfOne, rssMib: own } }) => [
        { ...times(`a round of planning, ${name}`, incidents.millis), rssMib: own },
        times(`a round of briefings, ${name}`, digests.millis),
        times(`whom a farm reaches, ${name}`, reachOfOne),
      ]),
    ],
    reached: {
      alone: one.p95 / 1000,
      'at once': many.p95 / 1000,
      p99: median(rounds.map(({ before, meanwhile }) => meanwhile.p99 / before.p99)) ?? 0,
    },
    notes: [
      'Times count from the answer to the request that made the alert; half a second of them is ' +
        'waited for further alerts of the farm. One owner, one HTTP provider.',
      `Planning: ${MANY_FARMS} farms with a manager, a duty plan and a critical alert each, and as ` +
        'many users whose briefings are due.',
      ...planned.map(
        ({ name, found: { incidents, digests, reachOfAll } }) =>
          `${name}: ${incidents.millis.length} rounds of planning of at most ` +
          `${incidents.mostStatements} statements, ${digests.millis.length} rounds of briefings of ` +
          `at most ${digests.mostStatements}. Whom all farms reach took ${Math.round(reachOfAll)} ms.`,
      ),
      ...(planned.length === 1 ? ['PostgreSQL does not start here.'] : []),
      `While the API was asked, ${sent} of the ${PENDING} waiting messages were sent.`,
    ],
  };
}

function askSteadily(asker: Worker, server: OurServer): Promise<Load> {
  return asker.ask('askSteadily', {
    baseUrl: server.baseUrl,
    paths: Array.from({ length: ALONE }, (_, n) => `${API}/farms/farm_${n}`),
    headers: server.headers[0] ?? {},
    perSecond: STEADY_PER_SECOND,
    seconds: ASKED_SECONDS,
  });
}
