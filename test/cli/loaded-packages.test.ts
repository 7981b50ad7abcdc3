import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';

const { metafile } = await build({
  entryPoints: ['src/cli/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  metafile: true,
  write: false,
  logLevel: 'error',
});

/** The output that holds a file of the source. */
function outputOf(source: string): string {
  const found = Object.entries(metafile.outputs).find(([, { inputs }]) => source in inputs);
  if (!found) throw new Error(`${source} is in no output`);
  return found[0];
}

/** The packages that are loaded with these outputs, by imports that are not dynamic. */
function packagesWith(sources: readonly string[]): readonly string[] {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const waiting = sources.map(outputOf);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const imported of importsOf(path)) {
      if (imported.external) packages.add(imported.path);
      else waiting.push(imported.path);
    }
  }
  return [...packages].filter((name) => !name.startsWith('node:')).sort();
}

function importsOf(path: string): Metafile['outputs'][string]['imports'] {
  const imports = metafile.outputs[path]?.imports ?? [];
  return imports.filter(({ kind }) => kind === 'import-statement');
}

const start = ['src/cli/main.ts'];
const resource = [...start, 'src/model/registry.ts', 'src/cli/commands/resource.ts'];
const request = [
  ...resource,
  'src/cli/config/settings.ts',
  'src/client/client.ts',
  'src/client/http-transport.ts',
  'src/cli/output/print-output.ts',
];

test.each([
  ['the program itself', start, ['chalk', 'commander', 'fastest-levenshtein']],
  ['flocks list --help', resource, ['chalk', 'commander', 'fastest-levenshtein']],
  [
    'digest --help',
    [...start, 'src/cli/commands/digest.ts'],
    ['chalk', 'commander', 'fastest-levenshtein'],
  ],
  ['flocks list', request, ['chalk', 'commander', 'fastest-levenshtein', 'zod/mini']],
])('%s loads these packages and no others', (_name, sources, packages) => {
  expect(packagesWith(sources)).toEqual(packages);
});

test('of undici only the HTTP part is loaded, and only to send', () => {
  const dynamic = metafile.outputs[outputOf('src/client/http-transport.ts')]?.imports ?? [];
  const packages = dynamic.filter(({ external, path }) => external && !path.startsWith('node:'));
  expect(packages.map(({ path }) => path)).toEqual([
    'undici/lib/dispatcher/pool.js',
    'undici/lib/api/api-request.js',
  ]);
});
