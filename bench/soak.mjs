// Measures the memory of the service under steady use. Run manually: node bench/soak.mjs --help
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const HELP = `Usage: node bench/soak.mjs [options]

Starts farmctl serve on a demo farm in a separate database and applies a constant load: 14 mixed
requests per second, 200 event streams that connect and disconnect, 10 slow readers. Prints the
memory of the process every minute, and a summary. The exit status is 1 if the resident size exceeds
300 MB or grows by more than 5 % in the second half, or if a request fails or is refused with 503.

  --minutes <number>    duration (default: 30)
  --database <url>      an empty PostgreSQL database instead of the embedded one
  --node-flag <flag>    a Node.js option, such as --expose-gc; repeatable
  --heap-snapshots      write heap snapshots at the start, in the middle and at the end
`;

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    database: { type: 'string' },
    'node-flag': { type: 'string', multiple: true, default: [] },
    'heap-snapshots': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const REQUESTS_PER_SECOND = 14;
const STREAMS = 200;
const STREAMS_OF_A_KEY = 10;
const STREAM_SECONDS = [5, 75];
const AWAY_SECONDS = [1, 9];
const SLOW_READERS = 10;
const SLOW_BYTES = 4096;
const SLOW_PAUSE_MILLIS = 250;
const SAMPLE_MILLIS = 5000;
const MOST_RESIDENT_MB = 300;
const MOST_GROWTH = 1.05;

const PROGRAM = join(import.meta.dirname, '../bin/farmctl.js');
const home = await mkdtemp(join(tmpdir(), 'farmctl-soak-'));
const environment = {
  PATH: process.env.PATH,
  HOME: home,
  LANG: 'C.UTF-8',
  ...(process.env.MALLOC_ARENA_MAX ? { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX } : {}),
  ...(options.database
    ? {
        FARMCTL_DATABASE: options.database,
        FARMCTL_SECRET_KEY: randomBytes(32).toString('hex'),
      }
    : {}),
};

/** Runs the program until it exits. */
async function run(...argv) {
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`farmctl ${argv[0]} ended with ${code}`);
}

/** Starts the service; it writes heap snapshots into the folder when it receives SIGUSR2. */
async function serve() {
  const flags = [
    ...options['node-flag'],
    ...(options['heap-snapshots'] ? ['--heapsnapshot-signal=SIGUSR2'] : []),
  ];
  const argv = [...flags, PROGRAM, 'serve', '--port', '0', '--json', '--log-level', 'error'];
  const child = spawn(process.execPath, argv, {
    env: environment,
    cwd: home,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`farmctl serve ended with ${code}`)));
  });
  return { child, pid: child.pid, baseUrl: JSON.parse(line).baseUrl };
}

await run('init', '--demo', '--yes');
const { profiles, currentProfile } = JSON.parse(
  readFileSync(join(home, '.config/farmctl/config.json'), 'utf8'),
);
const adminKey = profiles[currentProfile].key;
const server = await serve();
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const statuses = new Map();
const millis = [];
const streamStatuses = new Map();
let isOver = false;

/** Sends one request; an unexpected status is counted by its number, a failure as 0. */
function ask(path, { method = 'GET', body, key = adminKey, headers = {} } = {}) {
  const begun = performance.now();
  return new Promise((resolve) => {
    const request = http.request(
      `${server.baseUrl}/v1/platform${path}`,
      {
        agent,
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
      },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          millis.push(performance.now() - begun);
          statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
          if (response.statusCode >= 400)
            process.stderr.write(
              `${response.statusCode} ${method} ${path} ${Buffer.concat(chunks)}\n`,
            );
          resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() });
        });
        response.on('error', () => resolve({ status: 0, text: '' }));
      },
    );
    request.on('error', (error) => {
      statuses.set(error.code ?? 0, (statuses.get(error.code ?? 0) ?? 0) + 1);
      resolve({ status: 0, text: '' });
    });
    request.end(body ? JSON.stringify(body) : undefined);
  });
}

