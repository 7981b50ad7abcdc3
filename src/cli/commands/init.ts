import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { dateOption } from '../date-flags.ts';
import { renderExamples } from '../help-examples.ts';
import type { InitOptions } from './init/init-options.ts';
import { runInit } from './init/run-init.ts';

/** Adds `init`: a database on this machine, and the profile to work with it. */
export function addInit(parent: Command, context: CommandContext): void {
  parent
    .command('init')
    .description(
      'Set up farmctl on this machine: a database, its first farm with barns and a flock, and a profile',
    )
    .option('--organisation <name>', 'name of the organisation')
    .option('--timezone <zone>', 'time zone, such as Asia/Jerusalem')
    .option('--language <language>', 'language of texts: he, en, th, es or zh')
    .option('--demo', 'fill the database with a generated farm, to try things out')
    .option('--farm-name <name>', 'name of the first farm')
    .option('--latitude <degrees>', 'where the first farm is')
    .option('--longitude <degrees>', 'where the first farm is')
    .option('--currency <code>', 'currency of the farm, such as EUR (that of its country)')
    .option('--barns <count>', 'how many barns it has: Barn 1, Barn 2 …')
    .option('--barn-capacity <birds>', 'for how many birds each barn is')
    .option('--chicks <count>', 'how many chicks the first flock had')
    .option('--breed <name>', 'their breed, such as Ross 308; all: farmctl help breeds')
    .addOption(
      dateOption('--placement-date <day>', 'when they came (today)', { present: 'command' }),
    )
    .option('--flock-barn <name>', 'the barn they are in (Barn 1)')
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl init',
          'farmctl init --demo',
          "farmctl init --organisation 'Green Valley' --farm-name North --latitude 32.6 --longitude 35.3",
          "farmctl init --yes --farm-name North --barns 3 --barn-capacity 20000 --chicks 19800 --breed 'Ross 308'",
        ],
        `Where that is done already, it changes nothing. Time zone and currency are proposed from the
place of the farm; what no flag answers is asked, and Enter skips what is not needed. --demo stores three
farms with 120 days of data up to now; delete the folder to be rid of them.`,
      ),
    )
    .action((options: InitOptions) => runInit(context, options));
}
