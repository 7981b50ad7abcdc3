import { nearestWord } from '../../tools/nearest-word.ts';
import { type ChosenProfile, chooseProfile, requireProfile } from './choose-profile.ts';
import { type ConfigFiles, readConfigFiles } from './config-files.ts';
import { absolutePath } from './config-paths.ts';
import type { Profile } from './config-schema.ts';
import { environmentNames } from './environment-names.ts';
import type { SettingValue } from './parse-setting.ts';
import { findOpenAccess } from './read-config.ts';
import { isSameServer, parseServerAddress } from './server-address.ts';
import { type SettingName, settingNames } from './setting-definitions.ts';
import { type SettingLayer, type SettingsInput, settingLayers } from './setting-layers.ts';

/** A value and where it came from. */
export interface ResolvedSetting {
  readonly value: SettingValue | undefined;
  readonly source: string;
}

/** Every setting with its source; the key may still lie in a file or behind a command. */
export interface ResolvedSettings {
  readonly profile: ChosenProfile;
  readonly settings: Readonly<Record<SettingName, ResolvedSetting>>;
  readonly files: ConfigFiles;
  /** What is not wrong enough to stop, but should be known. */
  readonly warnings: readonly string[];
}

const NOT_SET = 'not set';
const PREFIX = 'FARMCTL_';
const keyWays: readonly SettingName[] = ['key', 'keyFile', 'keyCommand'];
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
    settings: keepHome(settings, profile.value, stored),
    files,
    warnings: [...(await warnOfAccess(files)), ...warnOfNames(input.environment)],
  };
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
  return { value: only, source: `the only one of farms, ${pins.source}` };
}

/**
 * A secret of a profile goes to the server of that profile only, whatever else names a server; its
 * farm and its camera connection are of that server too, and mean nothing to another one.
 */
function keepHome(
  settings: ResolvedSettings['settings'],
  profile: string,
  stored: Profile,
): ResolvedSettings['settings'] {
  const { value: server } = settings.server;
  const home = stored.server && parseServerAddress(stored.server);
  if (!home || typeof server !== 'string' || isSameServer(home, server)) return settings;
  const withheld = homebound.filter((name) =>
    settings[name].source.startsWith(`profile ${profile} in `),
  );
  const source = `withheld: that of profile ${profile} belongs to ${home}`;
  const emptied = withheld.map((name) => [name, { value: undefined, source }]);
  return { ...settings, ...Object.fromEntries(emptied) };
}

async function warnOfAccess({ path, config }: ConfigFiles): Promise<readonly string[]> {
  const hasSecret = Object.values(config.profiles ?? {}).some(
    ({ key, keyCommand, cameraToken }) => key ?? keyCommand ?? cameraToken,
  );
  const warning = hasSecret ? await findOpenAccess(path) : undefined;
  return warning === undefined ? [] : [warning];
}

/** Only what is close to a name that is read: other programs may use the prefix too. */
function warnOfNames(environment: SettingsInput['environment']): readonly string[] {
  const known = environmentNames
    .filter(({ name }) => name.startsWith(PREFIX))
    .map(({ name }) => name.slice(PREFIX.length));
  return Object.keys(environment).flatMap((name) => {
    const rest = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
    const near = known.includes(rest) ? undefined : nearestWord(rest, known);
    if (near === undefined) return [];
    return [`${name} is set, but farmctl reads no such variable; did you mean ${PREFIX}${near}?`];
  });
}
