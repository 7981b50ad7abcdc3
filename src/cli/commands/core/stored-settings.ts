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

/** What the settings of the running command depend on. */
export function settingsInput({ io, flags }: Pick<CommandContext, 'io' | 'flags'>): SettingsInput {
  return { flags: flags(), environment: io.environment, cwd: io.cwd, home: io.home };
}

/**
 * The settings with their sources, for commands about the configuration itself.
 * The command behind `keyCommand` is not run: it may ask a person, or be what is broken.
 */
export async function inspectSettings(context: CommandContext): Promise<ResolvedSettings> {
  const resolved = await resolveSettings(settingsInput(context));
  // Once the context has settings it prints as they say; a key that cannot be had does not matter.
  if (resolved.settings.keyCommand.value === undefined) {
    await context.settings().catch(() => undefined);
  }
  return resolved;
}

/** Where `config set` and `config unset` change a setting. */
export type StoredPlace =
  | { readonly kind: 'defaults' }
  | { readonly kind: 'profile'; readonly name: string };
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
  throw usageError(message('fault.setPerProfile', { name }), {
    hint: message('hint.leaveOutAllProfiles'),
  });
}

// A key must not move to another server by a change of the address beside it.
function requireSameServer(name: string, stored: Profile, value: SettingValue): void {
  const { server, key, keyFile, keyCommand, cameraToken } = stored;
  const hasSecret = key ?? keyFile ?? keyCommand ?? cameraToken;
  if (!hasSecret || !server || typeof value !== 'string' || isSameServer(server, value)) return;
  throw usageError(message('fault.keyOfOtherServer', { name, server, value }), {
    hint: message('hint.logInWithOwnProfile', { value }),
  });
}

function omit<T extends object>(values: T, names: readonly string[]): T {
  const kept = Object.entries(values).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept) as T;
}

const SHOWN_END = 4;
const SHORTEST_WITH_END = 16;
const KIND = /^(fk_live_|cam_|whsec_)/;

/** What may be shown of a secret: its kind and last four characters, `fk_live_…x7Qz`. */
export function maskSecret(secret: string): string {
  const kind = KIND.exec(secret)?.[0] ?? '';
  const rest = secret.slice(kind.length);
  return `${kind}…${rest.length >= SHORTEST_WITH_END ? rest.slice(-SHOWN_END) : ''}`;
}
