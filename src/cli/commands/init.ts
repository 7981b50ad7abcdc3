import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';
import type { InitOptions } from './init/init-answers.ts';
import { runInit } from './init/run-init.ts';

/** Adds `init`: a database on this machine, and the profile to work with it. */
export function addInit(parent: Command, context: CommandContext): void {
  parent
    .command('init')
    .description('Set up farmctl on this machine: a database, its first farm and a profile')
    .option('--organisation <name>', 'name of the organisation')
    .option('--timezone <zone>', 'time zone, such as Asia/Jerusalem')
    .option('--language <language>', 'language of texts: he, en, th, es or zh')
    .option('--farm-name <name>', 'name of the first farm')
    .option('--latitude <degrees>', 'where the first farm is')
    .option('--longitude <degrees>', 'where the first farm is')
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl init',
          "farmctl init --organisation 'Green Valley' --farm-name North --latitude 32.6 --longitude 35.3",
        ],
        'Where that is done already, it changes nothing.',
      ),
    )
    .action((options: InitOptions) => runInit(context, options));
}
