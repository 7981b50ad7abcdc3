import { median } from '../../src/tools/statistics.ts';
import { slowestProbe } from '../../test/support/reliability/slowest-probe.ts';
import { findPostgres } from '../contestants/find-postgres.ts';
import { API, type OurServer, startOurs } from '../contestants/ours.ts';
import { residentMib } from '../results/process-use.ts';
import type { Bench, Measured, WorkResult } from '../work.ts';

/** Rows of a file. */
const ROWS = { 'env-readings': 10_000, 'daily-logs': 2000 } as const;
const FIRST_INSTANT = Date.UTC(2020, 0, 1);
const MINUTE_MILLIS = 60_000;
const DAY_MILLIS = 86_400_000;
/** A log for each day of so many flocks. */
const FLOCKS = 200;

type Imported = keyof typeof ROWS;

/** The rows of a file, other ones in each round. */
const FILES: Readonly<Record<Imported, (stage: ImportStage, round: number) => string>> = {
  'env-readings': ({ barnId }, round) =>
    file('barnId,ts,source,temp,humidity', ROWS['env-readings'], (n) => {
      const minute = round * ROWS['env-readings'] + n;
      const ts = new Date(FIRST_INSTANT + minute * MINUTE_MILLIS).toISOString();
      return `${barnId},${ts},manual,${20 + (n % 100) / 10},${50 + (n % 20)}`;
    }),
  'daily-logs': ({ flockIds }, round) =>
    file('flockId,date,mortality,feedKg,waterL', ROWS['daily-logs'], (n) => {
      const day = Math.floor((round * ROWS['daily-logs'] + n) / FLOCKS);
      const date = new Date(FIRST_INSTANT + day * DAY_MILLIS).toISOString().slice(0, 10);
      return `${flockIds[n % FLOCKS]},${date},${n % 4},${900 + (n % 50)},${1800 + (n % 90)}`;
    }),
};

/** Files of rows imported over HTTP into both databases by turns, while `/livez` is asked. */
export async function measureImport(bench: Bench): Promise<WorkResult> {
  const found = await findPostgres(bench.workshop);
  const sqlite = { kind: 'sqlite', dataDir: await bench.workshop.makeFolder() } as const;
  const stages = [await openStage(await startOurs(bench, sqlite))];
  if ('url' in found) {
    stages.push(await openStage(await startOurs(bench, { kind: 'postgres', url: found.url })));
  }
  const results = [];
  for (const resource of Object.keys(FILES) as Imported[])
    results.push(await importInto(bench, stages, resource));
  const ratios = results.flatMap(({ ratio }) => ratio ?? []);
  const livez = Math.max(...results.map(({ slowest }) => slowest));
  const notes = [
    'Rates are rows per second, of files of 10,000 readings and of 2,000 logs; the ratio is that of PostgreSQL to SQLite.',
    ...('reason' in found ? [found.reason] : []),
  ];
  return {
    measured: results.flatMap(({ measured }) => measured),
    reached: { livez, ...(ratios.length > 0 ? { sqlite: Math.min(...ratios) } : {}) },
    notes,
  };
}

/** Imports rows of one resource, the databases by turns. */
async function importInto(
  { options, log }: Bench,
  stages: readonly ImportStage[],
  resource: Imported,
) {
  const rates = stages.map((): number[] => []);
  let slowest = 0;
  for (let round = 0; round < options.rounds; round++) {
    for (const [index, stage] of stages.entries()) {
      log(`${resource}, round ${round + 1}, ${stage.server.name}`);
      const done = await importFile(stage, resource, round);
      rates[index]?.push(done.perSecond);
      slowest = Math.max(slowest, done.slowest);
    }
  }
  const [sqlite = [], postgres = []] = rates;
  const ratio = median(postgres.map((rate, round) => rate / (sqlite[round] ?? rate))) ?? undefined;
  const measured: Measured[] = [];
  for (const [index, { server }] of stages.entries()) {
    measured.push({
      who: `${server.name}, ${resource}`,
      perSecond: median(rates[index] ?? []) ?? 0,
      rssMib: await residentMib(server.pid),
      ...(index > 0 && ratio !== undefined ? { ratio } : {}),
    });
  }
  return { measured, ratio, slowest };
}

interface ImportStage {
  readonly server: OurServer;
  readonly farmId: string;
  readonly barnId: string;
  readonly flockIds: readonly string[];
}

async function openStage(server: OurServer): Promise<ImportStage> {
  const create = async (path: string, body: object) => {
    const { id } = JSON.parse(await send(server, path, JSON.stringify(body), 'application/json'));
    return String(id);
  };
  const farmId = await create('/farms', { name: 'Emek' });
  const barnId = await create(`/barns?farmId=${farmId}`, { name: 'Barn 1', code: 'B1' });
  const flockIds = [];
  for (let n = 0; n < FLOCKS; n++) {
    const dates = { placementDate: '2020-01-01', chicksReceived: 20_000 };
    flockIds.push(await create('/flocks', { barnId, code: `F${n}`, status: 'active', ...dates }));
  }
  return { server, farmId, barnId, flockIds };
}

async function importFile(
  stage: ImportStage,
  resource: Imported,
  round: number,
): Promise<{ readonly perSecond: number; readonly slowest: number }> {
  const { server, farmId } = stage;
  const csv = FILES[resource](stage, round);
  const begun = performance.now();
  const sent = send(server, `/os/import/${resource}?farmId=${farmId}`, csv, 'text/csv');
  const { passed: slowest } = await slowestProbe(server, sent);
  const perSecond = ROWS[resource] / ((performance.now() - begun) / 1000);
  const { report } = JSON.parse((await sent).trim().split('\n').at(-1) ?? '{}');
  if (report?.stored !== ROWS[resource])
    throw new Error(`${resource}: ${(await sent).slice(-500)}`);
  return { perSecond, slowest };
}

/** The body of the answer; an import answers in lines, so that it begins before its end. */
async function send(
  { baseUrl, headers: [own] }: OurServer,
  path: string,
  body: string,
  type: string,
): Promise<string> {
  const headers = { ...own, 'content-type': type, accept: 'application/x-ndjson, */*' };
  const answer = await fetch(`${baseUrl}${API}${path}`, { method: 'POST', headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
  return text;
}

function file(heading: string, length: number, rowOf: (n: number) => string): string {
  return [heading, ...Array.from({ length }, (_, n) => rowOf(n))].join('\n');
}
