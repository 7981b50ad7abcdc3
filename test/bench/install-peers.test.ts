import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseArguments } from '../../bench/arguments.ts';
import { installPeers } from '../../bench/contestants/install-peers.ts';
import type { Bench } from '../../bench/work.ts';
import { openWorkshop } from '../../bench/workshop.ts';

test('a failed installation prints the output of npm and is repeated by the next run', async () => {
  const root = await mkdtemp(join(tmpdir(), 'farmctl-peers-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const folder = join(root, 'bench');
  await mkdir(folder);
  // A local package beside the manifest: nothing is fetched from a registry.
  const manifest = { private: true, dependencies: { peer: 'file:./peer-1.tgz' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));

  const first = run(root);
  expect(await installPeers(first.bench, 'bench')).toMatch(/^npm install failed with exit status/);
  expect(first.logged.join('\n')).toContain('peer-1.tgz');
  // The other works of the run do not install again.
  const lines = first.logged.length;
  expect(await installPeers(first.bench, 'bench')).toMatch(/^npm install failed/);
  expect(first.logged).toHaveLength(lines);

  await mkdir(join(folder, 'peer'));
  await writeFile(join(folder, 'peer/package.json'), '{"name":"peer","version":"1.0.0"}');
  const repaired = { private: true, dependencies: { peer: 'file:./peer' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(repaired));
  const mark = { wanted: JSON.stringify(repaired), failure: 'npm install ended with 1' };
  await writeMark(folder, mark);
  const second = run(root);
  expect(await installPeers(second.bench, 'bench')).toBeUndefined();
  expect(second.logged).toEqual([expect.stringContaining('installing')]);

  const third = run(root);
  expect(await installPeers(third.bench, 'bench')).toBeUndefined();
  expect(third.logged).toEqual([]);
}, 120_000);

/** The mark that earlier versions left after a failure. */
async function writeMark(folder: string, mark: object): Promise<void> {
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await writeFile(join(folder, 'node_modules/.bench-install.json'), JSON.stringify(mark));
}

function run(root: string): { readonly bench: Bench; readonly logged: string[] } {
  const parsed = parseArguments(['list']);
  if (!('options' in parsed)) throw new Error(parsed.text);
  const workshop = openWorkshop('unused');
  onTestFinished(() => workshop.close());
  const logged: string[] = [];
  const bench = {
    options: parsed.options,
    workshop,
    root,
    log: (line: string) => logged.push(line),
  };
  return { bench, logged };
}
