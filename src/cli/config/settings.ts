import type { OutputFormat } from '../output/output-format.ts';
import { parseDuration } from './duration.ts';
import { type LoadedKey, loadKey } from './load-key.ts';
import { type ResolvedSettings, resolveSettings } from './resolve-settings.ts';
import { type SettingName, settingNames } from './setting-definitions.ts';
import type { SettingsInput } from './setting-layers.ts';

/** What a command works with, decided once. */
export interface Settings {
  readonly profile: string;
  /** Address of the server without a trailing slash, or `embedded`. */
  readonly server: string;
  readonly dataDir: string;
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
  /** Setting -> where it came from, e.g. `environment FARMCTL_SERVER`. */
  readonly sources: Readonly<Record<string, string>>;
  /** What is not wrong enough to stop, but should be known. */
  readonly warnings: readonly string[];
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

function sourcesOf({ settings }: ResolvedSettings): Readonly<Record<string, string>> {
  return Object.fromEntries(settingNames.map((name) => [name, settings[name].source]));
}
