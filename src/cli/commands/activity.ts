import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { dateOption } from '../date-flags.ts';
import type { ActivityFlags } from '../pages/activity/run-activity.ts';

/** Adds `activity`: what happened, day by day. */
export function addActivity(parent: Command, context: CommandContext): void {
  parent
    .command('activity')
    .description('Show what happened, day by day')
    .option('--min-score <score>', 'leave out what is less important, 0 to 100')
    .option('--kinds <kinds>', 'only these kinds, with commas between, such as alert,sale')
    .addOption(dateOption('--from <day or time>', 'from then on'))
    .addOption(dateOption('--to <day or time>', 'up to then, included'))
    .option('--limit <count>', 'maximum number of entries (200)')
    .option('--cursor <cursor>', 'continue from the cursor of a previous page')
    .addHelpText(
      'after',
      `
Importance stands before a line: !! from 80, ! from 50. Rows of tsv, csv, jsonl and --fields are
the entries.

Examples:
  $ farmctl activity --min-score 50 --from 2026-11-20
  $ farmctl activity --kinds alert,mortality_spike -o jsonl`,
    )
    .action(async (flags: ActivityFlags) => {
      const { runActivity } = await import('../pages/activity/run-activity.ts');
      await runActivity(context, flags);
    });
}
