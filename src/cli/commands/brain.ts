import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import type { ScanFlags } from './brain/run-scan.ts';

/** Adds `brain`: what the service looks for by itself, now. */
export function addBrain(parent: Command, context: CommandContext): void {
  const brain = parent.command('brain').description('Look through farms for what is wrong, now');
  brain
    .command('scan')
    .description('Raise and close alerts by the rules, and tell of new gaps')
    .option('--all', 'every farm that the key sees, whatever farms are pinned')
    .addHelpText(
      'after',
      `
Farms are looked through one after the other; the service does the same by itself, the whole at
5:30 and 20:00 of the farm. Rows of tsv, csv and jsonl are the farms.

Examples:
  $ farmctl brain scan --farm North
  $ farmctl brain scan --all --jq '.[].alerts[] | select(.change != "closed") | .title'`,
    )
    .action(async (flags: ScanFlags) => {
      const { runScan } = await import('./brain/run-scan.ts');
      await runScan(context, flags);
    });
}
