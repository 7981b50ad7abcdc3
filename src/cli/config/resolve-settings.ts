import { dirname } from 'node:path';
import { type Message, message } from '../../model/core/message.ts';
import { nearestWord } from '../../tools/words.ts';
import { type CliError, didYouMean, usageError } from '../core/errors.ts';
import { isFrom, NOT_SET, type Source } from '../core/setting-source.ts';
import { type ConfigFiles, findOpenAccess, readConfigFiles } from './config-file.ts';
import { absolutePath, defaultDataDir, type ProcessEnvironment } from './config-paths.ts';
import { type Config, isSameServer, type Profile, parseServerAddress } from './config-schema.ts';
import {
  environmentNames,
  parseSetting,
  type SettingName,
  type SettingValue,
  settingDefinitions,
  settingNames,
} from './setting-definitions.ts';

/** A value and its source. */
export interface ResolvedSetting {
  readonly value: SettingValue | undefined;
  readonly source: Source;
}

/** Every setting with its source; the key may still have to be read from a file or a command. */
export interface ResolvedSettings {
  readonly profile: ChosenProfile;
  readonly settings: Readonly<Record<SettingName, ResolvedSetting>>;
  readonly files: ConfigFiles;
  /** Problems that do not stop the command but should be reported. */
  readonly warnings: readonly Message[];
}

const BUILT_IN: Source = message('source.builtIn');
const PREFIX = 'FARMCTL_';
export const keyWays: readonly SettingName[] = ['key', 'keyFile', 'keyCommand'];
/** Pinned farms are excluded: a pin must either apply or fail. */
const userOnly: readonly SettingName[] = [...keyWays, 'cameraToken', 'cameraIntegration', 'farm'];

/**
 * Resolves every setting in this order: flag, environment, project file, profile, defaults,
 * built-in value. Throws a usage error for an invalid file, an invalid value or an unknown profile.
 */
export async function resolveSettings(input: SettingsInput): Promise<ResolvedSettings> {
  const files = await readConfigFiles(input);
  const profile = chooseProfile(input, files);
  requireProfile(profile, files.config);
  return resolveInProfile(input, files, profile);
}

/** Resolves every setting in a profile, which need not exist yet. */
export async function resolveInProfile(
  input: SettingsInput,
  files: ConfigFiles,
  profile: ChosenProfile,
): Promise<ResolvedSettings> {
  const settings = decide(settingLayers(input, files, profile.value), input.home);
  const stored = files.config.profiles?.[profile.value] ?? {};
  return {
    profile,
    settings: restrictToProfile(settings, profile.value, stored),
    files,
    warnings: [...(await warnOfAccess(files)), ...warnOfNames(input.environment)],
  };
}

/** The only variables that determine the language: another variable may have the invalid value. */
const LANGUAGE_PLACES = ['FARMCTL_CONFIG', 'FARMCTL_LANG', 'FARMCTL_PROFILE', 'XDG_CONFIG_HOME'];

/**
 * The configured language, read without the other settings, so that a command that fails on one of
 * them can report it in this language; undefined when no language is set or it cannot be read.
 */
export async function readLanguage(input: SettingsInput): Promise<string | undefined> {
  const environmentLanguages = LANGUAGE_PLACES.map((name) => [name, input.environment[name]]);
  const environment = Object.fromEntries(environmentLanguages);
  try {
    const files = await readConfigFiles({ ...input, environment });
    const chosen = chooseProfile({ ...input, environment }, files).value;
    // An unknown profile is reported in the language of the profile that would otherwise be used.
    const profile = files.config.profiles?.[chosen]
      ? chosen
      : (files.config.currentProfile ?? DEFAULT_PROFILE);
    const { value } = decide(
      settingLayers({ ...input, environment }, files, profile),
      input.home,
    ).lang;
    return typeof value === 'string' ? value : undefined;
  } catch {
    return environment['FARMCTL_LANG'];
  }
}

function decide(layers: readonly SettingLayer[], home: string): ResolvedSettings['settings'] {
  const decided = settingNames.map(
    (name) => [name, decideOne(name, layersFor(name, layers), home)] as const,
  );
  const settings = Object.fromEntries(decided) as Record<SettingName, ResolvedSetting>;
  return { ...settings, farm: farmOrOnlyPin(settings.farm, settings.farms) };
}

