import type { Command } from 'commander';
import { insightSections } from '../../model/insight-sections.ts';
import type { CommandContext } from '../context.ts';
import type { InsightsFlags } from '../pages/insights/run-insights.ts';

/** Adds `insights`: what the data of the farm say, in 15 sections. */
export function addInsights(parent: Command, context: CommandContext): void {
  parent
    .command('insights')
    .description('Analyse the farm: health, profit, feed, risks and more')
    .option(
      '--include <sections>',
      `only these, with commas between: ${insightSections.join(', ')}`,
    )
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are those of one section, named with --include.

Examples:
  $ farmctl insights --include actionPlan,risk
  $ farmctl insights --include health -o csv > health.csv`,
    )
    .action(async (flags: InsightsFlags) => {
      const { runInsights } = await import('../pages/insights/run-insights.ts');
      await runInsights(context, flags);
    });
}
