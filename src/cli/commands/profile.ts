import type { Command } from 'commander';
import { chooseProfile } from '../config/choose-profile.ts';
import { readConfigFiles } from '../config/config-files.ts';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';
import { inspectSettings, settingsInput } from './config/command-settings.ts';
import { runProfileAdd, runProfileRemove, runProfileUse } from './profile/change-profiles.ts';
import { profileRows } from './profile/profile-rows.ts';

/** Adds `profile`: the servers a person works with, each with its key and farms. */
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
    .description('Use a profile where nothing names another')
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
    .description('Forget a profile and the key in it')
    .addHelpText(
      'after',
      renderExamples(['farmctl profile remove office', 'farmctl profile remove office --yes']),
    )
    .action((name: string) => runProfileRemove(context, name));
}

async function runProfileList(context: CommandContext): Promise<void> {
  const input = settingsInput(context);
  const files = await readConfigFiles(input);
  // For the form to print in; that no such profile exists is what the list is read to see.
  await inspectSettings(context).catch(() => undefined);
  const rows = profileRows(files.config, chooseProfile(input, files).value);
  const columns = ['name', 'inUse', 'server', 'farms', 'key'].map((name) => ({ name }));
  await context.print({ kind: 'rows', columns, rows: rows.map((row) => ({ ...row })) });
}
