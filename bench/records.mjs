// Measures the service beside the least a server could do on the same machine:
//   - reads: beside a bare node:http server that answers the same bytes from memory;
//   - creates on disk: beside a bare loop of single inserts, write-ahead log and synchronous=full.
// Run: npm run build && node bench/records.mjs
// Quote the ratios: the absolute numbers belong to the machine, and the load comes from that machine too.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { Pool } from 'undici';

const ROUNDS = 3;
const ROUND_MILLIS = 2000;
const WARM_UP_MILLIS = 1000;
const READY_MILLIS = 30_000;
const CONNECTIONS = 8;
const DISK_CONNECTIONS = 64;
const TASKS = '/v1/platform/tasks';
const LIST_PATHS = Array.from(
  { length: 50 },
  (_, offset) => `${TASKS}?status=done&limit=50&offset=${offset}`,
);
const MOCK_FLAGS = ['--mock', '--seed', '42', '--now', '2026-11-20T06:00:00Z'];
const SELF = fileURLToPath(import.meta.url);
const FARMCTL = fileURLToPath(new URL('../bin/farmctl.js', import.meta.url));

const children = [];
const folders = [];

/** Starts the service and returns its base URL, process id, admin key and farms. */
async function startService(flags) {
  const args = [FARMCTL, 'serve', ...flags, '--port', '0', '--json', '--log-level', 'silent'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const [line] = await once(lines, 'line', { signal: AbortSignal.timeout(READY_MILLIS) });
  const ready = JSON.parse(line);
  return { baseUrl: ready.baseUrl, pid: child.pid, key: ready.keys.admin, farms: ready.farms };
}

/** Starts the bare server in a child and gives it the answers it is to repeat. */
async function startBareServer(answers) {
  const child = fork(SELF, ['--bare-server']);
  children.push(child);
  child.send(answers);
  const [port] = await once(child, 'message', { signal: AbortSignal.timeout(READY_MILLIS) });
  return { baseUrl: `http://127.0.0.1:${port}`, pid: child.pid };
}

/** The child's side of the bare server: path in, remembered bytes out. */
async function serveFromMemory() {
  const [recorded] = await once(process, 'message');
  const answers = new Map(recorded.map((it) => [it.path, { ...it, body: Buffer.from(it.body) }]));
  const server = createServer((request, response) => {
    const answer = answers.get(request.url);
    if (answer === undefined) return response.writeHead(404).end();
    return response.writeHead(200, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('disconnect', () => process.exit());
}

/** Asks the service once and fails unless the answer is a success. */
async function ask(service, path, body) {
  const response = await fetch(service.baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: headersOf(service),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} from ${path}: ${text}`);
  return { headers: response.headers, text };
}

function headersOf(service) {
  return { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
}

/** Records what the service answers to each path, without the headers node:http writes itself. */
async function recordAnswers(service, paths) {
  const answers = [];
  for (const path of paths) {
    const answer = await ask(service, path);
    const headers = new Headers(answer.headers);
    for (const name of ['date', 'connection', 'keep-alive']) headers.delete(name);
    answers.push({ path, headers: Object.fromEntries(headers), body: answer.text });
  }
  return answers;
}

/** Loads one server for a bounded time; returns answers per second and every latency in ms. */
async function loadServer(baseUrl, { connections, millis, status, requestAt }) {
  const pool = new Pool(baseUrl, { connections, pipelining: 1 });
  const latencies = [];
  const start = performance.now();
  let sent = 0;
  const oneConnection = async () => {
    while (performance.now() - start < millis) {
      const sentAt = performance.now();
      const { statusCode, body } = await pool.request(requestAt(sent++));
      const bytes = await body.arrayBuffer();
      if (statusCode !== status) throw new Error(`${statusCode}: ${Buffer.from(bytes)}`);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, oneConnection));
  const perSecond = latencies.length / ((performance.now() - start) / 1000);
  await pool.close();
  return { perSecond, latencies };
}

/** Opens a bare database in the folder and returns a contestant that inserts one row at a time. */
function bareInserts(folder, document) {
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec('create table tasks (id text primary key, document text not null) strict');
  const insert = database.prepare('insert into tasks values (?, ?)');
  let count = 0;
  const run = (millis) => {
    const latencies = [];
    const start = performance.now();
    while (performance.now() - start < millis) {
      const sentAt = performance.now();
      insert.run(`task_${String(count++).padStart(26, '0')}`, document);
      latencies.push(performance.now() - sentAt);
    }
    return { perSecond: latencies.length / ((performance.now() - start) / 1000), latencies };
  };
  return { run, close: () => database.close() };
}

/** Runs both contestants by turns after a warm-up; each takes a time in ms. */
async function compare(work, pid, runOurs, runLimit) {
  await runOurs(WARM_UP_MILLIS);
  await runLimit?.(WARM_UP_MILLIS);
  const ours = [];
  const limits = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await runOurs(ROUND_MILLIS));
    if (runLimit !== undefined) limits.push(await runLimit(ROUND_MILLIS));
  }
  return summarise({ work, ours, limits, rssMiB: await residentMiB(pid) });
}

function summarise({ work, ours, limits, rssMiB }) {
  const latencies = ours.flatMap((round) => round.latencies).sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(share * (latencies.length - 1))].toFixed(2);
  const ratios = limits.map((limit, round) => ours[round].perSecond / limit.perSecond);
  const rate = (rounds) => Math.round(median(rounds.map((round) => round.perSecond))).toString();
  const hasLimit = limits.length > 0;
  return {
    work,
    'ours/s': rate(ours),
    'limit/s': hasLimit ? rate(limits) : '-',
    ratio: hasLimit ? median(ratios).toFixed(2) : '-',
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'RSS MiB': rssMiB,
  };
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** Resident memory of a process, where the system tells (Linux); else a dash. */
async function residentMiB(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kib = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return kib === undefined ? '-' : Math.round(kib / 1024).toString();
}

function readLoad(server, headers, paths) {
  const requestAt = (n) => ({ method: 'GET', path: paths[n % paths.length], headers });
  return (millis) =>
    loadServer(server.baseUrl, { connections: CONNECTIONS, millis, status: 200, requestAt });
}

function createLoad(service, farmId, connections) {
  const headers = headersOf(service);
  const requestAt = (n) => ({
    method: 'POST',
    path: TASKS,
    headers,
    body: JSON.stringify(newTask(farmId, n)),
  });
  return (millis) => loadServer(service.baseUrl, { connections, millis, status: 201, requestAt });
}

function newTask(farmId, n) {
  return { farmId, title: `Check the water lines ${n}`, dueDate: '2026-11-21' };
}

/** The works on generated data in memory: list, one record, create. */
async function measureMemory() {
  const service = await startService(MOCK_FLAGS);
  const list = JSON.parse((await ask(service, LIST_PATHS[0])).text);
  const recordPaths = [`${TASKS}/${list.data[0].id}`];
  const bare = await startBareServer(await recordAnswers(service, [...LIST_PATHS, ...recordPaths]));
  const compareReads = (work, paths) => {
    const [ours, limit] = [service, bare].map((it) => readLoad(it, headersOf(service), paths));
    return compare(work, service.pid, ours, limit);
  };
  const create = createLoad(service, service.farms[0].id, CONNECTIONS);
  return [
    await compareReads('list of 50 tasks', LIST_PATHS),
    await compareReads('one task', recordPaths),
    await compare('create a task, in memory', service.pid, create),
  ];
}

/** The work on disk: creates over HTTP beside bare inserts in the same folder. */
async function measureDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'farmctl-bench-'));
  folders.push(folder);
  const service = await startService(['--data', folder]);
  const farm = JSON.parse((await ask(service, '/v1/platform/farms', newFarm())).text);
  const sample = (await ask(service, TASKS, newTask(farm.id, 0))).text;
  const bare = bareInserts(folder, sample);
  const create = createLoad(service, farm.id, DISK_CONNECTIONS);
  const row = await compare('create a task, on disk', service.pid, create, bare.run);
  bare.close();
  return row;
}

function newFarm() {
  return { name: 'Bench farm', latitude: 32.36, longitude: 34.91 };
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

function printTable(rows) {
  const names = Object.keys(rows[0]);
  const widths = names.map((name) =>
    Math.max(...[...rows.map((row) => row[name]), name].map((cell) => cell.length)),
  );
  const line = (cells) =>
    cells
      .map((cell, n) => (n === 0 ? cell.padEnd(widths[n]) : cell.padStart(widths[n])))
      .join('  ');
  print(line(names));
  for (const row of rows) print(line(Object.values(row)));
}

function printMachine() {
  const processors = cpus();
  print(
    `\n${processors.length} x ${processors[0]?.model ?? 'unknown CPU'}, ` +
      `Node ${process.version}, ${process.platform} ${process.arch}`,
  );
  print(
    `${ROUNDS} rounds of ${ROUND_MILLIS / 1000} s each, by turns; ` +
      `${CONNECTIONS} connections, on disk ${DISK_CONNECTIONS}.`,
  );
  print('Quote the ratios, not the absolute numbers: those belong to this machine.');
}

/** Ends the children this run started and waits for them, then removes its folders. */
async function cleanUp() {
  const running = children.filter((it) => it.exitCode === null && it.signalCode === null);
  await Promise.all(
    running.map((child) => {
      const ended = once(child, 'exit');
      child.kill();
      const force = setTimeout(() => child.kill('SIGKILL'), 5000);
      return ended.finally(() => clearTimeout(force));
    }),
  );
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

async function main() {
  try {
    const rows = [...(await measureMemory())];
    await cleanUp();
    rows.push(await measureDisk());
    printTable(rows);
    printMachine();
  } finally {
    await cleanUp();
  }
}

await (process.argv[2] === '--bare-server' ? serveFromMemory() : main());
