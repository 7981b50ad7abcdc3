import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../..');
const PATIENCE_MILLIS = 240_000;
const REGISTRY_MILLIS = 5000;
/** All tools available to an installation: no compiler, no make, no Python. */
const TOOLS = ['node', 'npm', 'sh'];

/** The exit status and output of a program. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The file created by `npm pack`, and its content. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Runs a program of this machine with closed standard input. */
export function runProgramFile(
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

/** Packs the build; with scripts enabled it is rebuilt first, including types. */
export async function packPackage(
  folder: string,
  { withScripts = false }: { readonly withScripts?: boolean } = {},
): Promise<Packed> {
  const argv = ['pack', '--json', '--pack-destination', folder];
  const scripts = withScripts ? [] : ['--ignore-scripts'];
  const { stdout, stderr, code } = await runProgramFile('npm', [...argv, ...scripts]);
  if (code !== 0) throw new Error(stderr);
  // The build prints a line before.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as Packed[];
  if (!packed) throw new Error(stdout);
  return packed;
}

/**
 * Installs the package into an empty prefix like a user, with `npm install --global`, on a path
 * without a compiler. Where the registry is unreachable, its dependencies are those of the project.
 * Returns the folder of the programs and the library.
 */
export async function installPackage(prefix: string): Promise<string> {
  const { filename } = await packPackage(prefix);
  const tarball = join(prefix, filename);
  const home = join(prefix, 'lib/node_modules/farmctl');
  if (await isRegistryThere()) {
    const argv = ['install', '--global', '--prefix', prefix, '--prefer-offline', '--no-audit'];
    const PATH = await linkTools(join(prefix, 'tools'));
    const env = { ...process.env, PATH };
    const { code, stderr } = await runProgramFile('npm', [...argv, '--no-fund', tarball], { env });
    if (code !== 0) throw new Error(stderr);
    return home;
  }
  await mkdir(home, { recursive: true });
  const untar = ['-xzf', tarball, '-C', home, '--strip-components=1'];
  const { code, stderr } = await runProgramFile('tar', untar);
  if (code !== 0) throw new Error(stderr);
  await symlink(join(PROJECT, 'node_modules'), join(home, 'node_modules'));
  await mkdir(join(prefix, 'bin'));
  await symlink(join(home, 'bin/farmctl.js'), join(prefix, 'bin/farmctl'));
  return home;
}

async function linkTools(folder: string): Promise<string> {
  await mkdir(folder);
  for (const tool of TOOLS) {
    const { stdout } = await runProgramFile('sh', ['-c', `command -v ${tool}`]);
    await symlink(stdout.trim(), join(folder, tool));
  }
  return folder;
}

async function isRegistryThere(): Promise<boolean> {
  const argv = ['ping', '--fetch-retries=0', `--fetch-timeout=${REGISTRY_MILLIS}`];
  return (await runProgramFile('npm', argv)).code === 0;
}
