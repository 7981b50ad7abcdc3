import { chooseProfile, unknownProfile } from '../../config/choose-profile.ts';
import { readConfigFiles } from '../../config/config-files.ts';
import type { Config, Profile } from '../../config/config-schema.ts';
import { parseProfileName } from '../../config/parse-profile-name.ts';
import { parseSetting } from '../../config/parse-setting.ts';
import { EMBEDDED } from '../../config/server-address.ts';
import { settingDefinitions } from '../../config/setting-definitions.ts';
import { updateConfig } from '../../config/update-config.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { settingsInput } from '../config/command-settings.ts';
import { toStoredValue, withProfile } from '../config/stored-settings.ts';
import { isConfirmed } from '../is-confirmed.ts';

/** `profile use <name>`: makes a profile the one that is used when nothing names another. */
export async function runProfileUse(context: CommandContext, name: string): Promise<void> {
  const input = settingsInput(context);
  await updateConfig(input, (config) => {
    requireStored(config, name);
    return { ...config, currentProfile: name };
  });
  const { source, value } = chooseProfile(input, await readConfigFiles(input));
  const hidden = value === name ? '' : `; here ${source} names ${value}, which stands over it`;
  await context.note(`profile ${name} is in use${hidden}`);
}

/** `profile add <name>`: stores a profile without a key, with the server and farm of the flags. */
export async function runProfileAdd(context: CommandContext, typed: string): Promise<void> {
  const name = parseProfileName(typed);
  const profile = profileOfFlags(context);
  await updateConfig(settingsInput(context), (config) => {
    if (config.profiles?.[name]) {
      throw usageError(`there is a profile "${name}" already`, {
        hint: `Change it with: farmctl config set SETTING VALUE --profile ${name}`,
      });
    }
    return withProfile(config, name, profile);
  });
  await context.note(
    `profile ${name} is stored; log in with: farmctl auth login --profile ${name}`,
  );
}

/** `profile remove <name>`: forgets a profile and the key in it, after a question or with `--yes`. */
export async function runProfileRemove(context: CommandContext, name: string): Promise<void> {
  const { config } = await readConfigFiles(context.io);
  requireStored(config, name);
  const hasKey = config.profiles?.[name]?.key !== undefined;
  const text = hasKey ? 'cli.ask.forgetProfileKey' : 'cli.ask.forgetProfile';
  if (!(await isConfirmed(context, { text, params: { name } }))) return;
  await updateConfig(settingsInput(context), (config) => withoutProfile(config, name));
  await context.note(`profile ${name} is forgotten`);
}

/** The settings that were typed, as a profile; a folder alone stands for an embedded one. */
function profileOfFlags({ flags, io }: CommandContext): Profile {
  const { server, farm, dataDir } = flags();
  const given = { server: server ?? (dataDir === undefined ? undefined : EMBEDDED), farm, dataDir };
  const folders = { cwd: io.cwd, home: io.home };
  return Object.fromEntries(
    (['server', 'farm', 'dataDir'] as const).flatMap((name) => {
      const text = given[name];
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
