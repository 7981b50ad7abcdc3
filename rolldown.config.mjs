import { readFileSync } from 'node:fs';
import { tableLibrary } from './table-library.config.mjs';
import { textFiles } from './text-files.config.mjs';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

// Everything a common command needs is bundled: few files to read instead of a hundred are what
// makes a start fast. The `dependencies` of the package stay outside: they find files or binaries
// beside themselves, or are large and seldom needed, and all of them can be required. Bundled
// packages are `devDependencies`.
const external = new RegExp(`^(${Object.keys(dependencies).join('|')})(/|$)`);

// What every command needs, what sending needs besides, and what the commands of resources need: a
// file each. What two of them share is in the first. The rest is cut by what loads it.
const groups = [
  {
    name: 'start',
    priority: 3,
    test: /src\/(cli\/(main|core\/command-line|output\/neutralise)|model\/core\/limits)\.ts$/,
  },
  {
    name: 'request',
    priority: 2,
    test: /src\/(cli\/config\/settings|cli\/output\/print-output|client\/client|client\/http-transport)\.ts$/,
  },
  {
    name: 'resource',
    priority: 1,
    test: /src\/(model\/resources\/registry|cli\/commands\/(resource\/resource|resource-commands)|cli\/session\/defaults)\.ts$/,
  },
];

// What packages load at once and this program never uses: HTTP/2, programs as subcommands, and a
// guess of what the terminal can show.
const NO_HTTP2 =
  "module.exports = () => { throw new Error('HTTP/2 is not part of this build'); };";
const unused = [
  { file: /\/undici\/lib\/dispatcher\/client-h2\.js$/, contents: NO_HTTP2 },
  { file: /\/chalk\/source\/vendor\/supports-color\/index\.js$/, contents: 'export default {};' },
  { file: /^unused:/, contents: 'module.exports = {};' },
];
const withoutUnused = {
  name: 'without-unused',
  resolveId(name, importer = '') {
    const isOfCommander = withSlashes(importer).includes('/commander/lib/');
    return isOfCommander && name === 'node:child_process' ? `unused:${name}` : undefined;
  },
  load: (id) => unused.find(({ file }) => file.test(withSlashes(id)))?.contents,
};

function withSlashes(path) {
  return path.replaceAll('\\', '/');
}

const input = {
  platform: 'node',
  external,
  plugins: [withoutUnused, tableLibrary, textFiles],
  transform: { target: 'node20' },
  // A module that others need at once is still waited for by those that load it late.
  checks: { ineffectiveDynamicImport: false },
};

const output = {
  // Names stay: they are what a stack trace is read by.
  minify: { compress: {}, mangle: false, codegen: { removeWhitespace: true } },
  comments: { legal: false },
  // A text with other characters takes twice the memory, and longer to compile.
  charset: 'ascii',
};

/**
 * The command line and the service, as CommonJS: that starts sooner, and can be kept compiled. The
 * thread that makes mock data shares most of it.
 */
export const program = {
  input: {
    ...input,
    input: { main: 'src/cli/main.ts', 'mock-thread': 'src/server/workers/mock-thread.ts' },
  },
  output: {
    ...output,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    dynamicImportInCjs: false,
    codeSplitting: { groups },
  },
};

/** What threads and processes run, each one file with only what it needs: pages, files of imports. */
export const threads = [
  { 'page-thread': 'src/server/workers/page-thread.ts' },
  { 'import-process': 'src/server/workers/import-process.ts' },
].map((entry) => ({
  input: { ...input, input: entry },
  output: { ...output, format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
}));

/** What other programs import: each in one file. */
export const libraries = [
  { client: 'src/client/client.ts' },
  { 'verify-webhook': 'src/client/verify-webhook.ts' },
].map((entry) => ({
  input: { ...input, input: entry },
  output: { ...output, format: 'es', codeSplitting: false },
}));
