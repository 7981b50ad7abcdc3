import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';

/** Adds `setup`: how far the farm is set up. */
export function addSetup(parent: Command, context: CommandContext): void {
  parent
    .command('setup')
    .description('Show how far the farm is set up, and the next step')
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the steps.

Examples:
  $ farmctl setup --farm North
  $ farmctl setup -o tsv --fields key,done`,
    )
    .action(async () => {
      const { runSetup } = await import('../pages/setup/run-setup.ts');
      await runSetup(context);
    });
}
