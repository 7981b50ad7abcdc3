import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROJECT = join(import.meta.dirname, '../..');
/** Installs from the registry as users do; it takes most of a minute and 160 MB. */
const FROM_REGISTRY = process.env['FARMCTL_TEST_PACK'] === '1';
const MOST_PACKED_BYTES = 4 * 1024 * 1024;
const PATIENCE_MILLIS = 240_000;
const REGISTRY_MILLIS = 5000;

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(
  program: string,
  argv: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      argv,
      { cwd: PROJECT, maxBuffer: 64 * 1024 * 1024, timeout: PATIENCE_MILLIS, ...options },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** The file that would be published; built anew, with its types, only for a real installation. */
async function pack(folder: string): Promise<Packed> {
  const argv = ['pack', '--json', '--pack-destination', folder];
  const scripts = FROM_REGISTRY ? [] : ['--ignore-scripts'];
  const { stdout, stderr, code } = await run('npm', [...argv, ...scripts]);
  if (code !== 0) throw new Error(stderr);
  // The build says a line before.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as Packed[];
  if (!packed) throw new Error(stdout);
  return packed;
}

/** The package as npm lays it out; without the registry its dependencies are those of the project. */
async function install(folder: string, { filename }: Packed): Promise<string> {
  const tarball = join(folder, filename);
  const home = join(folder, 'lib/node_modules/farmctl');
  if (FROM_REGISTRY) {
    const argv = ['install', '--global', '--prefix', folder, '--prefer-offline', '--no-audit'];
    const { code, stderr } = await run('npm', [...argv, '--no-fund', '--ignore-scripts', tarball]);
    if (code !== 0) throw new Error(stderr);
    return home;
  }
  await mkdir(home, { recursive: true });
  const { code, stderr } = await run('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  if (code !== 0) throw new Error(stderr);
  await symlink(join(PROJECT, 'node_modules'), join(home, 'node_modules'));
  return home;
}

async function isRegistryThere(): Promise<boolean> {
  const argv = ['ping', '--fetch-retries=0', `--fetch-timeout=${REGISTRY_MILLIS}`];
  return (await run('npm', argv)).code === 0;
}

test(
  'the package holds what it needs and nothing else',
  async () => {
    const { files, size } = await pack(await temporaryFolder());
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'CHANGELOG.md',
        'package.json',
        'bin/farmctl.js',
        'dist/client.js',
        'dist/verify-webhook.js',
        'completions/farmctl.bash',
        'man/farmctl.1',
        'docs/cli.md',
      ]),
    );
    if (FROM_REGISTRY) expect(paths).toContain('dist/types/client/client.d.ts');
    const folders = new Set(
      paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0]),
    );
    expect([...folders].toSorted()).toEqual([
      'bin',
      'completions',
      'dist',
      'docs',
      'examples',
      'man',
    ]);
    expect(
      paths.filter((path) => /\.(ts|map|test\.\w+)$/.test(path) && !path.endsWith('.d.ts')),
    ).toEqual([]);
    expect(size).toBeLessThan(MOST_PACKED_BYTES);
  },
  PATIENCE_MILLIS,
);

test(
  'installed, it runs, sets up a farm, completes and explains itself',
  async (context) => {
    if (FROM_REGISTRY && !(await isRegistryThere())) context.skip('the registry cannot be reached');
    const folder = await temporaryFolder();
    const home = await install(folder, await pack(folder));
    const env = { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8' };
    const program = join(home, 'bin/farmctl.js');
    const farmctl = async (...argv: string[]) => {
      const options = { cwd: folder, env };
      const { code, stdout, stderr } = await run(process.execPath, [program, ...argv], options);
      const said = code === 0 ? '' : stderr;
      expect({ argv, code, said }).toEqual({ argv, code: 0, said: '' });
      return stdout;
    };
    const { version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'));
    expect(await farmctl('--version')).toContain(version);
    expect(await farmctl('demo')).toContain('# The morning briefing of one farm');
    const init = ['init', '--yes', '--farm-name', 'North', '--barns', '1', '--chicks', '19800'];
    await farmctl(...init, '--placement-date', 'today-3d');
    expect(await farmctl('digest', '--lang', 'en')).toMatch(/^North · Morning briefing/);
    expect(await farmctl('completion', 'bash')).toContain('complete ');
    expect((await stat(join(home, 'man/farmctl.1'))).size).toBeGreaterThan(1000);
    // As a program of a user would import it.
    const script = join(folder, 'lib/program.mjs');
    await writeFile(
      script,
      "import { createClient } from 'farmctl';\n" +
        "import { verifyWebhook } from 'farmctl/verify-webhook';\n" +
        'console.log(typeof createClient, typeof verifyWebhook);\n',
    );
    const imported = await run(process.execPath, [script], { cwd: folder, env });
    expect(imported).toEqual({ code: 0, stdout: 'function function\n', stderr: '' });
  },
  PATIENCE_MILLIS,
);
