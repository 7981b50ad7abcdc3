// Measures how fast camera events are taken in, beside the bare driver that inserts the same rows in
// bulk into a table with the same indexes: calls of 200 events through the whole application, from
// the token to the judged alerts, in an SQLite file with its log synced to the disk.
// Run: node bench/ingest.mjs
// Quote the ratios: the absolute numbers belong to the machine and its disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CALLS = Number(process.env.CALLS ?? 20);
const EVENTS = 200;
const TOGETHER = 8;
const NOW = Date.parse('2026-11-20T06:00:00Z');

/** What a camera sends, by the name of the work. */
const WORKS = {
  'counts and behaviour': (index) =>
    index % 2 === 0
      ? { kind: 'count', unit: 'birds', value: 9000 + (index % 7) }
      : { kind: 'behavior', unit: 'panting', value: index % 4 },
  weights: (index) => ({ kind: 'weight', unit: 'gr', value: 1200 + (index % 90), confidence: 0.9 }),
  'all kinds': (index) =>
    [
      { kind: 'count', unit: 'birds', value: 9000 },
      { kind: 'weight', unit: 'gr', value: 1200 + (index % 90) },
      { kind: 'behavior', unit: 'activity', value: 0.4 },
      { kind: 'mortality', unit: 'birds', value: 1, meta: { trackId: index } },
    ][index % 4],
};

/** Bundles what is measured, so that it runs as it is published. */
async function loadSources(folder) {
  const outfile = join(folder, 'sources.mjs');
  await build({
    stdin: {
      contents: `
        export { openSqlite } from './src/storage/sqlite/database.ts';
        export { migrate } from './src/storage/migrations/migrate.ts';
        export { loadMock } from './src/server/load-mock.ts';
        export { composeService } from './src/server/compose.ts';
        export { createMovableClock } from './src/tools/clock.ts';
        export { pino } from 'pino';`,
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

/** The service on a new file with the demo farm, and a function that sends one call. */
async function startService(sources, folder) {
  const database = await sources.openSqlite(join(folder, 'farm.db'));
  await sources.migrate(database);
  const access = await sources.loadMock(database, { content: 'demo', seed: 42, now: NOW });
  const clock = sources.createMovableClock(NOW);
  const log = sources.pino({ level: 'silent' });
  const service = sources.composeService({ database, clock, log });
  const camera = access.cameras.find(({ source }) => source !== null);
  const send = async (events) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: `/v1/os-ingest/${camera.integrationId}/vision`,
      headers: { authorization: `Bearer ${camera.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ events }),
    });
    const stored = answer.statusCode === 200 ? JSON.parse(answer.body).stored : 0;
    if (stored !== events.length) throw new Error(`${answer.statusCode}: ${answer.body}`);
  };
  return { service, send, source: camera.source, file: join(folder, 'farm.db') };
}

/** The bare driver on a new file: the table with its indexes, nothing else. */
function openBare(folder, model) {
  const own = new DatabaseSync(model, { readOnly: true });
  const schema = own
    .prepare("select sql from sqlite_master where tbl_name = 'vision_events' and sql is not null")
    .all();
  const rows = own.prepare('select * from vision_events limit 1').all();
  own.close();
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  for (const { sql } of schema) database.exec(sql);
  const columns = Object.keys(rows[0]);
  const marks = `(${columns.map(() => '?').join(', ')})`;
  const insert = database.prepare(
    `insert into vision_events (${columns.join(', ')}) values ${Array(EVENTS).fill(marks).join(', ')}`,
  );
  let count = 0;
  return {
    insert(events) {
      const values = events.flatMap((event) => {
        const id = `vision_${String(count++).padStart(26, '0')}`;
        const row = { ...rows[0], ...event, id, content_hash: id };
        if (typeof row.meta === 'object' && row.meta !== null) row.meta = JSON.stringify(row.meta);
        return columns.map((name) => row[name] ?? null);
      });
      insert.run(...values);
    },
    close: () => database.close(),
  };
}

function median(numbers) {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Events of one round, each with a time of its own, so that none repeats another. */
function makeCalls(make, source, round) {
  return Array.from({ length: CALLS }, (_, call) =>
    Array.from({ length: EVENTS }, (_, index) => {
      const at = (round * CALLS + call) * EVENTS + index;
      return { source, ts: new Date(NOW - 3_600_000 + at * 20).toISOString(), ...make(at) };
    }),
  );
}

async function measure(work, sources) {
  const folder = mkdtempSync(join(tmpdir(), 'farmctl-ingest-'));
  try {
    const ours = await startService(sources, folder);
    const bare = openBare(folder, ours.file);
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const calls = makeCalls(WORKS[work], ours.source, round);
      const began = performance.now();
      for (let from = 0; from < CALLS; from += TOGETHER)
        await Promise.all(calls.slice(from, from + TOGETHER).map(ours.send));
      const between = performance.now();
      for (const call of calls) bare.insert(call);
      const ended = performance.now();
      // The first round warms up.
      if (round > 0) rounds.push({ ours: between - began, bare: ended - between });
    }
    bare.close();
    await ours.service.close();
    const rate = (millis) => (CALLS * EVENTS * 1000) / millis;
    return {
      ours: median(rounds.map((round) => rate(round.ours))),
      bare: median(rounds.map((round) => rate(round.bare))),
      ratio: median(rounds.map((round) => round.bare / round.ours)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const bundleFolder = mkdtempSync(join(ROOT, 'node_modules', '.bench-'));
try {
  const sources = await loadSources(bundleFolder);
  console.log(`${'work'.padEnd(24)}${'ours/s'.padStart(10)}${'bare/s'.padStart(10)}${'ratio'.padStart(8)}`);
  for (const work of Object.keys(WORKS)) {
    const { ours, bare, ratio } = await measure(work, sources);
    const columns = [ours.toFixed(0).padStart(10), bare.toFixed(0).padStart(10)];
    console.log(`${work.padEnd(24)}${columns.join('')}${ratio.toFixed(2).padStart(8)}`);
  }
  console.log(
    `\n${cpus().length} x ${cpus()[0].model}, Node ${process.version}, ${ROUNDS} rounds of ${CALLS} calls of ${EVENTS} events, ${TOGETHER} at once`,
  );
} finally {
  rmSync(bundleFolder, { recursive: true });
}