/** The layers that apply to a setting, where another setting restricts them. */
function layersFor(name: SettingName, layers: readonly SettingLayer[]): readonly SettingLayer[] {
  if (keyWays.includes(name)) {
    const strongest = layers.find(({ values }) =>
      keyWays.some((name) => values[name] !== undefined),
    );
    return strongest ? [strongest] : [];
  }
  if (name !== 'farm') return layers;
  // Pins would have no effect if a layer of lower precedence could select a farm outside them.
  const pinned = layers.findIndex(({ values }) => values.farms !== undefined);
  return pinned === -1 ? layers : layers.slice(0, pinned + 1);
}

function decideOne(
  name: SettingName,
  layers: readonly SettingLayer[],
  home: string,
): ResolvedSetting {
  const layer = layers.find(({ values }) => values[name] !== undefined);
  const value = layer?.values[name];
  if (!layer || value === undefined) return { value: undefined, source: NOT_SET };
  return {
    value: normalise(name, value, { base: layer.base, home }),
    source: layer.sourceOf(name),
  };
}

function normalise(
  name: SettingName,
  value: SettingValue,
  folders: { readonly base: string; readonly home: string },
): SettingValue {
  if (typeof value !== 'string') return value;
  if (name === 'server') return parseServerAddress(value) ?? value;
  return name === 'dataDir' || name === 'keyFile' ? absolutePath(value, folders) : value;
}

function farmOrOnlyPin(farm: ResolvedSetting, pins: ResolvedSetting): ResolvedSetting {
  const [only, ...others] = Array.isArray(pins.value) ? pins.value : [];
  if (farm.value !== undefined || only === undefined || others.length > 0) return farm;
  return { value: only, source: message('source.onlyFarm', { source: pins.source }) };
}

/**
 * A secret in a profile is sent only to the server of that profile, even if another layer names a
 * different server. The profile's farm and camera connection also belong to that server and are
 * invalid on another.
 */
function restrictToProfile(
  settings: ResolvedSettings['settings'],
  profile: string,
  stored: Profile,
): ResolvedSettings['settings'] {
  const { value: server } = settings.server;
  const home = stored.server && parseServerAddress(stored.server);
  if (!home || typeof server !== 'string' || isSameServer(home, server)) return settings;
  const withheld = userOnly.filter((name) => isFrom(settings[name].source, 'profile'));
  const source = message('source.withheld', { profile, server: home });
  const emptied = withheld.map((name) => [name, { value: undefined, source }]);
  return { ...settings, ...Object.fromEntries(emptied) };
}

async function warnOfAccess({ path, config }: ConfigFiles): Promise<readonly Message[]> {
  const hasSecret = Object.values(config.profiles ?? {}).some(
    ({ key, keyCommand, cameraToken }) => key ?? keyCommand ?? cameraToken,
  );
  const warning = hasSecret ? await findOpenAccess(path) : undefined;
  return warning === undefined ? [] : [warning];
}

/** Warns only about close matches of known names: other programs may use the prefix too. */
function warnOfNames(environment: SettingsInput['environment']): readonly Message[] {
  const knownNames = environmentNames
    .filter(({ name }) => name.startsWith(PREFIX))
    .map(({ name }) => name.slice(PREFIX.length));
  return Object.keys(environment).flatMap((name) => {
    const suffix = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
    const suggestion = knownNames.includes(suffix) ? undefined : nearestWord(suffix, knownNames);
    if (suggestion === undefined) return [];
    return [message('note.unknownVariable', { name, near: PREFIX + suggestion })];
  });
}

/** The profile used when none is named; it need not exist in the file. */
const DEFAULT_PROFILE = 'default';

/** The selected profile and the source that named it. */
export interface ChosenProfile {
  readonly value: string;
  readonly source: Source;
}

/** The profile named by the flag, environment, project file or configuration, in this order. */
export function chooseProfile(
  { flags, environment }: Pick<SettingsInput, 'flags' | 'environment'>,
  files: ConfigFiles,
): ChosenProfile {
  const candidates: readonly (readonly [string | undefined, Source])[] = [
    [flags.profile, message('source.flag', { name: '--profile' })],
    [
      environment['FARMCTL_PROFILE'] || undefined,
      message('source.environment', { name: 'FARMCTL_PROFILE' }),
    ],
    [files.project.profile, projectSource(files)],
    [files.config.currentProfile, message('source.current', { path: files.path })],
  ];
  for (const [value, source] of candidates) if (value !== undefined) return { value, source };
  return { value: DEFAULT_PROFILE, source: BUILT_IN };
}

