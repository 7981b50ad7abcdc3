// Breaks down the processor time of a record request and a create request by duty. Run manually:
// node bench/duties.mjs --help
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { Pool } from 'undici';
import { program, threads } from '../rolldown.config.mjs';

const HELP = `Usage: node bench/duties.mjs [options]

Starts farmctl serve in a separate folder, applies load with one kind of request at a time, and prints
the CPU time per request of each duty in microseconds. Each sample of a CPU profile is assigned to the
innermost module with a known duty. Exits when finished.

  --seconds <number>   duration of the load for each kind (default: 10)
  --database <url>     an empty PostgreSQL database instead of the embedded one
  --modules            also print the modules behind the duties
  -h, --help           show this help
`;

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    database: { type: 'string' },
    modules: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

/** Duties by module path; if several occur in a stack, the innermost one counts. */
const DUTIES = [
  ['limit', /platform\/access\/rate-limiter|storage\/system\/request-rates/],
  [
    'authentication',
    /platform\/access\/|http\/core\/authenticate|storage\/system\/(api-keys|sign-in)/,
  ],
  ['idempotency', /storage\/system\/request-state/],
  ['audit', /platform\/audit\/audit-|storage\/system\/audit-/],
  ['counts', /storage\/records\/row-counts/],
  ['validation', /model\/(validation|core|resources)\//],
  ['event', /platform\/(events|webhooks|outbound)\/|storage\/webhooks\//],
  ['activity', /platform\/activity\/|storage\/system\/activity-log/],
  ['rules', /platform\/(rules|alerts|automations|notices)\//],
  [
    'answer, its JSON',
    /platform\/(records\/render|computed|core\/request-context)|http\/core\/run-call/,
  ],
  ['row and its indexes', /storage\/records\/|platform\/(records|audit)\//],
];
/** For stacks without any of them. */
const SHARED = [
  [
    'exchange with PostgreSQL',
    /storage\/postgres\/|node_modules\/(pg|pg-[a-z]+|postgres-[a-z]+)\//,
  ],
  ['transaction and commit', /storage\//],
];
const REST = 'HTTP';
/** Attributed to the caller, unless the database is written to. */
const SOCKET = ['socket', /^write(v|Buffer|(Utf8|Latin1|Ascii)String)$/];
const OUTSIDE = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'outside of JavaScript'],
]);
const WARM_UP_SECONDS = 3;
const CONNECTIONS = { record: 8, create: 64 };
const ROWS = 1000;
const API = '/v1/platform';
const KEYS = 8;
const MOST_PER_MINUTE = 100_000;

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, `node_modules/.cache/farmctl-duties-${process.pid}`);
process.on('exit', () => rmSync(FOLDER, { recursive: true, force: true }));

/** Bundles the program as for publication, with source maps. */
async function bundle() {
  mkdirSync(FOLDER, { recursive: true });
  for (const { input, output } of [program, ...threads]) {
    const made = await rolldown(input);
    await made.write({ ...output, dir: FOLDER, sourcemap: true });
    await made.close();
  }
  const start = join(FOLDER, 'start.cjs');
  writeFileSync(start, `require('./main.cjs').main({ version: '0.0.0' });\n`);
  return start;
}

/** Starts the service; it writes its profile to a folder on exit. */
async function serve(start, kind) {
  const profiles = join(FOLDER, kind);
  const data = options.database
    ? ['--database', options.database]
    : ['--data', join(FOLDER, 'data')];
  const quiet = ['--no-weather', '--no-brain', '--no-integrations', '--log-level', 'silent'];
  const flags = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, '--cpu-prof-interval=500'];
  const argv = [...flags, start, 'serve', ...data, '--port', '0', '--json', ...quiet];
  const child = spawn(process.execPath, argv, {
    env: { PATH: process.env.PATH, HOME: FOLDER },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`farmctl serve ended with ${code}`)));
  });
  process.once('exit', () => child.kill());
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { ready: JSON.parse(line), pid: child.pid, profiles, ended };
}

async function send(baseUrl, key, [method, path, body]) {
  const response = await fetch(`${baseUrl}${API}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${response.status} from ${path}: ${await response.text()}`);
  return response.json();
}

