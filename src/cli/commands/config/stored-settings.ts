import { absolutePath } from '../../config/config-paths.ts';
import type { Config, Profile } from '../../config/config-schema.ts';
import type { SettingValue } from '../../config/parse-setting.ts';
import { isSameServer, parseServerAddress } from '../../config/server-address.ts';
import { type SettingName, settingDefinitions } from '../../config/setting-definitions.ts';
import { usageError } from '../../errors.ts';

/** Where `config set` and `config unset` change a setting. */
export type StoredPlace =
  | { readonly kind: 'defaults' }
  | { readonly kind: 'profile'; readonly name: string };

const keyWays: readonly SettingName[] = ['key', 'keyFile', 'keyCommand'];
const paths: readonly SettingName[] = ['dataDir', 'keyFile'];

/** The configuration with a setting stored; a key of a profile replaces its other ways to a key. */
export function withSetting(
  config: Config,
  place: StoredPlace,
  { name, value }: { readonly name: SettingName; readonly value: SettingValue },
): Config {
  if (place.kind === 'defaults') {
    requireDefault(name);
    return { ...config, defaults: { ...config.defaults, [name]: value } };
  }
  const stored = config.profiles?.[place.name] ?? {};
  if (name === 'server') requireSameServer(place.name, stored, value);
  const kept = keyWays.includes(name) ? omit(stored, keyWays) : stored;
  return withProfile(config, place.name, { ...kept, [name]: value });
}

/** The configuration without a stored setting; the same when it was not stored. */
export function withoutSetting(config: Config, place: StoredPlace, name: SettingName): Config {
  if (place.kind === 'defaults') {
    return config.defaults ? { ...config, defaults: omit(config.defaults, [name]) } : config;
  }
  const stored = config.profiles?.[place.name];
  return stored ? withProfile(config, place.name, omit(stored, [name])) : config;
}

/** What a place holds of a setting. */
export function storedSetting(
  config: Config,
  place: StoredPlace,
  name: SettingName,
): SettingValue | undefined {
  const values: Readonly<Record<string, SettingValue | undefined>> =
    (place.kind === 'defaults' ? config.defaults : config.profiles?.[place.name]) ?? {};
  return values[name];
}

/** The configuration with a profile in the place of the one of that name. */
export function withProfile(config: Config, name: string, profile: Profile): Config {
  return { ...config, profiles: { ...config.profiles, [name]: profile } };
}

/** The profile without its key, however it is given. */
export function withoutKey(profile: Profile): Profile {
  return omit(profile, keyWays);
}

/** The value as it is stored: a path typed here means the same wherever it is read. */
export function toStoredValue(
  name: SettingName,
  value: SettingValue,
  folders: { readonly cwd: string; readonly home: string },
): SettingValue {
  if (typeof value !== 'string') return value;
  if (name === 'server') return parseServerAddress(value) ?? value;
  if (!paths.includes(name)) return value;
  return absolutePath(value, { base: folders.cwd, home: folders.home });
}

function requireDefault(name: SettingName): void {
  if (settingDefinitions[name].places?.includes('defaults')) return;
  throw usageError(`${name} belongs to one profile`, { hint: 'Leave out --all-profiles' });
}

// A key must not move to another server by a change of the address beside it.
function requireSameServer(name: string, stored: Profile, value: SettingValue): void {
  const { server, key, keyFile, keyCommand, cameraToken } = stored;
  const hasSecret = key ?? keyFile ?? keyCommand ?? cameraToken;
  if (!hasSecret || !server || typeof value !== 'string' || isSameServer(server, value)) return;
  throw usageError(`profile ${name} holds a key of ${server}, which ${value} must not get`, {
    hint: `Log in there with a profile of its own: farmctl auth login --server ${value} --profile NAME`,
  });
}

function omit<T extends object>(values: T, names: readonly string[]): T {
  const kept = Object.entries(values).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept) as T;
}
