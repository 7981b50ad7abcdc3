import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';

const load = () => import('./settings/run-settings.ts');

/** Adds `settings`: what the organisation has settled for all its farms. */
export function addSettings(parent: Command, context: CommandContext): void {
  const settings = parent
    .command('settings')
    .description('Read and change the settings of the organisation');
  settings
    .command('list')
    .description('List every setting with its value, its default and what it may be')
    .option('--changed', 'only those that are not the default')
    .addHelpText(
      'after',
      `
Examples:
  $ farmctl settings list --changed
  $ farmctl settings list -o csv --fields name,value,default,unit`,
    )
    .action(async (flags: { readonly changed?: boolean }) =>
      (await load()).runSettingsList(context, flags),
    );
  settings
    .command('get <name>')
    .description('Print one setting')
    .addHelpText(
      'after',
      '\nExamples:\n  $ farmctl settings get timezone\n  $ farmctl settings get densityLimitKgM2 --fields value',
    )
    .action(async (name: string) => (await load()).runSettingsGet(context, name));
  settings
    .command('set <name> <value>')
    .description('Change one setting, from the next request on')
    .addHelpText(
      'after',
      '\nExamples:\n  $ farmctl settings set timezone Asia/Jerusalem\n  $ farmctl settings set envReadingsDays 730',
    )
    .action(async (name: string, value: string) =>
      (await load()).runSettingsSet(context, name, value),
    );
  settings
    .command('reset <names...>')
    .description('Give settings their default again')
    .addHelpText(
      'after',
      '\nExamples:\n  $ farmctl settings reset densityLimitKgM2\n  $ farmctl settings reset envReadingsDays chatMessagesDays',
    )
    .action(async (names: readonly string[]) => (await load()).runSettingsReset(context, names));
}
