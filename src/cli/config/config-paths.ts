import { access } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** Name of the file that a project carries, looked for in the folder and those above it. */
const PROJECT_FILE = '.farmctl.json';

const MAX_FOLDERS_UP = 64;

/** What the places of files depend on. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder the command was started in, absolute. */
  readonly cwd: string;
  /** The home folder of the user, absolute. */
  readonly home: string;
}

/** Where the user's configuration file is, whether it exists or not. */
export function configPath({ environment, cwd, home }: Surroundings): string {
  const named = environment['FARMCTL_CONFIG'];
  if (named) return absolutePath(named, { base: cwd, home });
  return join(
    baseFolder(environment['XDG_CONFIG_HOME'], home, '.config'),
    'farmctl',
    'config.json',
  );
}

/** Where the local database is when nothing names another folder. */
export function defaultDataDir({ environment, home }: Surroundings): string {
  return join(baseFolder(environment['XDG_DATA_HOME'], home, '.local/share'), 'farmctl');
}

/** Where the program keeps what it remembers from one command to the next. */
export function stateDir({ environment, home }: Surroundings): string {
  return join(baseFolder(environment['XDG_STATE_HOME'], home, '.local/state'), 'farmctl');
}

/** The project file of the folder or of the nearest one above it; undefined when there is none. */
export async function findProjectFile(cwd: string): Promise<string | undefined> {
  let folder = cwd;
  for (let level = 0; level < MAX_FOLDERS_UP; level++) {
    const path = join(folder, PROJECT_FILE);
    if (await exists(path)) return path;
    const above = dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
  return undefined;
}

/** The path as absolute: `~/` is the home folder, anything relative is taken from the base. */
export function absolutePath(
  path: string,
  { base, home }: { readonly base: string; readonly home: string },
): string {
  if (path === '~') return home;
  return path.startsWith('~/') ? join(home, path.slice(2)) : resolve(base, path);
}

// A relative XDG folder is to be ignored, says the XDG base directory specification.
function baseFolder(named: string | undefined, home: string, fallback: string): string {
  return named && isAbsolute(named) ? named : join(home, fallback);
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
