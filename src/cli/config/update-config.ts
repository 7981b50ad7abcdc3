import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { message } from '../../model/core/message.ts';
import { usageError } from '../core/errors.ts';
import { configError, fileError, readConfig } from './config-file.ts';
import { configPath, type ProcessEnvironment } from './config-paths.ts';
import { type Config, configSchema } from './config-schema.ts';
import { describeIssues } from './setting-definitions.ts';

/**
 * Updates the user's configuration file under an interprocess lock and returns the new contents.
 * The file is replaced atomically and is readable by the user only. Throws without writing when the
 * file is invalid or the change would make it invalid.
 */
export async function updateConfig(
  environment: ProcessEnvironment,
  change: (config: Config) => Config,
): Promise<Config> {
  const path = configPath(environment);
  try {
    await prepareFolder(path, environment);
    return await withFileLock(`${path}.lock`, async () => {
      const next = check(path, change((await readConfig(path)) ?? {}));
      await write(path, next);
      return next;
    });
  } catch (error) {
    const isOfSystem = error instanceof Error && 'syscall' in error;
    throw isOfSystem ? fileError(path, 'written', error) : error;
  }
}

/** Creates the parent directory of a user file, accessible to the user only. */
export async function prepareFolder(
  path: string,
  { environment }: ProcessEnvironment,
): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A directory that the user specified may be shared on purpose.
  if (!environment['FARMCTL_CONFIG']) await chmod(folder, 0o700);
}

function check(path: string, config: Config): Config {
  const checked = configSchema.safeParse(config, { reportInput: true });
  if (checked.success) return checked.data;
  const issues = describeIssues(checked.error.issues, 'config');
  throw configError(issues.map(({ message }) => ({ path, message })));
}

async function write(path: string, config: Config): Promise<void> {
  const { default: Conf } = await import('conf');
  const extension = extname(path);
  const file = new Conf<Record<string, unknown>>({
    cwd: dirname(path),
    configName: basename(path, extension),
    fileExtension: extension.slice(1),
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    serialize: (value) => `${JSON.stringify(value, undefined, 2)}\n`,
    deserialize: (text) => JSON.parse(text.replace(/^\uFEFF/, '')),
  });
  file.store = { ...config };
}

const PAUSE_MILLIS = 25;
// A write takes milliseconds; the holder of a lock this old was killed.
const ABANDONED_MILLIS = 10_000;
const WAIT_MILLIS = 15_000;

/**
 * Runs the work while holding an interprocess lock file. A lock left by a killed process is taken
 * over; throws when the lock does not become free in time.
 */
export async function withFileLock<T>(
  lockPath: string,
  work: () => Promise<T>,
  waitMillis: number = WAIT_MILLIS,
): Promise<T> {
  const token = randomUUID();
  await acquire(lockPath, token, Date.now() + waitMillis);
  try {
    return await work();
  } finally {
    await release(lockPath, token);
  }
}

async function acquire(lockPath: string, token: string, deadline: number): Promise<void> {
  while (!(await createExclusively(lockPath, token))) {
    if (await isAbandoned(lockPath)) await removeAbandoned(lockPath, token);
    if (Date.now() > deadline) {
      throw usageError(message('fault.lockHeld', { lockPath }), {
        hint: message('hint.waitOrDeleteLock'),
      });
    }
    await sleep(PAUSE_MILLIS * (0.5 + Math.random()));
  }
}

// A process that was suspended until its lock was taken over must not remove the new lock.
async function release(lockPath: string, token: string): Promise<void> {
  const lockText = await readFile(lockPath, 'utf8').catch(() => undefined);
  if (lockText === token) await unlink(lockPath).catch(() => undefined);
}

async function createExclusively(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(lockPath: string): Promise<boolean> {
  const lock = await stat(lockPath).catch(() => undefined);
  return lock !== undefined && Date.now() - lock.mtimeMs > ABANDONED_MILLIS;
}

// Two waiters must not both remove the lock: the second would remove the one the first created.
async function removeAbandoned(lockPath: string, token: string): Promise<void> {
  const takeoverPath = `${lockPath}.takeover`;
  if (!(await createExclusively(takeoverPath, token))) return;
  try {
    if (await isAbandoned(lockPath)) await unlink(lockPath);
  } finally {
    await unlink(takeoverPath).catch(() => undefined);
  }
}
