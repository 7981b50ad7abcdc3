import { renameSync, rmSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { buildConsole } from './console.config.mjs';
import { libraries, program, threads } from './rolldown.config.mjs';

// What is there stays in use until all of it can be replaced.
const FRESH = 'node_modules/.cache/farmctl-dist';

/** Bundles into a folder; resolves with the bytes of each file. */
async function build({ input, output }, dir) {
  const bundle = await rolldown(input);
  const { output: files } = await bundle.write({ ...output, dir });
  await bundle.close();
  return files.map(({ code }) => Buffer.byteLength(code));
}

rmSync(FRESH, { recursive: true, force: true });
const start = performance.now();
const sizes = await Promise.all([
  build(program, `${FRESH}/cli`),
  ...threads.map((thread) => build(thread, `${FRESH}/cli`)),
  ...libraries.map((library) => build(library, FRESH)),
  buildConsole(`${FRESH}/console`),
]);
rmSync('dist', { recursive: true, force: true });
renameSync(FRESH, 'dist');
const files = sizes.flat();
const kilobytes = Math.round(files.reduce((sum, bytes) => sum + bytes, 0) / 1024);
const millis = Math.round(performance.now() - start);
process.stdout.write(`dist: ${files.length} files, ${kilobytes} kB, in ${millis} ms\n`);
