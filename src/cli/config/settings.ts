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

/** The resolved settings of a command. */
export interface Settings {
  readonly profile: string;
  /** URL of the server without a trailing slash, or `embedded`. */
  readonly server: string;
  readonly dataDir: string;
  /** A PostgreSQL database that an embedded service opens instead of that directory: see `init`. */
  readonly databaseUrl?: string;
  readonly key?: string;
  readonly cameraToken?: string;
  /** ID of the camera connection that detections are pushed to. */
  readonly cameraIntegration?: string;
  /** Default farm: ID or name. */
  readonly farm?: string;
  /** Farms in scope, as IDs or names; empty: all farms that the key can access. */
  readonly farms: readonly string[];
  readonly output?: OutputFormat;
  readonly lang?: string;
  readonly color?: 'auto' | 'always' | 'never';
  readonly timeoutMs: number;
  readonly maxWaitMs: number;
  readonly verbose: boolean;
  readonly debugHttp: boolean;
  /** Source of each setting by name, e.g. environment FARMCTL_SERVER. */
  readonly sources: Sources;
  /** Problems that do not stop the command but should be reported. */
  readonly warnings: readonly Message[];
}

/** Resolves all settings and loads the key; throws usage errors with the location and a hint. */
export async function loadSettings(input: SettingsInput): Promise<Settings> {
  const resolved = await resolveSettings(input);
  return toSettings(resolved, input, await loadKey(resolved.settings, input.environment));
}

/** Converts resolved settings for commands, with the loaded key, if any. */
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

/** A loaded secret and its source. */
export interface LoadedKey {
  readonly key: string;
  readonly source: Source;
  readonly warnings: readonly Message[];
}

/**
 * Loads the API key: a literal value, the first line of a file, or the output of a command.
 * Undefined when none is configured; throws a usage error when the file or command yields no key.
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

/** The secret on the first line of a file; throws a usage error when it is empty. */
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

/** Output of a command from the user's own configuration file. */
async function runCommand(
  command: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      // stdin may be the request body, so it is not passed on; the command's stderr is shown to the
      // user.
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
