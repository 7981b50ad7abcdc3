import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import type { GapsFlags } from '../pages/gaps/run-gaps.ts';

/** Adds `gaps`: what is missing, and how complete the data are. */
export function addGaps(parent: Command, context: CommandContext): void {
  parent
    .command('gaps')
    .description('Show what is missing on the farm, each with the command that closes it')
    .option(
      '--exit-status <severity>',
      'end with exit status 10 when there is a gap of info, warning or critical, or worse',
    )
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the gaps.

Examples:
  $ farmctl gaps --farm North
  $ farmctl gaps --exit-status critical > /dev/null || echo 'look at the farm'`,
    )
    .action(async (flags: GapsFlags) => {
      const { runGaps } = await import('../pages/gaps/run-gaps.ts');
      await runGaps(context, flags);
    });
}
