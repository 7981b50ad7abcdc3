// Bundles the benchmark from its sources and runs it: npm run bench
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Inside the project, so that the bundles can resolve its packages.
const cache = here('../node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(`${cache}/farmctl-bench-`);
const removeFolder = () => rmSync(folder, { recursive: true, force: true });

try {
  await build({
    entryPoints: { main: here('main.ts'), worker: here('load/worker.ts') },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    loader: { '.sql': 'text' },
    logLevel: 'error',
  });
  const { runBenchmark } = await import(pathToFileURL(`${folder}/main.mjs`).href);
  const { ended, stop } = runBenchmark(process.argv.slice(2), {
    root: here('..'),
    worker: `${folder}/worker.mjs`,
    print: (text) => process.stdout.write(text),
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      await stop();
      removeFolder();
      process.exit(128 + constants.signals[signal]);
    });
  }
  process.exitCode = await ended;
} finally {
  removeFolder();
}
