import { access } from 'node:fs/promises';
import type { Command } from 'commander';
import { message } from '../../../model/core/message.ts';
import { readConfigFiles } from '../../config/config-file.ts';
import { configPath, findProjectFile } from '../../config/config-paths.ts';
import { type Config, EMBEDDED, type Profile } from '../../config/config-schema.ts';
import { chooseProfile, unknownProfile } from '../../config/resolve-settings.ts';
import {
  parseProfileName,
  parseSetting,
  type SettingName,
  type SettingValue,
  settingDefinitions,
} from '../../config/setting-definitions.ts';
import { loadKey } from '../../config/settings.ts';
import { updateConfig } from '../../config/update-config.ts';
import { renderExamples } from '../../core/command-line.ts';
import { CliError, usageError } from '../../core/errors.ts';
import { type Source, withSource } from '../../core/setting-source.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import {
  inspectSettings,
  maskSecret,
  settingsInput,
  toStoredValue,
  withProfile,
} from '../core/stored-settings.ts';
import { isConfirmed } from '../core/write-results.ts';
import {
  type ChangeOptions,
  effectiveRows,
  parseSettingName,
  runConfigSet,
  runConfigUnset,
  showSetting,
  storedRows,
} from './change-setting.ts';

/** Adds `config`: shows the configuration and its sources, and changes it. */
export function addConfig(parent: Command, context: CommandContext): void {
  const config = parent.command('config').description('Read and change the configuration');
  addReading(config, context);
  config
    .command('set <setting> [value]')
    .description('Store a setting in the profile')
    .option('--all-profiles', 'store it as the default of all profiles')
    .option('--stdin', 'read the value from the first line of standard input')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl config set farm North',
        'farmctl config set lang he --all-profiles',
      ]),
    )
    .action((setting: string, value: string | undefined, options: ChangeOptions) =>
      runConfigSet(context, { setting, value }, options),
    );
  config
    .command('unset <setting>')
    .description('Remove a stored setting from the profile')
    .option('--all-profiles', 'remove the default of all profiles')
    .addHelpText(
      'after',
      renderExamples(['farmctl config unset farm', 'farmctl config unset lang --all-profiles']),
    )
    .action((setting: string, options: ChangeOptions) => runConfigUnset(context, setting, options));
}

function addReading(config: Command, context: CommandContext): void {
  config
    .command('get <setting>')
    .description('Print the effective value')
    .addHelpText(
      'after',
      renderExamples(['farmctl config get server', 'farmctl config get farm -o json']),
    )
    .action((setting: string) => runConfigGet(context, setting));
  config
    .command('list')
    .description('List the stored settings')
    .addHelpText('after', renderExamples(['farmctl config list', 'farmctl config list -o yaml']))
    .action(() => runConfigList(context));
  config
    .command('explain [setting]')
    .description('List the effective value and source of every setting')
    .addHelpText(
      'after',
      renderExamples(['farmctl config explain', 'farmctl config explain server']),
    )
    .action((setting: string | undefined) => runConfigExplain(context, setting));
  config
    .command('path')
    .description('Print the path of the configuration file')
    .addHelpText('after', renderExamples(['farmctl config path', 'cat "$(farmctl config path)"']))
    .action(() => runConfigPath(context));
}

async function runConfigList(context: CommandContext): Promise<void> {
  const rows = storedRows(await inspectSettings(context));
  const columns = [{ name: 'place' }, { name: 'setting' }, { name: 'value' }];
  await context.print({ kind: 'rows', columns, rows: rows.map((row) => ({ ...row })) });
}

async function runConfigExplain(
  context: CommandContext,
  setting: string | undefined,
): Promise<void> {
  const name = setting === undefined || setting === 'profile' ? setting : parseSettingName(setting);
  const rows = effectiveRows(await inspectSettings(context));
  const listedRows = rows.filter((row) => name === undefined || row.setting === name);
  const columns = [{ name: 'setting' }, { name: 'value' }, { name: 'source' }];
  await context.print({
    kind: 'rows',
    columns,
    rows: await Promise.all(
      listedRows.map(async (row) => ({ ...row, source: await context.render(row.source) })),
    ),
  });
}

/** `config get <setting>`: the effective value, masked for secrets; exit status 3 if unset. */
export async function runConfigGet(context: CommandContext, typed: string): Promise<void> {
  const resolved = await inspectSettings(context);
  if (typed === 'profile') return printValue(context, resolved.profile.value);
  const name = parseSettingName(typed);
  const value = name === 'key' ? await keyOf(context, resolved) : resolved.settings[name].value;
  if (value === undefined) throw notSet(name, resolved.settings[name].source);
  return printValue(context, showSetting(name, value));
}

async function keyOf(
  { io }: CommandContext,
  { settings }: Awaited<ReturnType<typeof inspectSettings>>,
): Promise<string | undefined> {
  return (await loadKey(settings, io.environment))?.key;
}

function printValue(context: CommandContext, value: SettingValue): Promise<void> {
  const lines = (Array.isArray(value) ? value : [value]).map((line) => `${neutralise(line)}\n`);
  return context.print({ kind: 'reading', data: value, render: () => lines.join('') });
}

function notSet(name: SettingName, source: Source): CliError {
  return new CliError('notFound', withSource(message('fault.settingNotSet', { name }), source), {
    hint: message('hint.explainSettings'),
  });
}

/**
 * `config path`: the location of the configuration; works even if the files are invalid, because it
 * does not read them.
 */
export async function runConfigPath(context: CommandContext): Promise<void> {
  const input = settingsInput(context);
  const path = configPath(input);
  const project = await findProjectFile(input.cwd);
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  await context.print({
    kind: 'reading',
    data: { config: path, exists, project: project ?? null },
    render: () => `${path}\n`,
  });
}

