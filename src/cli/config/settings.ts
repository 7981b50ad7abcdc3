import { readFile } from 'node:fs/promises';
import { type Message, message } from '../../model/core/message.ts';
import { messageOf } from '../../tools/unknown-values.ts';
import { usageError } from '../core/errors.ts';
import type { Source, Sources } from '../core/setting-source.ts';
import { parseDuration } from '../core/time.ts';
import type { OutputFormat } from '../output/output.ts';
import { findOpenAccess } from './config-file.ts';
import { settingShapes } from './config-schema.ts';
import { type ResolvedSettings, resolveSettings, type SettingsInput } from './resolve-settings.ts';
import { type SettingName, settingNames } from './setting-definitions.ts';

/** What a command works with, decided once. */
export interface Settings {
  readonly profile: string;
  /** Address of the server without a trailing slash, or `embedded`. */
  readonly server: string;
  readonly dataDir: string;
  /** A PostgreSQL database that an embedded service opens in place of that folder: see `init`. */
  readonly databaseUrl?: string;
  readonly key?: string;
  readonly cameraToken?: string;
  /** Id of the camera connection that detections are pushed to. */
  readonly cameraIntegration?: string;
  /** The farm meant where none is named: id or name. */
  readonly farm?: string;
  /** The farms worked with, ids or names; empty: all that the key sees. */
  readonly farms: readonly string[];
  readonly output?: OutputFormat;
  readonly lang?: string;
  readonly color?: 'auto' | 'always' | 'never';
  readonly timeoutMs: number;
  readonly maxWaitMs: number;
  readonly verbose: boolean;
  readonly debugHttp: boolean;
  /** Setting -> where it came from, e.g. environment FARMCTL_SERVER. */
  readonly sources: Sources;
  /** What is not wrong enough to stop, but should be known. */
  readonly warnings: readonly Message[];
}

/** Decides all settings and fetches the key; throws usage errors that say where and what to do. */
export async function loadSettings(input: SettingsInput): Promise<Settings> {
  const resolved = await resolveSettings(input);
  return toSettings(resolved, input, await loadKey(resolved.settings, input.environment));
}

/** The settings as commands use them, with the key that was fetched, if any. */
export function toSettings(
  resolved: ResolvedSettings,
  { flags }: Pick<SettingsInput, 'flags'>,
  loaded: LoadedKey | undefined,
): Settings {
  return {
    profile: resolved.profile.value,
    ...definedSettings(resolved),
    ...(loaded === undefined ? {} : { key: loaded.key }),
    verbose: flags.verbose ?? false,
    debugHttp: flags.debugHttp ?? false,
    sources: {
      profile: resolved.profile.source,
      ...sourcesOf(resolved),
      ...(loaded === undefined ? {} : { key: loaded.source }),
    },
    warnings: [...resolved.warnings, ...(loaded?.warnings ?? [])],
  };
}

function definedSettings({ settings }: ResolvedSettings) {
  const texts: { readonly [Name in SettingName]?: string } = Object.fromEntries(
    settingNames.flatMap((name) => {
      const { value } = settings[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  const { key: _key, keyFile: _file, keyCommand: _command, timeout, maxWait, ...rest } = texts;
  return {
    ...(rest as Pick<
      Settings,
      'farm' | 'output' | 'lang' | 'color' | 'cameraToken' | 'cameraIntegration'
    >),
    server: texts.server ?? '',
    dataDir: texts.dataDir ?? '',
    farms: Array.isArray(settings.farms.value) ? settings.farms.value : [],
    timeoutMs: parseDuration(timeout ?? '') ?? 0,
    maxWaitMs: parseDuration(maxWait ?? '') ?? 0,
  };
}

function sourcesOf({ settings }: ResolvedSettings): Sources {
  return Object.fromEntries(settingNames.map((name) => [name, settings[name].source]));
}

const COMMAND_MILLIS = 60_000;
const MOST_BYTES = 64 * 1024;

/** A secret that was fetched, with where it came from. */
export interface LoadedKey {
  readonly key: string;
  readonly source: Source;
  readonly warnings: readonly Message[];
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
  const source = message('source.command', { source: keyCommand.source });
  return {
    key: takeKey(printed, message('fault.outputNotAKey', { source: keyCommand.source })),
    source,
    warnings: [],
  };
}

/** The secret on the first line of a file; throws a usage error when there is none. */
export async function readKeyFile(path: string, source: Source): Promise<LoadedKey> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw usageError(message('fault.keyFileNotRead', { source, error: messageOf(error) }));
  });
  const access = await findOpenAccess(path);
  return {
    key: takeKey(text, message('fault.firstLineNotAKey', { place: path })),
    source: message('source.file', { path, source }),
    warnings: access === undefined ? [] : [access],
  };
}

function takeKey(text: string, fault: Message): string {
  const [line = ''] = text.replace(/^\uFEFF/, '').split('\n');
  const checked = settingShapes.key.safeParse(line.trim());
  if (checked.success) return checked.data;
  throw usageError(fault);
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
    child.on('error', (error) =>
      reject(usageError(message('fault.keyCommandNotRun', { message: error.message }))),
    );
    child.on('close', (code, signal) => {
      if (code === 0) resolve(printed);
      else
        reject(
          usageError(message('fault.keyCommandFailed', { signal: signal ?? `status ${code}` })),
        );
    });
  });
}
