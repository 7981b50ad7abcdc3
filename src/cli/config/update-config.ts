import { chmod, mkdir } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { configError, fileError } from './config-error.ts';
import { describeIssues } from './config-issues.ts';
import { configPath, type Surroundings } from './config-paths.ts';
import { type Config, configSchema } from './config-schema.ts';
import { withFileLock } from './file-lock.ts';
import { readConfig } from './read-config.ts';

/**
 * Changes the user's configuration file, alone among all processes, and returns what it now holds.
 * The file is replaced in one step, readable by the user only. Throws when the file is broken or
 * the change would break it; then nothing is written.
 */
export async function updateConfig(
  surroundings: Surroundings,
  change: (config: Config) => Config,
): Promise<Config> {
  const path = configPath(surroundings);
  try {
    await prepareFolder(path, surroundings);
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

/** Makes the folder of a file of the user's, for the user only. */
export async function prepareFolder(path: string, { environment }: Surroundings): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A folder the user named himself may be shared on purpose.
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
