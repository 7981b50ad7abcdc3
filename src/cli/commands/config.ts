import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';
import { type ChangeOptions, runConfigSet, runConfigUnset } from './config/change-setting.ts';
import { inspectSettings } from './config/command-settings.ts';
import { runConfigGet } from './config/get-setting.ts';
import { parseSettingName } from './config/setting-name.ts';
import { effectiveRows, storedRows } from './config/setting-rows.ts';
import { runConfigPath } from './config/show-paths.ts';

/** Adds `config`: what is configured, where it comes from, and changes of it. */
export function addConfig(parent: Command, context: CommandContext): void {
  const config = parent.command('config').description('Read and change the configuration');
  addReading(config, context);
  config
    .command('set <setting> [value]')
    .description('Store a setting in the profile')
    .option('--all-profiles', 'store it for every profile that does not say otherwise')
    .option('--stdin', 'take the value from the first line of standard input')
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
    .option('--all-profiles', 'remove what is stored for every profile')
    .addHelpText(
      'after',
      renderExamples(['farmctl config unset farm', 'farmctl config unset lang --all-profiles']),
    )
    .action((setting: string, options: ChangeOptions) => runConfigUnset(context, setting, options));
}

function addReading(config: Command, context: CommandContext): void {
  config
    .command('get <setting>')
    .description('Print the value in force')
    .addHelpText(
      'after',
      renderExamples(['farmctl config get server', 'farmctl config get farm -o json']),
    )
    .action((setting: string) => runConfigGet(context, setting));
  config
    .command('list')
    .description('List what the files hold')
    .addHelpText('after', renderExamples(['farmctl config list', 'farmctl config list -o yaml']))
    .action(() => runConfigList(context));
  config
    .command('explain [setting]')
    .description('List every setting in force with its source')
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
  const shown = rows.filter((row) => name === undefined || row.setting === name);
  const columns = [{ name: 'setting' }, { name: 'value' }, { name: 'source' }];
  await context.print({ kind: 'rows', columns, rows: shown.map((row) => ({ ...row })) });
}