const farms = JSON.parse((await ask('/farms?limit=50')).text).data;
const flocks = JSON.parse((await ask('/flocks?limit=50')).text).data;
const barns = JSON.parse((await ask('/barns?limit=50')).text).data;
const any = (list) => list[Math.floor(Math.random() * list.length)];
const between = ([least, most]) => least + Math.random() * (most - least);

/** The requests, listed in proportion to their frequency. */
function chooseRequest() {
  const farm = any(farms);
  const flock = any(flocks);
  const ofFarm = barns.filter(({ farmId }) => farmId === farm.id);
  const barn = ofFarm.length > 0 ? any(ofFarm) : any(barns);
  const offset = Math.floor(Math.random() * 500);
  const question = any(['how many birds died yesterday', 'which barn drank most', 'open tasks']);
  return any([
    [`/env-readings?limit=200&offset=${offset}`],
    [`/env-readings?limit=50&order=ts&dir=desc&farmId=${farm.id}`],
    [`/daily-logs?limit=100&offset=${offset}`],
    [`/tasks?limit=50&offset=${offset}`],
    [`/alerts?limit=50`],
    [`/flocks/${flock.id}`],
    [`/barns/${barn.id}`],
    [`/events?limit=50`],
    [`/digest?farmId=${farm.id}`],
    [`/context?farmId=${farm.id}`],
    [`/insights?farmId=${farm.id}`],
    [`/portfolio`],
    [`/activity?farmId=${farm.id}`],
    [`/gaps?farmId=${farm.id}`],
    [`/os/dashboard?farmId=${farm.id}`],
    [`/os/weekly-summary?farmId=${farm.id}`],
    [`/os/audit?limit=50`],
    [`/os/export/daily-logs?format=csv&farmId=${farm.id}`],
    [`/ask`, { method: 'POST', body: { question, farmId: farm.id } }],
    [`/tasks?farmId=${farm.id}`, { method: 'POST', body: { title: `soak ${randomUUID()}` } }],
    [
      `/env-readings?farmId=${farm.id}`,
      { method: 'POST', body: { barnId: barn.id, temp: 20 + Math.random() * 5 } },
    ],
    [
      `/tasks?farmId=${farm.id}`,
      {
        method: 'POST',
        body: { title: 'soak, repeated safely' },
        headers: { 'idempotency-key': randomUUID() },
      },
    ],
  ]);
}

/** Sends requests at a steady pace, regardless of response times. */
async function useSteadily() {
  const underWay = new Set();
  const start = performance.now();
  for (let n = 0; !isOver; n++) {
    await sleep(Math.max(0, start + (n * 1000) / REQUESTS_PER_SECOND - performance.now()));
    const [path, more] = chooseRequest();
    const asked = ask(path, more).finally(() => underWay.delete(asked));
    underWay.add(asked);
  }
  await Promise.all(underWay);
}

/** Listens to events for a while, disconnects, and reconnects, until the end. */
async function listen(key) {
  while (!isOver) {
    await sleep(between(AWAY_SECONDS) * 1000);
    if (isOver) return;
    await new Promise((resolve) => {
      const request = http.get(
        `${server.baseUrl}/v1/platform/os/events/stream`,
        { agent: false, headers: { authorization: `Bearer ${key}` } },
        (response) => {
          const { statusCode } = response;
          streamStatuses.set(statusCode, (streamStatuses.get(statusCode) ?? 0) + 1);
          response.resume();
          response.once('close', resolve);
          setTimeout(() => request.destroy(), between(STREAM_SECONDS) * 1000).unref();
        },
      );
      request.on('error', resolve);
    });
  }
}

/** Reads long lists more slowly than they are sent. */
async function readSlowly() {
  while (!isOver) {
    const offset = Math.floor(Math.random() * 900);
    const response = await new Promise((resolve) => {
      const request = http.get(
        `${server.baseUrl}/v1/platform/env-readings?limit=200&offset=${offset}`,
        { agent: false, headers: { authorization: `Bearer ${adminKey}` } },
        resolve,
      );
      request.on('error', () => resolve(undefined));
    });
    while (response && !isOver && !response.readableEnded && !response.destroyed) {
      if (response.read(SLOW_BYTES) === null) response.read();
      await sleep(SLOW_PAUSE_MILLIS);
    }
    response?.destroy();
  }
}