/** Loads the service with requests until the time is over; returns the number of responses. */
async function load(baseUrl, { connections, seconds, next, status }) {
  const pool = new Pool(baseUrl, { connections });
  const end = performance.now() + seconds * 1000;
  let answers = 0;
  const one = async () => {
    while (performance.now() < end) {
      const { statusCode, body } = await pool.request(next());
      const text = await body.text();
      if (statusCode !== status) throw new Error(`${statusCode}: ${text}`);
      answers++;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  await pool.close();
  return answers;
}

/** The processor time used by a process so far, in microseconds. */
function cpuMicros(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

const maps = new Map();

/** The source module of a function in a profile. */
function moduleOf({ url, lineNumber, columnNumber, functionName }) {
  const file = url.replace(/^file:\/\//, '');
  if (!file.startsWith(FOLDER))
    return file.replace(/^.*node_modules\//, 'node_modules/') || functionName;
  if (!maps.has(file)) {
    maps.set(file, new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))));
  }
  const { originalSource } = maps.get(file).findEntry(lineNumber, columnNumber);
  if (!originalSource) return '';
  return relative(ROOT, join(dirname(file), originalSource)).replace(
    /^.*node_modules\//,
    'node_modules/',
  );
}

/** The samples of the main thread profile by duty and by module, without idle samples. */
function sharesOf(profiles, from) {
  const [name] = readdirSync(profiles).sort(
    (one, other) => sizeOf(profiles, other) - sizeOf(profiles, one),
  );
  const profile = JSON.parse(readFileSync(join(profiles, name), 'utf8'));
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const known = new Map();
  const placeOf = (id) => {
    const found = known.get(id);
    if (found) return found;
    const { callFrame } = nodes.get(id);
    const outside = OUTSIDE.get(callFrame.functionName);
    const path = moduleOf(callFrame);
    const parent = parents.get(id);
    const above = parent === undefined ? {} : placeOf(parent);
    const isSocket = SOCKET[1].test(callFrame.functionName) && !above.shared;
    const own = isSocket ? SOCKET[0] : dutyOf(DUTIES, path);
    const place = {
      own: outside ?? own ?? above.own,
      shared: dutyOf(SHARED, path) ?? above.shared,
      path: own || !above.own ? path : above.path,
    };
    known.set(id, place);
    return place;
  };
  const duties = new Map();
  const modules = new Map();
  let at = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[index];
    at += delta;
    if (at < from || nodes.get(id).callFrame.functionName === '(idle)') continue;
    const { own, shared, path } = placeOf(id);
    const duty = own ?? shared ?? REST;
    duties.set(duty, (duties.get(duty) ?? 0) + delta);
    modules.set(`${duty}: ${path}`, (modules.get(`${duty}: ${path}`) ?? 0) + delta);
  }
  return { duties, modules };
}

function dutyOf(duties, path) {
  return duties.find(([, pattern]) => pattern.test(path))?.[0];
}

function sizeOf(folder, name) {
  return readFileSync(join(folder, name)).length;
}

/** The clock of profiles: microseconds of the monotonic clock. */
function profileMicros() {
  return Number(process.hrtime.bigint() / 1000n);
}

const task = { title: 'Check the water lines', priority: 'normal', dueDate: '2026-12-01' };
const start = await bundle();
let farmId;
const keys = [];
const ids = [];

for (const kind of ['record', 'create']) {
  const server = await serve(start, kind);
  const { baseUrl } = server.ready;
  if (keys.length === 0) {
    const admin = server.ready.keys.admin;
    farmId = (await send(baseUrl, admin, ['POST', '/farms', { name: 'Bench farm' }])).id;
    const rights = { scopes: ['read:*', 'write:*'], farmIds: [farmId] };
    const asked = { name: 'bench', ...rights, rateLimitPerMinute: MOST_PER_MINUTE };
    for (let n = 0; n < KEYS; n++) {
      keys.push((await send(baseUrl, admin, ['POST', '/os/keys', asked])).key);
    }
    for (let n = 0; n < ROWS; n++) {
      ids.push((await send(baseUrl, keys[0], ['POST', '/tasks', { ...task, farmId }])).id);
    }
  }
  let turn = 0;
  const headersOf = () => ({
    authorization: `Bearer ${keys[turn % KEYS]}`,
    'content-type': 'application/json',
  });
  const requests = {
    record: () => ({
      method: 'GET',
      path: `${API}/tasks/${ids[turn++ % ROWS]}`,
      headers: headersOf(),
    }),
    create: () => ({
      method: 'POST',
      path: `${API}/tasks`,
      headers: { ...headersOf(), 'idempotency-key': `${turn++}-${randomUUID()}` },
      body: JSON.stringify({ ...task, farmId }),
    }),
  };
  const status = kind === 'record' ? 200 : 201;
  const plan = { connections: CONNECTIONS[kind], next: requests[kind], status };
  await load(baseUrl, { ...plan, seconds: WARM_UP_SECONDS });
  const [from, used] = [profileMicros(), cpuMicros(server.pid)];
  const answers = await load(baseUrl, { ...plan, seconds: Number(options.seconds) });
  const micros = (cpuMicros(server.pid) - used) / answers;
  process.kill(server.pid, 'SIGTERM');
  await server.ended;
  const { duties, modules } = sharesOf(server.profiles, from);
  print(`${kind}: ${answers} answers, ${micros.toFixed(0)} µs of the process each`, duties, micros);
  if (options.modules) print(`${kind}: modules`, modules, micros);
}

function print(title, parts, micros) {
  const total = [...parts.values()].reduce((sum, part) => sum + part, 0);
  process.stdout.write(`\n${title}\n`);
  for (const [name, part] of [...parts].sort((one, other) => other[1] - one[1])) {
    const share = part / total;
    if (share < 0.003) continue;
    const [own, percent] = [(share * micros).toFixed(1), (share * 100).toFixed(1)];
    process.stdout.write(`${own.padStart(9)} µs ${percent.padStart(5)} %  ${name}\n`);
  }
}
