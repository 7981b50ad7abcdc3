import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { dateOption } from '../date-flags.ts';
import type { WeeklySummaryFlags } from '../pages/weekly-summary/run-weekly-summary.ts';

/** Adds `weekly-summary`: a week against the one before. */
export function addWeeklySummary(parent: Command, context: CommandContext): void {
  parent
    .command('weekly-summary')
    .description('Show the week of the farm against the week before')
    .addOption(
      dateOption('--week <day>', 'the calendar week of this day (the last seven full days)'),
    )
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the flocks.

Examples:
  $ farmctl weekly-summary --lang he
  $ farmctl weekly-summary --week 2026-11-09 -o json
  0 7 * * 0 farmctl weekly-summary --farm North | mail -s 'The week' dana@example.com`,
    )
    .action(async (flags: WeeklySummaryFlags) => {
      const { runWeeklySummary } = await import('../pages/weekly-summary/run-weekly-summary.ts');
      await runWeeklySummary(context, flags);
    });
}
