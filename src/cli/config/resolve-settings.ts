import { dirname } from 'node:path';
import { type Message, message } from '../../model/core/message.ts';
import { nearestWord } from '../../tools/words.ts';
import { type CliError, didYouMean, usageError } from '../core/errors.ts';
import { isFrom, NOT_SET, type Source } from '../core/setting-source.ts';
import { type ConfigFiles, findOpenAccess, readConfigFiles } from './config-file.ts';
import { absolutePath, defaultDataDir, type Surroundings } from './config-paths.ts';
import { type Config, isSameServer, type Profile, parseServerAddress } from './config-schema.ts';
import {
  environmentNames,
  parseSetting,
  type SettingName,
  type SettingValue,
  settingDefinitions,
  settingNames,
} from './setting-definitions.ts';

/** A value and where it came from. */
export interface ResolvedSetting {
  readonly value: SettingValue | undefined;
  readonly source: Source;
}

/** Every setting with its source; the key may still lie in a file or behind a command. */
export interface ResolvedSettings {
  readonly profile: ChosenProfile;
  readonly settings: Readonly<Record<SettingName, ResolvedSetting>>;
  readonly files: ConfigFiles;
  /** What is not wrong enough to stop, but should be known. */
  readonly warnings: readonly Message[];
}

const BUILT_IN: Source = message('source.builtIn');
const PREFIX = 'FARMCTL_';
export const keyWays: readonly SettingName[] = ['key', 'keyFile', 'keyCommand'];
/** Pins are not among them: what somebody pinned is to hold, or to fail. */
const homebound: readonly SettingName[] = [...keyWays, 'cameraToken', 'cameraIntegration', 'farm'];

/**
 * Decides every setting: flag before environment, project file, profile, defaults, built-in value.
 * Throws a usage error for a broken file, a value that is not allowed and a profile that is not there.
 */
export async function resolveSettings(input: SettingsInput): Promise<ResolvedSettings> {
  const files = await readConfigFiles(input);
  const profile = chooseProfile(input, files);
  requireProfile(profile, files.config);
  return resolveInProfile(input, files, profile);
}

/** Decides every setting in a profile, which needs not be there yet. */
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

/** What decides the language alone: a value of another variable may be what is wrong. */
const LANGUAGE_PLACES = ['FARMCTL_CONFIG', 'FARMCTL_LANG', 'FARMCTL_PROFILE', 'XDG_CONFIG_HOME'];

/**
 * The language that is set, read without the other settings, so that a command which fails over one
 * of them can say so in it; undefined where none is, or nothing can be read.
 */
export async function readLanguage(input: SettingsInput): Promise<string | undefined> {
  const named = LANGUAGE_PLACES.map((name) => [name, input.environment[name]]);
  const environment = Object.fromEntries(named);
  try {
    const files = await readConfigFiles({ ...input, environment });
    const chosen = chooseProfile({ ...input, environment }, files).value;
    // A profile that does not exist is refused in the language of the one that would be used.
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

/** The places that count for a setting, where another setting narrows them. */
function layersFor(name: SettingName, layers: readonly SettingLayer[]): readonly SettingLayer[] {
  if (keyWays.includes(name)) {
    const strongest = layers.find(({ values }) => keyWays.some((way) => values[way] !== undefined));
    return strongest ? [strongest] : [];
  }
  if (name !== 'farm') return layers;
  // Pins would not hold if a weaker place could name a farm outside them.
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
 * A secret of a profile goes to the server of that profile only, whatever else names a server; its
 * farm and its camera connection are of that server too, and mean nothing to another one.
 */
function restrictToProfile(
  settings: ResolvedSettings['settings'],
  profile: string,
  stored: Profile,
): ResolvedSettings['settings'] {
  const { value: server } = settings.server;
  const home = stored.server && parseServerAddress(stored.server);
  if (!home || typeof server !== 'string' || isSameServer(home, server)) return settings;
  const withheld = homebound.filter((name) => isFrom(settings[name].source, 'profile'));
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

/** Only what is close to a name that is read: other programs may use the prefix too. */
function warnOfNames(environment: SettingsInput['environment']): readonly Message[] {
  const known = environmentNames
    .filter(({ name }) => name.startsWith(PREFIX))
    .map(({ name }) => name.slice(PREFIX.length));
  return Object.keys(environment).flatMap((name) => {
    const rest = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
    const near = known.includes(rest) ? undefined : nearestWord(rest, known);
    if (near === undefined) return [];
    return [message('note.unknownVariable', { name, near: PREFIX + near })];
  });
}

/** The profile that is used when nothing names another; it needs not be in the file. */
const DEFAULT_PROFILE = 'default';

/** Which profile is used, and what named it. */
export interface ChosenProfile {
  readonly value: string;
  readonly source: Source;
}

/** The profile that flag, environment, project file or configuration name, in this order. */
export function chooseProfile(
  { flags, environment }: Pick<SettingsInput, 'flags' | 'environment'>,
  files: ConfigFiles,
): ChosenProfile {
  const named: readonly (readonly [string | undefined, Source])[] = [
    [flags.profile, message('source.flag', { name: '--profile' })],
    [
      environment['FARMCTL_PROFILE'] || undefined,
      message('source.environment', { name: 'FARMCTL_PROFILE' }),
    ],
    [files.project.profile, projectSource(files)],
    [files.config.currentProfile, message('source.current', { path: files.path })],
  ];
  for (const [value, source] of named) if (value !== undefined) return { value, source };
  return { value: DEFAULT_PROFILE, source: BUILT_IN };
}

/** Throws a usage error when there is no profile of that name, with the nearest one there is. */
export function requireProfile({ value, source }: ChosenProfile, config: Config): void {
  if (value === DEFAULT_PROFILE || config.profiles?.[value]) return;
  throw unknownProfile(value, config, source);
}

/** The error of a profile that is not there, with the nearest one there is. */
export function unknownProfile(name: string, config: Config, from?: Source): CliError {
  const near = nearestWord(name, Object.keys(config.profiles ?? {}));
  const suggestion = near === undefined ? undefined : JSON.stringify(near);
  const found = from
    ? message('cli.noProfileOf', { name, source: from })
    : message('cli.noProfile', { name });
  return usageError([found, ...didYouMean(suggestion)], {
    hint: message('hint.list', { command: 'farmctl profile list' }),
  });
}

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
  readonly sourceOf: (name: SettingName) => Source;
  /** Folder that relative paths are taken from. */
  readonly base: string;
}

/** All places that set values, the strongest first. */
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

/** The source of what a profile of the configuration holds. */
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
