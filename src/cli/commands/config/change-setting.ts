import { parseSetting } from '../../config/parse-setting.ts';
import { resolveSettings } from '../../config/resolve-settings.ts';
import { type SettingName, settingDefinitions } from '../../config/setting-definitions.ts';
import { updateConfig } from '../../config/update-config.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { readFirstLine } from '../../read-first-line.ts';
import { settingsInput } from './command-settings.ts';
import { parseSettingName } from './setting-name.ts';
import { showSetting } from './setting-rows.ts';
import {
  type StoredPlace,
  storedSetting,
  toStoredValue,
  withoutSetting,
  withSetting,
} from './stored-settings.ts';

/** Flags of `config set` and `config unset`. */
export interface ChangeOptions {
  readonly allProfiles?: boolean;
  readonly stdin?: boolean;
}

/** `config set <setting> [value]`: stores a setting in the profile, or for all profiles. */
export async function runConfigSet(
  context: CommandContext,
  typed: { readonly setting: string; readonly value: string | undefined },
  options: ChangeOptions,
): Promise<void> {
  if (typed.setting === 'profile') throw useProfileInstead();
  const name = parseSettingName(typed.setting);
  const text = await takeText(context, { name, value: typed.value }, options);
  const { cwd, home } = context.io;
  const value = toStoredValue(name, parseSetting(name, text, name), { cwd, home });
  const place = await placeOf(context, options);
  const input = settingsInput(context);
  await updateConfig(input, (config) => withSetting(config, place, { name, value }));
  const shown = neutralise([showSetting(name, value)].flat().join(', '));
  await context.note(`${name} is ${shown} in ${describePlace(place)}`);
  await tellOfStronger(context, name, place);
}

/** `config unset <setting>`: removes a stored setting; that it was not stored is no error. */
export async function runConfigUnset(
  context: CommandContext,
  typed: string,
  options: ChangeOptions,
): Promise<void> {
  if (typed === 'profile') throw useProfileInstead();
  const name = parseSettingName(typed);
  const place = await placeOf(context, options);
  let wasStored = false;
  await updateConfig(settingsInput(context), (config) => {
    wasStored = storedSetting(config, place, name) !== undefined;
    return withoutSetting(config, place, name);
  });
  const outcome = wasStored ? 'is no longer set' : 'was not set';
  await context.note(`${name} ${outcome} in ${describePlace(place)}`);
  await tellOfStronger(context, name, place);
}

async function takeText(
  { io }: CommandContext,
  { name, value }: { readonly name: SettingName; readonly value: string | undefined },
  { stdin }: ChangeOptions,
): Promise<string> {
  if (stdin && value !== undefined) {
    throw usageError(`give the value of ${name} once: as an argument, or with --stdin`);
  }
  if (stdin) return readFirstLine(io.stdin);
  if (value === undefined) throw usageError(`the value of ${name} is missing`);
  if (!settingDefinitions[name].secret) return value;
  throw usageError(`${name} is not taken from an argument, which other users of the machine see`, {
    hint: `Send it on standard input: farmctl config set ${name} --stdin`,
  });
}

async function placeOf(
  context: CommandContext,
  { allProfiles }: ChangeOptions,
): Promise<StoredPlace> {
  if (allProfiles) return { kind: 'defaults' };
  const { profile } = await resolveSettings(settingsInput(context));
  return { kind: 'profile', name: profile.value };
}

/** A stored value that something stronger hides would puzzle whoever has just stored it. */
async function tellOfStronger(
  context: CommandContext,
  name: SettingName,
  place: StoredPlace,
): Promise<void> {
  const { settings } = await resolveSettings(settingsInput(context));
  const { value, source } = settings[name];
  const hides = /^(flag|environment|project file) /.test(source);
  const isProfileOverDefaults = place.kind === 'defaults' && source.startsWith('profile ');
  if (value === undefined || !(hides || isProfileOverDefaults)) return;
  await context.note(`${name} in force comes from ${source}, which stands over it`);
}

function describePlace(place: StoredPlace): string {
  return place.kind === 'defaults' ? 'all profiles' : `profile ${place.name}`;
}

function useProfileInstead() {
  return usageError('the profile in use is not a setting of a profile', {
    hint: 'Change it with: farmctl profile use NAME',
  });
}
