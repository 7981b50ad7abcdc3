import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BenchOptions } from '../arguments.ts';
import type { Bench } from '../work.ts';

type Folder = 'bench' | 'bench/directus';

const INSTALL_MILLIS = 10 * 60_000;

/** The failed installations of each run, so that a run tries every folder once. */
const failures = new WeakMap<BenchOptions, Map<Folder, string>>();

/**
 * Installs the packages that the `package.json` of a benchmark folder names, unless they are
 * installed already. Returns the reason if it failed, after printing npm's output; the next run
 * tries again. The project itself does not depend on these packages.
 */
export async function installPeers(bench: Bench, folder: Folder): Promise<string | undefined> {
  const ofRun = failures.get(bench.options) ?? new Map<Folder, string>();
  failures.set(bench.options, ofRun);
  const known = ofRun.get(folder);
  if (known !== undefined) return known;
  const cwd = join(bench.root, folder);
  const wanted = await readFile(join(cwd, 'package.json'), 'utf8');
  const mark = join(cwd, 'node_modules/.bench-install.json');
  if (await isInstalled(mark, wanted)) return undefined;
  bench.log(`installing the packages of ${folder}/package.json; the first time takes minutes`);
  const failure = await runInstall(bench, cwd);
  if (failure !== undefined) {
    ofRun.set(folder, failure);
    return failure;
  }
  await mkdir(join(cwd, 'node_modules'), { recursive: true });
  await writeFile(mark, JSON.stringify({ wanted }));
  return undefined;
}

async function runInstall({ workshop, log }: Bench, cwd: string): Promise<string | undefined> {
  const child = spawn(
    'npm',
    ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd, stdio: ['ignore', 'pipe', 'pipe'], signal: AbortSignal.timeout(INSTALL_MILLIS) },
  );
  workshop.atEnd(async () => void child.kill());
  const [failure, ...output] = await Promise.all([
    endOf(child),
    text(child.stdout),
    text(child.stderr),
  ]);
  if (failure !== undefined) {
    for (const line of output.join('\n').split('\n')) if (line.trim() !== '') log(line);
  }
  return failure;
}

async function endOf(child: ChildProcess): Promise<string | undefined> {
  return once(child, 'close').then(
    ([status]) => (status === 0 ? undefined : `npm install failed with exit status ${status}`),
    (error: Error) => `npm install: ${error.message}`,
  );
}

/** Whether the mark of an earlier installation names the same packages; a failed one does not count. */
async function isInstalled(file: string, wanted: string): Promise<boolean> {
  const mark = await readFile(file, 'utf8').catch(() => undefined);
  if (mark === undefined) return false;
  const earlier = JSON.parse(mark);
  return earlier.wanted === wanted && earlier.failure === undefined;
}