/**
 * Throws a usage error that suggests the nearest existing profile when the profile does not exist.
 */
export function requireProfile({ value, source }: ChosenProfile, config: Config): void {
  if (value === DEFAULT_PROFILE || config.profiles?.[value]) return;
  throw unknownProfile(value, config, source);
}

/** The error for an unknown profile, with the nearest existing one. */
export function unknownProfile(name: string, config: Config, from?: Source): CliError {
  const nearest = nearestWord(name, Object.keys(config.profiles ?? {}));
  const suggestion = nearest === undefined ? undefined : JSON.stringify(nearest);
  const faultText = from
    ? message('cli.noProfileOf', { name, source: from })
    : message('cli.noProfile', { name });
  return usageError([faultText, ...didYouMean(suggestion)], {
    hint: message('hint.list', { command: 'farmctl profile list' }),
  });
}

/** Settings that are never taken from an argument. */
type SecretWay = 'key' | 'keyFile' | 'keyCommand' | 'cameraToken' | 'farms';

/** Settings from command-line flags, by setting name. */
export type SettingFlags = {
  readonly [Name in Exclude<SettingName, SecretWay>]?: string | undefined;
} & {
  readonly profile?: string | undefined;
  readonly verbose?: boolean | undefined;
  readonly debugHttp?: boolean | undefined;
};

/** Inputs for resolving settings. */
export interface SettingsInput extends ProcessEnvironment {
  readonly flags: SettingFlags;
}

/** One source of setting values. */
export interface SettingLayer {
  readonly values: { readonly [Name in SettingName]?: SettingValue | undefined };
  readonly sourceOf: (name: SettingName) => Source;
  /** Directory that relative paths are resolved against. */
  readonly base: string;
}

/** All sources of setting values, highest precedence first. */
function settingLayers(
  input: SettingsInput,
  files: ConfigFiles,
  profile: string,
): readonly SettingLayer[] {
  const { profile: _chosen, ...project } = files.project;
  const folder = dirname(files.path);
  return [
    flagLayer(input),
    environmentLayer(input),
    layer(project, projectSource(files), dirname(files.projectPath ?? input.cwd)),
    layer(files.config.profiles?.[profile] ?? {}, profileSource(profile, files), folder),
    layer(files.config.defaults ?? {}, message('source.defaults', { path: files.path }), folder),
    layer(fallbackValues(input), BUILT_IN, input.cwd),
  ];
}

function projectSource({ projectPath = '' }: Pick<ConfigFiles, 'projectPath'>): Source {
  return message('source.project', { path: projectPath });
}

/** The source of values in a profile of the configuration. */
export function profileSource(profile: string, { path }: Pick<ConfigFiles, 'path'>): Source {
  return message('source.profile', { profile, path });
}

function layer(values: SettingLayer['values'], source: Source, base: string): SettingLayer {
  return { values, sourceOf: () => source, base };
}

function flagLayer({ flags, cwd }: SettingsInput): SettingLayer {
  const typed: Readonly<Record<string, unknown>> = flags;
  return {
    values: collectValues((name) => {
      const text = typed[name];
      return typeof text === 'string' ? { text, place: flagOf(name) } : undefined;
    }),
    sourceOf: (name) => message('source.flag', { name: flagOf(name) }),
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
    sourceOf: (name) =>
      message('source.environment', { name: settingDefinitions[name].environment ?? '' }),
    base: cwd,
  };
}

function collectValues(
  find: (name: SettingName) => { readonly text: string; readonly place: string } | undefined,
): SettingLayer['values'] {
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const resolved = find(name);
      return resolved ? [[name, parseSetting(name, resolved.text, resolved.place)]] : [];
    }),
  );
}

function fallbackValues(processEnvironment: ProcessEnvironment): SettingLayer['values'] {
  const fixed = settingNames.map((name) => [name, settingDefinitions[name].fallback]);
  return { ...Object.fromEntries(fixed), dataDir: defaultDataDir(processEnvironment) };
}

function flagOf(name: SettingName): string {
  return settingDefinitions[name].flag ?? `--${name}`;
}
