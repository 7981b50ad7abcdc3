import { renameSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

// Everything a common command needs is bundled: one file to read instead of a hundred is what makes
// a start fast. Packages stay outside that find files or binaries beside themselves, or that are
// large and seldom needed.
const external = [
  '@modelcontextprotocol/node',
  '@modelcontextprotocol/server',
  '@photostructure/sqlite',
  'conf',
  'file-type',
  'inquirer',
  'jq-wasm',
  'pg',
  'sharp',
  'read-excel-file',
  'yaml',
];

// HTTP/2 is never asked for, and its module alone takes a tenth of a start.
const withoutHttp2 = {
  name: 'without-http2',
  setup({ onLoad }) {
    onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('HTTP/2 is not part of this build'); };",
    }));
  },
};

// What is there stays in use until all of it can be replaced.
const FRESH = 'node_modules/.cache/farmctl-dist';

const options = {
  outdir: FRESH,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external,
  plugins: [withoutHttp2],
  // Names stay: they are what a stack trace is read by.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  // CommonJS packages in a bundle of ES modules look for it.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
};

rmSync(FRESH, { recursive: true, force: true });
const start = performance.now();
const results = await Promise.all([
  build({
    ...options,
    entryPoints: { 'cli/main': 'src/cli/main.ts' },
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
  }),
  // By itself: what it shares with the program would else be cut into many small files.
  build({
    ...options,
    entryPoints: {
      client: 'src/client/client.ts',
      'verify-webhook': 'src/client/verify-webhook.ts',
    },
  }),
]);
rmSync('dist', { recursive: true, force: true });
renameSync(FRESH, 'dist');
const files = results.flatMap(({ metafile }) => Object.values(metafile.outputs));
const kilobytes = Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024);
const millis = Math.round(performance.now() - start);
process.stdout.write(`dist: ${files.length} files, ${kilobytes} kB, in ${millis} ms\n`);
