// Starts programs of Debian for the runs of this folder, and ends all of them.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const PROGRAM = join(import.meta.dirname, '../../bin/farmctl.js');
const WAIT_MILLIS = 60_000;

/** PostgreSQL refuses to run as root: then its programs run as the user of the package. */
const owner = process.getuid() === 0 ? numberOf('postgres') : undefined;

function numberOf(user) {
  const ids = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, user]).stdout.toString()));
  return { uid: ids[0], gid: ids[1] };
}

/** A folder of its own and the programs in it; `end` ends them, the latest first, and deletes it. */
export function createStage() {
  const folder = mkdtempSync(join(tmpdir(), 'farmctl-debian-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const children = [];
  const start = (program, argv, { env = {}, asOwner = true } = {}) => {
    const child = spawn(program, argv, {
      cwd: folder,
      env: { ...process.env, HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(asOwner ? owner : {}),
    });
    child.said = '';
    const note = (chunk) => {
      child.said = (child.said + chunk).slice(-20_000);
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    children.push(child);
    return child;
  };
  return {
    folder,
    start,
    write(name, text) {
      const path = join(folder, name);
      writeFileSync(path, text, { mode: 0o600 });
      if (owner) chownSync(path, owner.uid, owner.gid);
      return path;
    },
    makeFolder(name) {
      const path = join(folder, name);
      mkdirSync(path, { mode: 0o700 });
      if (owner) chownSync(path, owner.uid, owner.gid);
      return path;
    },
    /** `farmctl serve` on a database; resolves with what it says when it listens. */
    async serve(database, env = {}) {
      const argv = [PROGRAM, 'serve', '--database', database, '--port', '0', '--json'];
      const quiet = ['--no-weather', '--log-level', 'warn'];
      const child = start(process.execPath, [...argv, ...quiet], { asOwner: false, env });
      const lines = createInterface({ input: child.stdout });
      const ended = new Promise((_, reject) => {
        child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${child.said}`)));
      });
      ended.catch(() => {});
      const line = await Promise.race([new Promise((done) => lines.once('line', done)), ended]);
      return { ...JSON.parse(line), child };
    },
    async end() {
      for (const child of children.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const exited = new Promise((done) => child.once('exit', done));
        child.kill('SIGTERM');
        const isOver = await Promise.race([exited.then(() => true), sleep(15_000, false)]);
        if (!isOver) child.kill('SIGKILL');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ports that are free now. */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await new Promise((done) => server.once('listening', done));
      return server;
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** Waits until `look` gives something, and returns that. */
export async function until(what, look) {
  const end = Date.now() + WAIT_MILLIS;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${WAIT_MILLIS / 1000} s`);
    await sleep(250);
  }
}

/** Whether something listens at a port. */
export function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (is) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

/** The first line with which a program says its version. */
export function versionOf(program, flag = '--version') {
  const { stdout, stderr } = spawnSync(program, [flag]);
  return `${stdout}${stderr}`.trim().split('\n')[0];
}
