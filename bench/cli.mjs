// Measures the cost of commands from the shell against a bare `node -e 0`, alternating in pairs.
// Run: npm run build && node bench/cli.mjs
// Compare the ratios; the absolute numbers depend on the machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROUNDS = 21;
const PROGRAM = fileURLToPath(new URL('../bin/farmctl.js', import.meta.url));
const NOBODY = 'http://127.0.0.1:9';

const home = mkdtempSync(join(tmpdir(), 'farmctl-bench-cli-'));
const env = { PATH: process.env.PATH, HOME: home };

/** Starts a mock server; resolves with its address, its key and a stop function. */
async function startServer() {
  const args = [PROGRAM, 'serve', '--mock', '--port', '0', '--json'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { baseUrl, keys } = JSON.parse(line);
  return { baseUrl, key: keys.reader, end: () => child.kill('SIGTERM') };
}

/** Duration of a run in milliseconds; throws on an unexpected exit status. */
async function time({ args, status = 0, variables = {} }) {
  const begun = process.hrtime.bigint();
  const child = spawn(process.execPath, args, {
    env: { ...env, ...variables },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const [code] = await once(child, 'close');
  if (code !== status) throw new Error(`${args.slice(1).join(' ')} ended with ${code}`);
  return Number(process.hrtime.bigint() - begun) / 1e6;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

const server = await startServer();
const online = { FARMCTL_SERVER: server.baseUrl, FARMCTL_KEY: server.key };
const offline = { ...online, FARMCTL_SERVER: NOBODY };
const works = [
  { name: '--version', budget: 1.5, args: [PROGRAM, '--version'] },
  { name: 'flocks list --help', budget: 2.5, args: [PROGRAM, 'flocks', 'list', '--help'] },
  {
    name: 'flocks list, nobody there',
    budget: 2.5,
    args: [PROGRAM, 'flocks', 'list', '--max-wait', '0s'],
    variables: offline,
    status: 8,
  },
  {
    name: 'flocks list, on loopback',
    budget: 4,
    args: [PROGRAM, 'flocks', 'list'],
    variables: online,
  },
];

try {
  const bare = { args: ['-e', '0'] };
  for (const work of works) await time(work);
  console.log('command                     median ms  bare ms  ratio  budget');
  for (const work of works) {
    const ours = [];
    const limit = [];
    for (let round = 0; round < ROUNDS; round++) {
      limit.push(await time(bare));
      ours.push(await time(work));
    }
    const ratio = median(ours.map((millis, round) => millis / limit[round]));
    console.log(
      work.name.padEnd(28) +
        median(ours).toFixed(0).padStart(9) +
        median(limit).toFixed(0).padStart(9) +
        ratio.toFixed(2).padStart(7) +
        work.budget.toFixed(1).padStart(8),
    );
  }
  const [{ model }] = cpus();
  console.log(`\n${cpus().length} x ${model}, Node ${process.version}, ${ROUNDS} rounds by turns`);
} finally {
  server.end();
  rmSync(home, { recursive: true, force: true });
}
