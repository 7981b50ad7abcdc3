import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../work.ts';

/** How an install ended, kept beside what it installed. */
interface InstallMark {
  readonly wanted: string;
  readonly failure?: string;
}

const INSTALL_MILLIS = 10 * 60_000;

/**
 * Installs what the `package.json` of a folder of the benchmark names, once; says why not, when it
 * failed. It is tried again when that file changed or `node_modules` was removed. Nothing of
 * it is known to the project itself.
 */
export async function installPeers(
  bench: Bench,
  folder: 'bench' | 'bench/directus',
): Promise<string | undefined> {
  const cwd = join(bench.root, folder);
  const wanted = await readFile(join(cwd, 'package.json'), 'utf8');
  const file = join(cwd, 'node_modules/.bench-install.json');
  const earlier = await readMark(file);
  if (earlier?.wanted === wanted) return earlier.failure;
  bench.say(`installing what ${folder}/package.json names, which takes minutes the first time`);
  const failure = await runInstall(bench, cwd);
  const mark: InstallMark = { wanted, ...(failure === undefined ? {} : { failure }) };
  await mkdir(join(cwd, 'node_modules'), { recursive: true });
  await writeFile(file, JSON.stringify(mark));
  return failure;
}

async function runInstall({ workshop }: Bench, cwd: string): Promise<string | undefined> {
  const child = spawn(
    'npm',
    ['install', '--no-package-lock', '--no-audit', '--no-fund', '--silent'],
    {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit'],
      signal: AbortSignal.timeout(INSTALL_MILLIS),
    },
  );
  workshop.atEnd(async () => void child.kill());
  return once(child, 'exit').then(
    ([status]) => (status === 0 ? undefined : `npm install ended with ${status}`),
    (error: Error) => `npm install: ${error.message}`,
  );
}

async function readMark(file: string): Promise<InstallMark | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