const megabytes = (kib) => Math.round((kib * 1024) / 1e5) / 10;

async function sample() {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  const smaps = await readFile(`/proc/${server.pid}/smaps_rollup`, 'utf8');
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text();
  const metric = (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? 0);
  return {
    minute: Math.round((performance.now() - startedAt) / 6000) / 10,
    residentMB: megabytes(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])),
    anonymousMB: megabytes(Number(/Anonymous:\s+(\d+)/.exec(smaps)?.[1])),
    heapUsedMB: megabytes(metric('farmctl_nodejs_heap_size_used_bytes') / 1024),
    heapTotalMB: megabytes(metric('farmctl_nodejs_heap_size_total_bytes') / 1024),
    externalMB: megabytes(metric('farmctl_nodejs_external_memory_bytes') / 1024),
  };
}

const keys = [];
for (let n = 0; n < STREAMS / STREAMS_OF_A_KEY; n++) {
  const made = await ask('/os/keys', {
    method: 'POST',
    body: { name: `listener ${n}`, scopes: ['read:*'] },
  });
  keys.push(JSON.parse(made.text).key);
}
statuses.clear();
const startedAt = performance.now();
const users = [
  useSteadily(),
  ...Array.from({ length: STREAMS }, (_, n) => listen(keys[n % keys.length])),
  ...Array.from({ length: SLOW_READERS }, readSlowly),
];
const samples = [];
const endAt = startedAt + Number(options.minutes) * 60_000;
let nextSnapshot = 0;
while (performance.now() < endAt) {
  await sleep(SAMPLE_MILLIS);
  samples.push(await sample());
  const last = samples.at(-1);
  if (samples.length % 12 === 0) process.stdout.write(`${JSON.stringify(last)}\n`);
  const passed = (performance.now() - startedAt) / (endAt - startedAt);
  if (options['heap-snapshots'] && passed >= [0.1, 0.5, 0.95][nextSnapshot]) {
    process.kill(server.pid, 'SIGUSR2');
    nextSnapshot++;
  }
}
// In ticks of 10 ms: user and kernel time of the process.
const stat = (await readFile(`/proc/${server.pid}/stat`, 'utf8')).split(') ')[1].split(' ');
const cpuMillis = 10 * (Number(stat[11]) + Number(stat[12]));
isOver = true;
await Promise.race([Promise.all(users), sleep(10_000)]);
server.child.kill('SIGTERM');
await new Promise((resolve) => server.child.once('exit', resolve));

const quarter = (n) =>
  samples
    .slice((samples.length * n) / 4, (samples.length * (n + 1)) / 4)
    .map(({ residentMB }) => residentMB);
const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
const sorted = millis.toSorted((a, b) => a - b);
const failed = [...statuses].filter(([status]) => !(status >= 200 && status < 300));
const summary = {
  requests: millis.length,
  cpuMillisPerRequest: Math.round((10 * cpuMillis) / millis.length) / 10,
  statuses: Object.fromEntries(statuses),
  streams: Object.fromEntries(streamStatuses),
  p50: sorted[Math.floor(sorted.length * 0.5)],
  p99: sorted[Math.floor(sorted.length * 0.99)],
  residentMB: { most: Math.max(...samples.map(({ residentMB }) => residentMB)) },
  meanOfQuarters: [0, 1, 2, 3].map((n) => Math.round(mean(quarter(n)))),
};
process.stdout.write(`${JSON.stringify(summary, undefined, 2)}\n`);
if (options['heap-snapshots']) process.stdout.write(`Heap snapshots: ${home}\n`);
else rmSync(home, { recursive: true, force: true });
const isFlat = mean(quarter(3)) <= MOST_GROWTH * mean(quarter(2));
const isRight = summary.residentMB.most < MOST_RESIDENT_MB && isFlat && failed.length === 0;
process.exit(isRight ? 0 : 1);
