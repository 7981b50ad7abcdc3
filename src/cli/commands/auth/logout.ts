import { chooseProfile, requireProfile } from '../../config/choose-profile.ts';
import { readConfigFiles } from '../../config/config-files.ts';
import type { Config } from '../../config/config-schema.ts';
import { updateConfig } from '../../config/update-config.ts';
import type { CommandContext } from '../../context.ts';
import { settingsInput } from '../config/command-settings.ts';
import { withoutKey, withProfile } from '../config/stored-settings.ts';

/** `auth logout`: forgets the key of the profile; that it has none is no error. */
export async function runLogout(context: CommandContext): Promise<void> {
  const input = settingsInput(context);
  const files = await readConfigFiles(input);
  const profile = chooseProfile(input, files);
  requireProfile(profile, files.config);
  const hadKey = hasKey(files.config, profile.value);
  if (hadKey) {
    await updateConfig(input, (config) => {
      const stored = config.profiles?.[profile.value] ?? {};
      return withProfile(config, profile.value, withoutKey(stored));
    });
  }
  await context.note(
    hadKey
      ? `profile ${profile.value} has no key any more; the key itself stays valid until it is revoked`
      : `profile ${profile.value} has no key`,
  );
  if (input.environment['FARMCTL_KEY'])
    await context.note('FARMCTL_KEY in the environment is still used');
}

function hasKey(config: Config, profile: string): boolean {
  const { key, keyFile, keyCommand } = config.profiles?.[profile] ?? {};
  return [key, keyFile, keyCommand].some((way) => way !== undefined);
}
