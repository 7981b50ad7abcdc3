import type { Command } from 'commander';
import { automations } from '../../../model/resources/automations.ts';
import type { CommandContext } from '../../context.ts';
import type { RunFlags } from '../../pages/automations/run-automation.ts';
import { findRowId, rowArgument } from '../resource/row-id.ts';

/** Adds `automations run`. */
export function addAutomationRun(noun: Command, context: CommandContext): void {
  noun
    .command(`run ${rowArgument(automations)}`)
    .description('Show what an automation would do now, barn by barn, and why')
    .option('--execute', 'act where it is due')
    .option('--barn <id or name>', 'only this barn: its id or name')
    .addHelpText(
      'after',
      `
Nothing is done without --execute. Rows of tsv, csv, jsonl and --fields are the barns.

Examples:
  $ farmctl automations run 'More air when ammonia is high' --lang en
  $ farmctl automations run automation_01K… --execute --barn 'Barn 1'`,
    )
    .action(async (typed: string, flags: RunFlags) => {
      const { runAutomation } = await import('../../pages/automations/run-automation.ts');
      await runAutomation(context, await findRowId(context, automations, typed), flags);
    });
}
