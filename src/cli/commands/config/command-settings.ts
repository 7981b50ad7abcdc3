import { type ResolvedSettings, resolveSettings } from '../../config/resolve-settings.ts';
import type { SettingsInput } from '../../config/setting-layers.ts';
import type { CommandContext } from '../../context.ts';

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
