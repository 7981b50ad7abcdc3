import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
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

const VIEWER = 'node_modules/@scalar/fastify-api-reference/dist/js/standalone.js';

/** Copies the viewer of the reference documents into a folder; resolves with its bytes. */
function copyViewer(dir) {
  const script = readFileSync(VIEWER);
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 8);
  // The best quality would make it a tenth smaller, and take as long as all else together.
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  mkdirSync(dir, { recursive: true });
  writeFileSync(`${dir}/viewer-${hash}.js.br`, brotliCompressSync(script, options));
  return [script.length];
}

rmSync(FRESH, { recursive: true, force: true });
const start = performance.now();
const sizes = await Promise.all([
  build(program, `${FRESH}/cli`),
  ...threads.map((thread) => build(thread, `${FRESH}/cli`)),
  ...libraries.map((library) => build(library, FRESH)),
  buildConsole(`${FRESH}/console`),
  copyViewer(`${FRESH}/reference`),
]);
rmSync('dist', { recursive: true, force: true });
renameSync(FRESH, 'dist');
const files = sizes.flat();
const kilobytes = Math.round(files.reduce((sum, bytes) => sum + bytes, 0) / 1024);
const millis = Math.round(performance.now() - start);
process.stdout.write(`dist: ${files.length} files, ${kilobytes} kB, in ${millis} ms\n`);
