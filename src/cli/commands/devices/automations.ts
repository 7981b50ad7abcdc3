import type { Command } from 'commander';
import { message } from '../../../model/core/message.ts';
import { automations } from '../../../model/resources/automations.ts';
import { usageError } from '../../core/errors.ts';
import { dateOption } from '../../input/date-flags.ts';
import type { RunFlags, TestFlags } from '../../pages/automations.ts';
import type { CommandContext } from '../../session/context.ts';
import { findRowId, rowArgument } from '../../session/row-id.ts';

export function addAutomationRun(noun: Command, context: CommandContext): void {
  noun
    .command(`run ${rowArgument(automations)}`)
    .description('Show what an automation would do now in each barn, and why')
    .option('--execute', 'run the due actions')
    .option('--barn <id or name>', 'only this barn: its id or name')
    .addHelpText(
      'after',
      `
Nothing is done without --execute. tsv, csv, jsonl and --fields print one row per barn.

Examples:
  $ farmctl automations run 'More air when ammonia is high' --lang en
  $ farmctl automations run automation_01K… --execute --barn 'Barn 1'`,
    )
    .action(async (typed: string, flags: RunFlags) => {
      const { runAutomation } = await import('../../pages/automations.ts');
      await runAutomation(context, await findRowId(context, automations, typed), flags);
    });
}

export function addAutomationTest(noun: Command, context: CommandContext): void {
  noun
    .command('test [id-or-name]')
    .description('Show when an automation would have acted on a past day, and why')
    .addOption(dateOption('--day <day>', 'the day, in the zone of the farm (yesterday)'))
    .option('--barn <id or name>', 'only this barn: its id or name')
    .option('--rule <file>', 'a draft, or changes to the automation, JSON; - reads standard input')
    .addHelpText(
      'after',
      `
Nothing is done: the stored values of the day are judged as they would have been on arrival. Rows of
tsv, csv, jsonl and --fields are the runs.

Examples:
  $ farmctl automations test 'More air when ammonia is high'
  $ farmctl automations test automation_01K… --day 2026-11-20 --barn 'Barn 1' -o csv
  $ echo '{"trigger": {"metric": "temp", "op": ">", "value": 30}}' | farmctl automations test --rule -`,
    )
    .action(async (typed: string | undefined, flags: TestFlags) => {
      if (typed === undefined && flags.rule === undefined) {
        throw usageError(message('fault.automationOrRule'));
      }
      const { testAutomation } = await import('../../pages/automations.ts');
      await testAutomation(context, typed, flags);
    });
}
