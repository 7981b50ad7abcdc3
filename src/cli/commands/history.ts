import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import type { HistoryFlags } from '../pages/history/run-history.ts';

/** Adds `history`: what a row was before, and who changed it. */
export function addHistory(parent: Command, context: CommandContext): void {
  parent
    .command('history <resource> <id>')
    .description('Show who changed a row, when, and each field from what to what')
    .option('--field <field>', 'only changes of this field')
    .option('--limit <count>', 'at most so many changes (50)')
    .addHelpText(
      'after',
      `
The newest change comes first. A row that was deleted keeps its history. Rows of tsv, csv, jsonl
and --fields are the changes; the fields are in -o json.

Examples:
  $ farmctl history flocks B1-2611
  $ farmctl history tasks task_01K… --field status --jq '.data[] | [.at, .by.name]'`,
    )
    .action(async (resource: string, id: string, flags: HistoryFlags) => {
      const { runHistory } = await import('../pages/history/run-history.ts');
      await runHistory(context, { resource, id }, flags);
    });
}
