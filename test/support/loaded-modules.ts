import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type InputOptions, type OutputOptions, rolldown } from 'rolldown';
import { groupBy } from '../../src/tools/collections.ts';

const PROJECT = join(import.meta.dirname, '../..');
const SOURCE = join(PROJECT, 'src/');

/** The build configuration of the program, as read by the build itself. */
interface BuildConfig {
  readonly program: { readonly input: InputOptions; readonly output: OutputOptions };
}

/** The built program in a separate folder. */
export interface BuiltProgram {
  readonly bin: string;
  /** The modules in each of its files, by path of the file. */
  readonly modulesOf: ReadonlyMap<string, readonly string[]>;
  readonly probe: string;
}

// Reported at the end: the modules loaded by Node itself, and every required file.
const PROBE = `process.on('exit', () => {
  const builtins = process.moduleLoadList.flatMap((entry) => entry.match(/^NativeModule (.*)/)?.[1] ?? []);
  const told = { builtins, files: Object.keys(require.cache) };
  require('fs').writeFileSync(process.env.LOADED_MODULES, JSON.stringify(told));
});`;

/**
 * Builds the program into a folder, which must be within the project so that its packages are
 * found.
 */
export async function buildProgram(folder: string): Promise<BuiltProgram> {
  const config: BuildConfig = await import(
    pathToFileURL(join(PROJECT, 'rolldown.config.mjs')).href
  );
  const { input, output } = config.program;
  const bundle = await rolldown({ ...input, cwd: PROJECT });
  const dir = join(folder, 'dist/cli');
  const { output: files } = await bundle.write({ ...output, dir });
  await bundle.close();
  await cp(join(PROJECT, 'bin'), join(folder, 'bin'), { recursive: true });
  await cp(join(PROJECT, 'package.json'), join(folder, 'package.json'));
  const probe = join(folder, 'probe.cjs');
  await writeFile(probe, PROBE);
  const modulesOf = new Map(
    files.map((file) => [
      join(dir, file.fileName),
      'modules' in file ? Object.keys(file.modules) : [],
    ]),
  );
  return { bin: join(folder, 'bin/farmctl.js'), modulesOf, probe };
}

/** The report of the probe in a process. */
interface Loaded {
  readonly builtins: readonly string[];
  readonly files: readonly string[];
}

/** The modules loaded by a command, one line for each kind and each folder of the source. */
export async function loadedBy(
  { bin, probe, modulesOf }: BuiltProgram,
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const bare = await runProbed(probe, ['-e', '0'], environment);
  const { builtins, files } = await runProbed(probe, [bin, ...argv], environment);
  const own = builtins.filter((name) => isBuiltin(name) && !bare.builtins.includes(name));
  const modules = files.flatMap((file) => modulesOf.get(file) ?? []);
  return [
    `node: ${listed(own)}`,
    `packages: ${listed(packagesOf(files))}`,
    `bundled packages: ${listed(packagesOf(modules))}`,
    ...foldersOf(modules.filter((path) => path.startsWith(SOURCE))),
    '',
  ].join('\n');
}

async function runProbed(
  probe: string,
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Loaded> {
  const reported = `${probe}.json`;
  const env = { ...environment, LOADED_MODULES: reported };
  await new Promise((resolve) => {
    execFile(process.execPath, ['--require', probe, ...argv], { env }, resolve);
  });
  return JSON.parse(await readFile(reported, 'utf8'));
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].sort().join(', ');
}

function packagesOf(paths: readonly string[]): readonly string[] {
  // The name of the program's folder begins with a dot.
  const named = paths.map((path) => /.*\/node_modules\/((?:@[^/]+\/)?[^./][^/]*)/.exec(path)?.[1]);
  return named.filter((name) => name !== undefined);
}

function foldersOf(paths: readonly string[]): readonly string[] {
  const names = groupBy(paths, (path) => relative(PROJECT, dirname(path)));
  return [...names]
    .map(([folder, files]) => `${folder}: ${listed(files.map((file) => basename(file, '.ts')))}`)
    .sort();
}
