import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';

/** Adds `batch`: several changes in one transaction. */
export function addBatch(parent: Command, context: CommandContext): void {
  parent
    .command('batch <file>')
    .description('Do several things at once, all of them or none')
    .addHelpText(
      'after',
      `
The file, or standard input for -, is a list of operations as JSON, JSONL or YAML: method, path,
body, and if wished ifMatch and id. $barn.id or $0.id stands for the id that an earlier operation
made. Where one operation fails nothing is done, and the error names its number.

Examples:
  $ farmctl batch new-barn.yaml
  $ echo '[{"method":"POST","path":"/tasks","body":{"title":"Clean"}}]' | farmctl batch -`,
    )
    .action(async (file: string) => {
      const { runBatchFile } = await import('./batch/run-batch-file.ts');
      await runBatchFile(context, file);
    });
}
