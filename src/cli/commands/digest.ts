import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';

/** Adds `digest`: the morning briefing. */
export function addDigest(parent: Command, context: CommandContext): void {
  parent
    .command('digest')
    .description('Show the morning briefing of the farm')
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the mortality of each flock.

Examples:
  $ farmctl digest --lang he
  0 6 * * * farmctl digest --farm North | mail -s 'Good morning' dana@example.com`,
    )
    .action(async () => {
      const { runDigest } = await import('../pages/digest/run-digest.ts');
      await runDigest(context);
    });
}
