import { dirname } from 'node:path';
import type { ConfigFiles } from './config-files.ts';
import { defaultDataDir, type Surroundings } from './config-paths.ts';
import { parseSetting, type SettingValue } from './parse-setting.ts';
import { type SettingName, settingDefinitions, settingNames } from './setting-definitions.ts';

/** Settings that are never taken from an argument. */
type SecretWay = 'key' | 'keyFile' | 'keyCommand' | 'cameraToken' | 'farms';

/** Settings as they were typed on the command line, by the name of the setting. */
export type SettingFlags = {
  readonly [Name in Exclude<SettingName, SecretWay>]?: string | undefined;
} & {
  readonly profile?: string | undefined;
  readonly verbose?: boolean | undefined;
  readonly debugHttp?: boolean | undefined;
};

/** Everything the settings depend on. */
export interface SettingsInput extends Surroundings {
  readonly flags: SettingFlags;
}

/** One place that sets values. */
export interface SettingLayer {
  readonly values: { readonly [Name in SettingName]?: SettingValue | undefined };
  /** The place as people know it: `environment FARMCTL_SERVER`, `profile north in /…`. */
  readonly sourceOf: (name: SettingName) => string;
  /** Folder that relative paths are taken from. */
  readonly base: string;
}

/** All places that set values, the strongest first. */
export function settingLayers(
  input: SettingsInput,
  files: ConfigFiles,
  profile: string,
): readonly SettingLayer[] {
  const { profile: _chosen, ...project } = files.project;
  const folder = dirname(files.path);
  return [
    flagLayer(input),
    environmentLayer(input),
    layer(project, `project file ${files.projectPath}`, dirname(files.projectPath ?? input.cwd)),
    layer(files.config.profiles?.[profile] ?? {}, `profile ${profile} in ${files.path}`, folder),
    layer(files.config.defaults ?? {}, `defaults in ${files.path}`, folder),
    layer(fallbackValues(input), 'default', input.cwd),
  ];
}

function layer(values: SettingLayer['values'], source: string, base: string): SettingLayer {
  return { values, sourceOf: () => source, base };
}

function flagLayer({ flags, cwd }: SettingsInput): SettingLayer {
  const typed: Readonly<Record<string, unknown>> = flags;
  return {
    values: collectValues((name) => {
      const text = typed[name];
      return typeof text === 'string' ? { text, place: flagOf(name) } : undefined;
    }),
    sourceOf: (name) => `flag ${flagOf(name)}`,
    base: cwd,
  };
}

function environmentLayer({ environment, cwd }: SettingsInput): SettingLayer {
  return {
    values: collectValues((name) => {
      const place = settingDefinitions[name].environment;
      const text = place && environment[place];
      return text ? { text, place } : undefined;
    }),
    sourceOf: (name) => `environment ${settingDefinitions[name].environment}`,
    base: cwd,
  };
}

function collectValues(
  find: (name: SettingName) => { readonly text: string; readonly place: string } | undefined,
): SettingLayer['values'] {
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const found = find(name);
      return found ? [[name, parseSetting(name, found.text, found.place)]] : [];
    }),
  );
}

function fallbackValues(surroundings: Surroundings): SettingLayer['values'] {
  const fixed = settingNames.map((name) => [name, settingDefinitions[name].fallback]);
  return { ...Object.fromEntries(fixed), dataDir: defaultDataDir(surroundings) };
}

function flagOf(name: SettingName): string {
  return settingDefinitions[name].flag ?? `--${name}`;
}
