// Measures how long one farm takes to load as its history grows, and a portfolio of many farms:
// everything a computation may ask for, in an SQLite file, without HTTP and without computing.
// Run: node bench/snapshot.mjs
// What a farm costs must not grow with its history; the absolute numbers belong to the machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const NOW = Date.UTC(2026, 10, 21, 10);
const TODAY = '2026-11-21';
const TIMES = [1, 10, 100];
/** One history: more than the longest windows, of 400 days, of 14 days for sensors. */
const DAYS = 470;
const SENSOR_DAYS = 15;
const FARMS = 2000;
const FARM_DAYS = 75;
const ROUNDS = 15;
const SCOPE = { orgId: 'org_1', farmIds: 'all' };
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Bundles what is measured from its sources, as it is no part of what is published. */
async function loadSources(folder) {
  const outfile = join(folder, 'sources.mjs');
  await build({
    stdin: {
      contents: `
        export { openSqlite } from './src/storage/sqlite/database.ts';
        export { migrate } from './src/storage/migrations/migrate.ts';
        export { loadFarmSnapshot } from './src/platform/intelligence/load-farm-snapshot.ts';
        export { loadPortfolio } from './src/platform/intelligence/load-portfolio.ts';
        export { snapshotLoaders } from './src/platform/intelligence/snapshot-loaders.ts';
        export { insertFarmHistory } from './test/support/farm-history.ts';`,
      resolveDir: ROOT,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

/** Opens a new database file with so many farms of such a history. */
async function openFarms(sources, folder, { farms, days, sensorDays }) {
  const database = await sources.openSqlite(join(folder, `${farms}-${days}.db`));
  await sources.migrate(database);
  let rows = 0;
  for (let farm = 1; farm <= farms; farm++) {
    const history = { farmId: `farm_${farm}`, today: TODAY, now: NOW, days, sensorDays };
    rows += await sources.insertFarmHistory(database, history);
  }
  return { database, rows };
}

/** The median time of the rounds in ms, after one round that warms the caches. */
async function measure(work) {
  await work();
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((left, right) => left - right)[Math.floor(ROUNDS / 2)];
}

async function measureFarm(sources, folder, times) {
  const days = DAYS * times;
  const { database, rows } = await openFarms(sources, folder, {
    farms: 1,
    days,
    sensorDays: SENSOR_DAYS * times,
  });
  const input = { scope: SCOPE, farmId: 'farm_1', now: NOW };
  const parts = Object.keys(sources.snapshotLoaders);
  const all = await measure(() => sources.loadFarmSnapshot(database, input, parts));
  const snapshot = await sources.loadFarmSnapshot(database, input, parts);
  const loaded = parts.reduce((sum, part) => sum + snapshot[part].length, 0);
  const slowest = await slowestPart(sources, database, input, parts);
  await database.close();
  return { work: `one farm, ${times}x`, rows, loaded, all, slowest };
}

async function slowestPart(sources, database, input, parts) {
  const times = [];
  for (const part of parts) {
    const millis = await measure(() => sources.loadFarmSnapshot(database, input, [part]));
    times.push({ part, millis });
  }
  const { part, millis } = times.sort((left, right) => right.millis - left.millis)[0];
  return `${part} ${millis.toFixed(1)}`;
}

async function measurePortfolio(sources, folder) {
  const options = { farms: FARMS, days: FARM_DAYS, sensorDays: 1 };
  const { database, rows } = await openFarms(sources, folder, options);
  const all = await measure(() => sources.loadPortfolio(database, { scope: SCOPE, now: NOW }));
  await database.close();
  return { work: `portfolio of ${FARMS}`, rows, loaded: FARMS, all, slowest: '-' };
}

function print(results) {
  const line = (cells) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(20) : cell.padStart(12))).join('');
  console.log(line(['work', 'rows stored', 'rows loaded', 'median ms', '  slowest part, ms']));
  for (const { work, rows, loaded, all, slowest } of results) {
    console.log(line([work, `${rows}`, `${loaded}`, all.toFixed(1), `  ${slowest}`]));
  }
  const [cpu] = cpus();
  console.log(`\n${cpus().length} x ${cpu?.model}, Node ${process.version}, ${ROUNDS} rounds`);
}

// Inside the project, so that the sources find its packages.
const bundles = mkdtempSync(join(ROOT, 'node_modules', '.bench-'));
const folder = mkdtempSync(join(tmpdir(), 'farmctl-bench-'));
try {
  const sources = await loadSources(bundles);
  const results = [];
  for (const times of TIMES) results.push(await measureFarm(sources, folder, times));
  results.push(await measurePortfolio(sources, folder));
  print(results);
} finally {
  rmSync(bundles, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
