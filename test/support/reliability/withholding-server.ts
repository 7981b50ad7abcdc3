import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Ending } from './child-server.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CACHE = join(ROOT, 'node_modules/.cache');
/** Packages that load their own files, external as in the build. */
const EXTERNAL = ['@photostructure/sqlite', 'pg', 'sharp', 'read-excel-file', 'jq-wasm', 'yaml'];

/**
 * A server from the sources whose commits can be left unanswered. The fault is injected around the
 * service's database, so the program itself needs no fault point. Limits of waiting requests are
 * removed.
 */
const PROGRAM = `
import { pino } from 'pino';
import { limits } from './src/model/core/limits.ts';
import { bootstrap } from './src/server/bootstrap.ts';
import { composeService } from './src/server/core/compose-service.ts';
import { openDatabase } from './src/server/core/open-database.ts';
import { systemClock } from './src/tools/clock.ts';
Object.assign(limits, {
  requestsUnderWay: 1e6,
  readsUnderWay: 1e6,
  requestsUnderWayPerKey: 1e6,
  requestsWaiting: 1e6,
  requestsWaitingPerKey: 1e6,
  requestWaitMillis: 1e6,
  writesWaiting: 1e6,
  connectionMillis: 60_000,
  longestConnectionMillis: 60_000,
});
const database = await openDatabase(JSON.parse(process.argv[2]));
const { key } = await bootstrap(database);
let left = Infinity;
const transaction = async (work) => {
  const result = await database.transaction(work);
  if (left === Infinity) return result;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};
process.on('message', ({ withhold }) => {
  left = withhold;
  process.send({});
});
const log = pino({ level: 'silent' });
const { app } = composeService({ database: { ...database, transaction }, clock: systemClock, log });
await app.listen({ host: '127.0.0.1', port: 0 });
process.send({ baseUrl: 'http://127.0.0.1:' + app.server.address().port, key });
`;

/** A running server. */
export interface WithholdingServer {
  readonly baseUrl: string;
  /** The admin key, on the first start with a database. */
  readonly key: string | undefined;
  /** From now on no commit is answered; the process kills itself after the given number of them. */
  withhold(commits: number): Promise<void>;
  readonly ended: Promise<Ending>;
  end(signal: NodeJS.Signals): Promise<Ending>;
}

/** The built program; `start` runs it on a database. */
export interface WithholdingProgram {
  start(location: object): Promise<WithholdingServer>;
  remove(): void;
}

/** Bundles the program in a folder where packages are found. */
export async function buildWithholdingProgram(): Promise<WithholdingProgram> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'withholding-'));
  const outfile = join(folder, 'server.mjs');
  await build({
    stdin: { contents: PROGRAM, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: EXTERNAL,
    loader: { '.sql': 'text' },
    banner: {
      js: "import { createRequire as require_ } from 'node:module'; const require = require_(import.meta.url);",
    },
    outfile,
    logLevel: 'error',
  });
  return {
    start: (location) => start(outfile, location),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function start(program: string, location: object): Promise<WithholdingServer> {
  const child = fork(program, [JSON.stringify(location)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const message = () =>
    Promise.race([
      new Promise<{ baseUrl: string; key?: string }>((resolve) => {
        child.once('message', (sent) => resolve(sent as { baseUrl: string }));
      }),
      ended.then(({ code }) => {
        throw new Error(`the server ended with ${code}: ${errors}`);
      }),
    ]);
  const { baseUrl, key } = await message();
  return {
    baseUrl,
    key,
    ended,
    async withhold(commits) {
      const answered = message();
      child.send({ withhold: commits });
      await answered;
    },
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
