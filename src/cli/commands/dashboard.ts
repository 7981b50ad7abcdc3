import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';

/** Adds `dashboard`: the farm at a glance. */
export function addDashboard(parent: Command, context: CommandContext): void {
  parent
    .command('dashboard')
    .description('Show the farm at a glance: numbers, what to do, every barn')
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the barns, one for each flock inside.

Examples:
  $ farmctl dashboard --farm North
  $ farmctl dashboard --fields barn,state,live,mortality.today,climate.temp -o csv`,
    )
    .action(async () => {
      const { runDashboard } = await import('../pages/dashboard/run-dashboard.ts');
      await runDashboard(context);
    });
}
