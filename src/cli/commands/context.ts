import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import type { ContextFlags } from '../pages/context/run-context.ts';

/** Adds `context`: the whole farm on one page. */
export function addContext(parent: Command, context: CommandContext): void {
  parent
    .command('context')
    .description('Show the whole farm on one page')
    .option('--depth <depth>', 'how much of the past: full or summary (full)')
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the flocks.

Examples:
  $ farmctl context --farm North
  $ farmctl context --depth summary -o csv --fields code,live,weight.g,deviationPct`,
    )
    .action(async (flags: ContextFlags) => {
      const { runContext } = await import('../pages/context/run-context.ts');
      await runContext(context, flags);
    });
}
