import { languages, type Message, message } from '../../../model/core/message.ts';
import { nearestWord } from '../../../tools/words.ts';
import { type ResolvedSettings, resolveSettings } from '../../config/resolve-settings.ts';
import {
  parseSetting,
  type SettingName,
  type SettingValue,
  settingDefinitions,
  settingNames,
} from '../../config/setting-definitions.ts';
import { updateConfig } from '../../config/update-config.ts';
import { checkWord } from '../../core/command-line.ts';
import { didYouMean, usageError } from '../../core/errors.ts';
import { isFrom, type Source } from '../../core/setting-source.ts';
import { readFirstLine } from '../../input/read-input.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { knownLanguage } from '../../session/defaults.ts';
import {
  maskSecret,
  type StoredPlace,
  settingsInput,
  storedSetting,
  toStoredValue,
  withoutSetting,
  withSetting,
} from '../core/stored-settings.ts';

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
  if (typed.setting === 'profile') throw profileIsChosenElsewhere();
  const name = parseSettingName(typed.setting);
  const text = await takeText(context, { name, value: typed.value }, options);
  const { cwd, home } = context.io;
  if (name === 'lang' && !knownLanguage(text)) checkWord(name, text, languages);
  const value = toStoredValue(name, parseSetting(name, text, name), { cwd, home });
  const place = await settingPlace(context, options);
  const input = settingsInput(context);
  await updateConfig(input, (config) => withSetting(config, place, { name, value }));
  const valueText = neutralise([showSetting(name, value)].flat().join(', '));
  const params = { name, value: valueText, place: describePlace(place) };
  await context.report('done.setting', params);
  await reportOverride(context, name, place);
}

/** `config unset <setting>`: removes a stored setting; a missing setting is not an error. */
export async function runConfigUnset(
  context: CommandContext,
  typed: string,
  options: ChangeOptions,
): Promise<void> {
  if (typed === 'profile') throw profileIsChosenElsewhere();
  const name = parseSettingName(typed);
  const place = await settingPlace(context, options);
  let wasStored = false;
  await updateConfig(settingsInput(context), (config) => {
    wasStored = storedSetting(config, place, name) !== undefined;
    return withoutSetting(config, place, name);
  });
  const outcome = wasStored ? 'gone' : 'absent';
  const params = { name, place: describePlace(place) };
  await context.report(`done.unset.${outcome}`, params);
  await reportOverride(context, name, place);
}

async function takeText(
  { io }: CommandContext,
  { name, value }: { readonly name: SettingName; readonly value: string | undefined },
  { stdin }: ChangeOptions,
): Promise<string> {
  if (stdin && value !== undefined) {
    throw usageError(message('fault.valueGivenTwice', { name }));
  }
  if (stdin) return readFirstLine(io.stdin);
  if (value === undefined) throw usageError(message('fault.valueMissing', { name }));
  if (!settingDefinitions[name].secret) return value;
  throw usageError(message('fault.secretArgument', { name }), {
    hint: message('hint.valueOnInput', { name }),
  });
}

async function settingPlace(
  context: CommandContext,
  { allProfiles }: ChangeOptions,
): Promise<StoredPlace> {
  if (allProfiles) return { kind: 'defaults' };
  const { profile } = await resolveSettings(settingsInput(context));
  return { kind: 'profile', name: profile.value };
}

/** Warns that a source of higher precedence overrides the stored value. */
async function reportOverride(
  context: CommandContext,
  name: SettingName,
  place: StoredPlace,
): Promise<void> {
  const { settings } = await resolveSettings(settingsInput(context));
  const { value, source } = settings[name];
  const hides = isFrom(source, 'flag', 'environment', 'project');
  const isProfileOverDefaults = place.kind === 'defaults' && isFrom(source, 'profile');
  if (value === undefined || !(hides || isProfileOverDefaults)) return;
  await context.report('note.settingHidden', { name, source });
}

function describePlace(place: StoredPlace): Message {
  return place.kind === 'defaults'
    ? message('done.allProfiles')
    : message('done.profile', { name: place.name });
}

function profileIsChosenElsewhere() {
  return usageError(message('fault.profileNotASetting'), {
    hint: message('hint.changeProfile'),
  });
}

/** Parses a setting name, also in the spelling of flags: `max-wait`. Throws a usage error. */
export function parseSettingName(typed: string): SettingName {
  const camel = typed.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const settingName = settingNames.find((name) => name === camel);
  if (settingName) return settingName;
  const suggestion = nearestWord(camel, settingNames);
  throw usageError(
    [
      message('fault.notASetting', { typed }),
      ...didYouMean(suggestion === undefined ? suggestion : JSON.stringify(suggestion)),
    ],
    {
      hint: message('hint.listSettings'),
    },
  );
}

/** A setting stored in a file. */
export interface StoredRow {
  readonly place: string;
  readonly setting: string;
  readonly value: SettingValue;
}

/** An effective setting with its source. */
export interface EffectiveRow {
  readonly setting: string;
  readonly value: SettingValue | null;
  readonly source: Source;
}

/** The displayed value: of a secret only its kind and last characters. */
export function showSetting(name: SettingName, value: SettingValue): SettingValue {
  return settingDefinitions[name].secret && typeof value === 'string' ? maskSecret(value) : value;
}

/** All effective settings with their sources, secrets masked; null if unset. */
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

// `keyCommand` may ask for a password; explaining the settings must not run it.
function keySource({ key, keyFile, keyCommand }: ResolvedSettings['settings']): Source {
  if (keyFile.value !== undefined) return message('source.keyFile');
  return keyCommand.value === undefined ? key.source : message('source.keyCommand');
}

/** All settings stored in files, secrets masked, by location. */
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
