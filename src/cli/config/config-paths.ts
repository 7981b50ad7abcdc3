import { access } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** Name of the project file, searched for in the working directory and its parents. */
const PROJECT_FILE = '.farmctl.json';

const MAX_FOLDERS_UP = 64;

/** Inputs that determine file locations. */
export interface ProcessEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the working directory. */
  readonly cwd: string;
  /** Absolute path of the user's home directory. */
  readonly home: string;
}

/** Path of the user's configuration file, whether or not it exists. */
export function configPath({ environment, cwd, home }: ProcessEnvironment): string {
  const configFile = environment['FARMCTL_CONFIG'];
  if (configFile) return absolutePath(configFile, { base: cwd, home });
  return join(
    baseFolder(environment['XDG_CONFIG_HOME'], home, '.config'),
    'farmctl',
    'config.json',
  );
}

/** Default directory of the local database. */
export function defaultDataDir({ environment, home }: ProcessEnvironment): string {
  return join(baseFolder(environment['XDG_DATA_HOME'], home, '.local/share'), 'farmctl');
}

/** Directory for state that persists between commands. */
export function stateDir({ environment, home }: ProcessEnvironment): string {
  return join(baseFolder(environment['XDG_STATE_HOME'], home, '.local/state'), 'farmctl');
}

/** The project file in the directory or its nearest parent; undefined when there is none. */
export async function findProjectFile(cwd: string): Promise<string | undefined> {
  let folder = cwd;
  for (let level = 0; level < MAX_FOLDERS_UP; level++) {
    const path = join(folder, PROJECT_FILE);
    if (await exists(path)) return path;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
  return undefined;
}

/** Resolves a path: `~/` is the home directory; relative paths are resolved against the base. */
export function absolutePath(
  path: string,
  { base, home }: { readonly base: string; readonly home: string },
): string {
  if (path === '~') return home;
  return path.startsWith('~/') ? join(home, path.slice(2)) : resolve(base, path);
}

// The XDG Base Directory specification requires relative paths to be ignored.
function baseFolder(configured: string | undefined, home: string, fallback: string): string {
  return configured && isAbsolute(configured) ? configured : join(home, fallback);
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
