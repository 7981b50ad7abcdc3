import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { rolldown } from 'rolldown';
import { build } from 'vite';

/** The page is changed by the service before it is sent. */
const UNPACKED = 'index.html';
const UNHASHED = ['icon.svg', 'manifest.webmanifest'];

const GROUPS = [
  { name: 'start', priority: 2, test: /src\/console\/main\.tsx$|rolldown\/runtime/ },
  { name: 'today', priority: 1, test: /src\/console\/features\/today\/today\.tsx$/ },
];

/**
 * Builds the web console into a folder, all files but its page compressed; resolves with the bytes
 * of each.
 */
export async function buildConsole(outDir) {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'src/console'),
    // Relative, so that the console works below any path.
    base: './',
    plugins: [react()],
    logLevel: 'warn',
    build: {
      outDir: join(import.meta.dirname, outDir),
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      // A picture inside a style sheet would need an exception of the content security policy.
      assetsInlineLimit: 0,
      // The benchmark holds the budgets of the pages, as they are sent.
      chunkSizeWarningLimit: 800,
      // What every screen needs is one file, and so is what Today and most others share: a request
      // takes longer than the bytes of a small file.
      rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
    },
  });
  await buildServiceWorker(outDir);
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true });
  return files.filter((file) => file.isFile()).map((file) => pack(file));
}

/** The service worker knows the files of the console; other files make another worker. */
async function buildServiceWorker(outDir) {
  const assets = readdirSync(join(outDir, 'assets')).map((name) => `assets/${name}`);
  const files = [...assets, ...UNHASHED];
  const hash = createHash('sha256').update(files.join());
  for (const file of ['index.html', ...UNHASHED]) hash.update(readFileSync(join(outDir, file)));
  const bundle = await rolldown({
    input: 'src/console/service-worker.ts',
    transform: {
      target: 'es2022',
      define: {
        'import.meta.env.FILES': JSON.stringify(files),
        'import.meta.env.BUILD': JSON.stringify(hash.digest('hex').slice(0, 16)),
      },
    },
  });
  await bundle.write({ file: join(outDir, 'service-worker.js'), format: 'iife', minify: true });
  await bundle.close();
}

function pack({ parentPath, name }) {
  const path = join(parentPath, name);
  const content = readFileSync(path);
  if (name === UNPACKED) return content.length;
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(`${path}.br`, brotliCompressSync(content, options));
  rmSync(path);
  return content.length;
}
