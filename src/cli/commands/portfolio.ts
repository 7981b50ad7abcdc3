import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';

/** Adds `portfolio`: all farms side by side. */
export function addPortfolio(parent: Command, context: CommandContext): void {
  parent
    .command('portfolio')
    .description('Show every farm with its headline figures, and totals')
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the farms. Money is never added up over currencies.

Examples:
  $ farmctl portfolio
  $ farmctl portfolio -o csv --fields name,birds,mortality7dPct,openAlerts.critical`,
    )
    .action(async () => {
      const { runPortfolio } = await import('../pages/portfolio/run-portfolio.ts');
      await runPortfolio(context);
    });
}
