import { readFile } from 'node:fs/promises';
import { usageError } from '../errors.ts';
import { settingShapes } from './config-schema.ts';
import { findOpenAccess } from './read-config.ts';
import type { ResolvedSettings } from './resolve-settings.ts';

const COMMAND_MILLIS = 60_000;
const MOST_BYTES = 64 * 1024;

/** A secret that was fetched, with where it came from. */
export interface LoadedKey {
  readonly key: string;
  readonly source: string;
  readonly warnings: readonly string[];
}

/**
 * The API key: as it is set, from the first line of a file, or as a command prints it.
 * Undefined when nothing gives one; throws a usage error when the file or command gives no key.
 */
export async function loadKey(
  settings: ResolvedSettings['settings'],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LoadedKey | undefined> {
  const { key, keyFile, keyCommand } = settings;
  if (typeof key.value === 'string') return { key: key.value, source: key.source, warnings: [] };
  if (typeof keyFile.value === 'string') return readKeyFile(keyFile.value, keyFile.source);
  if (typeof keyCommand.value !== 'string') return undefined;
  const printed = await runCommand(keyCommand.value, environment);
  const source = `command of ${keyCommand.source}`;
  return { key: takeKey(printed, `the command of ${keyCommand.source}`), source, warnings: [] };
}

/** The secret on the first line of a file; throws a usage error when there is none. */
export async function readKeyFile(path: string, source: string): Promise<LoadedKey> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw usageError(`the key file of ${source} cannot be read: ${messageOf(error)}`);
  });
  const access = await findOpenAccess(path);
  return {
    key: takeKey(text, path),
    source: `file ${path} (${source})`,
    warnings: access === undefined ? [] : [access],
  };
}

function takeKey(text: string, place: string): string {
  const [line = ''] = text.replace(/^\uFEFF/, '').split('\n');
  const checked = settingShapes.key.safeParse(line.trim());
  if (checked.success) return checked.data;
  throw usageError(`the first line of ${place} is not a key`);
}

/** Output of a command of the user's own configuration file. */
async function runCommand(
  command: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      // The input may be the body of the request; what the command says to people may pass.
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...environment },
      timeout: COMMAND_MILLIS,
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (printed.length < MOST_BYTES) printed += chunk;
    });
    child.on('error', (error) => reject(usageError(`keyCommand cannot run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(printed);
      else reject(usageError(`keyCommand ended with ${signal ?? `status ${code}`}`));
    });
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
