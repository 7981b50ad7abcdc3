import { maskSecret } from '../../config/mask-secret.ts';
import type { SettingValue } from '../../config/parse-setting.ts';
import type { ResolvedSettings } from '../../config/resolve-settings.ts';
import {
  type SettingName,
  settingDefinitions,
  settingNames,
} from '../../config/setting-definitions.ts';

/** A setting that a file holds. */
export interface StoredRow {
  readonly place: string;
  readonly setting: string;
  readonly value: SettingValue;
}

/** A setting as it is in force, with its source. */
export interface EffectiveRow {
  readonly setting: string;
  readonly value: SettingValue | null;
  readonly source: string;
}

/** The value as it may be shown: of a secret only its kind and end. */
export function showSetting(name: SettingName, value: SettingValue): SettingValue {
  return settingDefinitions[name].secret && typeof value === 'string' ? maskSecret(value) : value;
}

/** Every setting in force with its source, secrets masked; null where nothing sets one. */
export function effectiveRows({ profile, settings }: ResolvedSettings): readonly EffectiveRow[] {
  return [
    { setting: 'profile', value: profile.value, source: profile.source },
    ...settingNames.map((name) => {
      const { value, source } = settings[name];
      if (value !== undefined) return { setting: name, value: showSetting(name, value), source };
      return { setting: name, value: null, source: name === 'key' ? keySource(settings) : source };
    }),
  ];
}

// The command behind keyCommand may ask for a password; to explain must not run it.
function keySource({ key, keyFile, keyCommand }: ResolvedSettings['settings']): string {
  if (keyFile.value !== undefined) return 'first line of keyFile';
  return keyCommand.value === undefined ? key.source : 'printed by keyCommand';
}

/** Every setting that the files hold, secrets masked, by the place that holds it. */
export function storedRows({ files }: ResolvedSettings): readonly StoredRow[] {
  const { config, project } = files;
  const { profile, ...pinned } = project;
  return [
    ...textRows('configuration', { currentProfile: config.currentProfile }),
    ...settingRows('defaults', config.defaults ?? {}),
    ...Object.entries(config.profiles ?? {}).flatMap(([name, stored]) =>
      settingRows(`profile ${name}`, stored),
    ),
    ...textRows('project file', { profile }),
    ...settingRows('project file', pinned),
  ];
}

function textRows(
  place: string,
  values: Readonly<Record<string, string | undefined>>,
): readonly StoredRow[] {
  return Object.entries(values).flatMap(([setting, value]) =>
    value === undefined ? [] : [{ place, setting, value }],
  );
}

function settingRows(
  place: string,
  values: { readonly [Name in SettingName]?: SettingValue | undefined },
): readonly StoredRow[] {
  return settingNames.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [{ place, setting: name, value: showSetting(name, value) }];
  });
}
