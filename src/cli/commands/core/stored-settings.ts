import { message } from '../../../model/core/message.ts';
import { absolutePath } from '../../config/config-paths.ts';
import {
  type Config,
  isSameServer,
  type Profile,
  parseServerAddress,
} from '../../config/config-schema.ts';
import {
  keyWays,
  type ResolvedSettings,
  resolveSettings,
  type SettingsInput,
} from '../../config/resolve-settings.ts';
import {
  type SettingName,
  type SettingValue,
  settingDefinitions,
} from '../../config/setting-definitions.ts';
import { usageError } from '../../core/errors.ts';
import type { CommandContext } from '../../session/context.ts';

/** Inputs for resolving the settings of the running command. */
export function settingsInput({ io, flags }: Pick<CommandContext, 'io' | 'flags'>): SettingsInput {
  return { flags: flags(), environment: io.environment, cwd: io.cwd, home: io.home };
}

/**
 * The settings with their sources, for commands about the configuration itself. `keyCommand` is not
 * run: it may prompt the user, or be the broken setting.
 */
export async function inspectSettings(context: CommandContext): Promise<ResolvedSettings> {
  const resolved = await resolveSettings(settingsInput(context));
  // Makes the context print in the configured format; a missing key is irrelevant.
  if (resolved.settings.keyCommand.value === undefined) {
    await context.settings().catch(() => undefined);
  }
  return resolved;
}

/** Where `config set` and `config unset` write a setting. */
export type StoredPlace =
  | { readonly kind: 'defaults' }
  | { readonly kind: 'profile'; readonly name: string };
const paths: readonly SettingName[] = ['dataDir', 'keyFile'];

/**
 * The configuration with a setting stored; a profile's key setting replaces its other key settings.
 */
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
  const remaining = keyWays.includes(name) ? omit(stored, keyWays) : stored;
  return withProfile(config, place.name, { ...remaining, [name]: value });
}

/** The configuration without a stored setting; unchanged if it was not set. */
export function withoutSetting(config: Config, place: StoredPlace, name: SettingName): Config {
  if (place.kind === 'defaults') {
    return config.defaults ? { ...config, defaults: omit(config.defaults, [name]) } : config;
  }
  const stored = config.profiles?.[place.name];
  return stored ? withProfile(config, place.name, omit(stored, [name])) : config;
}

/** The value of a setting in one place. */
export function storedSetting(
  config: Config,
  place: StoredPlace,
  name: SettingName,
): SettingValue | undefined {
  const values: Readonly<Record<string, SettingValue | undefined>> =
    (place.kind === 'defaults' ? config.defaults : config.profiles?.[place.name]) ?? {};
  return values[name];
}

/** The configuration with the profile added or replaced. */
export function withProfile(config: Config, name: string, profile: Profile): Config {
  return { ...config, profiles: { ...config.profiles, [name]: profile } };
}

/** The profile without any of its key settings. */
export function withoutKey(profile: Profile): Profile {
  return omit(profile, keyWays);
}

/** The stored form of the value: a path is made absolute, as it is read in other directories. */
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
  throw usageError(message('fault.setPerProfile', { name }), {
    hint: message('hint.leaveOutAllProfiles'),
  });
}

// Prevents a change of the address from sending an existing key to another server.
function requireSameServer(name: string, stored: Profile, value: SettingValue): void {
  const { server, key, keyFile, keyCommand, cameraToken } = stored;
  const hasSecret = key ?? keyFile ?? keyCommand ?? cameraToken;
  if (!hasSecret || !server || typeof value !== 'string' || isSameServer(server, value)) return;
  throw usageError(message('fault.keyOfOtherServer', { name, server, value }), {
    hint: message('hint.logInWithOwnProfile', { value }),
  });
}

function omit<T extends object>(values: T, names: readonly string[]): T {
  const remaining = Object.entries(values).filter(([name]) => !names.includes(name));
  return Object.fromEntries(remaining) as T;
}

const SHOWN_END = 4;
const SHORTEST_WITH_END = 16;
const KIND = /^(fk_live_|cam_|whsec_)/;

/** The displayed form of a secret: its kind and last four characters, `fk_live_…x7Qz`. */
export function maskSecret(secret: string): string {
  const kind = KIND.exec(secret)?.[0] ?? '';
  const encodedSecret = secret.slice(kind.length);
  return `${kind}…${encodedSecret.length >= SHORTEST_WITH_END ? encodedSecret.slice(-SHOWN_END) : ''}`;
}
