import { loadKey } from '../../config/load-key.ts';
import type { SettingValue } from '../../config/parse-setting.ts';
import type { SettingName } from '../../config/setting-definitions.ts';
import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { inspectSettings } from './command-settings.ts';
import { parseSettingName } from './setting-name.ts';
import { showSetting } from './setting-rows.ts';

/** `config get <setting>`: the value in force, of a secret its end; exit status 3 without one. */
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

function notSet(name: SettingName, source: string): CliError {
  const reason = source === 'not set' ? '' : ` (${source})`;
  return new CliError('notFound', `${name} is not set${reason}`, {
    hint: 'See every setting and its source with: farmctl config explain',
  });
}