/** Adds `profile`: the user's servers, each with its key and farms. */
export function addProfile(parent: Command, context: CommandContext): void {
  const profile = parent.command('profile').description('Choose among servers and keys');
  profile
    .command('list')
    .description('List the profiles')
    .addHelpText(
      'after',
      renderExamples(['farmctl profile list', 'farmctl profile list -o tsv --fields name,server']),
    )
    .action(() => runProfileList(context));
  profile
    .command('use <name>')
    .description('Make a profile the default')
    .addHelpText(
      'after',
      renderExamples(['farmctl profile use office', 'farmctl profile use office && farmctl me']),
    )
    .action((name: string) => runProfileUse(context, name));
  profile
    .command('add <name>')
    .description('Store a profile with the server and farm of the flags')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl profile add office --server https://farm.example.com',
        'farmctl profile add north --server embedded --farm North',
      ]),
    )
    .action((name: string) => runProfileAdd(context, name));
  profile
    .command('remove <name>')
    .description('Remove a profile and its key')
    .addHelpText(
      'after',
      renderExamples(['farmctl profile remove office', 'farmctl profile remove office --yes']),
    )
    .action((name: string) => runProfileRemove(context, name));
}

async function runProfileList(context: CommandContext): Promise<void> {
  const input = settingsInput(context);
  const files = await readConfigFiles(input);
  // Only for the output format; a missing profile must not prevent listing the others.
  await inspectSettings(context).catch(() => undefined);
  const rows = profileRows(files.config, chooseProfile(input, files).value);
  const columns = ['name', 'inUse', 'server', 'farms', 'key'].map((name) => ({ name }));
  await context.print({ kind: 'rows', columns, rows: rows.map((row) => ({ ...row })) });
}

/** `profile use <name>`: makes a profile the default. */
export async function runProfileUse(context: CommandContext, name: string): Promise<void> {
  const input = settingsInput(context);
  await updateConfig(input, (config) => {
    requireStored(config, name);
    return { ...config, currentProfile: name };
  });
  const { source, value } = chooseProfile(input, await readConfigFiles(input));
  const isHidden = value === name ? 'no' : 'yes';
  await context.report('note.profileUsed', { name, isHidden, source, value });
}

/** `profile add <name>`: stores a profile without a key, with the server and farm in the flags. */
export async function runProfileAdd(context: CommandContext, typed: string): Promise<void> {
  const name = parseProfileName(typed);
  const profile = profileOfFlags(context);
  await updateConfig(settingsInput(context), (config) => {
    if (config.profiles?.[name]) {
      throw usageError(message('fault.profileExists', { name }), {
        hint: message('hint.changeSetting', { name }),
      });
    }
    return withProfile(config, name, profile);
  });
  const command = `farmctl auth login --profile ${name}`;
  await context.report('done.profileStored', { name, command });
}

/** `profile remove <name>`: removes a profile and its key, after confirmation or with `--yes`. */
export async function runProfileRemove(context: CommandContext, name: string): Promise<void> {
  const { config } = await readConfigFiles(context.io);
  requireStored(config, name);
  const hasKey = config.profiles?.[name]?.key !== undefined;
  const text = hasKey ? 'cli.ask.forgetProfileKey' : 'cli.ask.forgetProfile';
  if (!(await isConfirmed(context, { text, params: { name } }))) return;
  await updateConfig(settingsInput(context), (config) => withoutProfile(config, name));
  await context.report('done.profileForgotten', { name });
}

/** The given settings as a profile; a directory without a server implies an embedded one. */
function profileOfFlags({ flags, io }: CommandContext): Profile {
  const { server, farm, dataDir } = flags();
  const values = {
    server: server ?? (dataDir === undefined ? undefined : EMBEDDED),
    farm,
    dataDir,
  };
  const folders = { cwd: io.cwd, home: io.home };
  return Object.fromEntries(
    (['server', 'farm', 'dataDir'] as const).flatMap((name) => {
      const text = values[name];
      if (text === undefined) return [];
      const place = settingDefinitions[name].flag ?? name;
      return [[name, toStoredValue(name, parseSetting(name, text, place), folders)]];
    }),
  );
}

function withoutProfile(config: Config, name: string): Config {
  const { [name]: _removed, ...profiles } = config.profiles ?? {};
  const { currentProfile, ...rest } = config;
  const isCurrent = currentProfile === name;
  return {
    ...(currentProfile === undefined || isCurrent ? {} : { currentProfile }),
    ...rest,
    profiles,
  };
}

function requireStored(config: Config, name: string): void {
  if (!config.profiles?.[name]) throw unknownProfile(name, config);
}

/** A profile in `profile list`. */
export interface ProfileRow {
  readonly name: string;
  readonly inUse: boolean;
  readonly server: string | null;
  readonly farms: readonly string[];
  /** The masked key, or its source. */
  readonly key: string | null;
}

/** All stored profiles by name, with the current one marked. */
export function profileRows({ profiles = {} }: Config, inUse: string): readonly ProfileRow[] {
  return Object.entries(profiles)
    .map(([name, stored]) => ({
      name,
      inUse: name === inUse,
      server: stored.server ?? null,
      farms: stored.farms ?? (stored.farm === undefined ? [] : [stored.farm]),
      key: describeKey(stored),
    }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

function describeKey({ key, keyFile, keyCommand }: Profile): string | null {
  if (key !== undefined) return maskSecret(key);
  if (keyFile !== undefined) return `file ${keyFile}`;
  return keyCommand === undefined ? null : 'by command';
}
