import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';

/** Adds `search`: a text in all modules. */
export function addSearch(parent: Command, context: CommandContext): void {
  parent
    .command('search <text...>')
    .description('Search all modules of all farms, whatever the case and the accents')
    .addHelpText(
      'after',
      `
What was found stands between « and ». Rows of tsv, csv, jsonl and --fields are the hits.

Examples:
  $ farmctl search weigh birds
  $ farmctl search תמותה -o tsv --fields resource,id,title`,
    )
    .action(async (text: readonly string[]) => {
      const { runSearch } = await import('../pages/search/run-search.ts');
      await runSearch(context, text);
    });
}
