import type { Command } from 'commander';
import { automations } from '../../../model/resources/automations.ts';
import { controllerCommands } from '../../../model/resources/controller-commands.ts';
import { renderExamples } from '../../core/command-line.ts';
import type { RunFlags } from '../../pages/devices.ts';
import type { CommandContext } from '../../session/context.ts';
import { findRowId, rowArgument } from '../../session/row-id.ts';
import { describeWrite, printWrite, rowOutput } from '../core/write-results.ts';

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
      const { runAutomation } = await import('../../pages/devices.ts');
      await runAutomation(context, await findRowId(context, automations, typed), flags);
    });
}

/** What can be decided of a command that waits, with the status that it gets. */
const DECISIONS = [
  ['approve', 'approved', 'Say yes to a command that waits: it is sent to its controller'],
  ['reject', 'rejected', 'Say no to a command that waits'],
  ['cancel', 'cancelled', 'Take back a command that was not sent yet'],
] as const;

/** Adds `controller-commands approve`, `reject` and `cancel`. */
export function addDecisions(noun: Command, context: CommandContext): void {
  for (const [verb, status, description] of DECISIONS) {
    noun
      .command(`${verb} <id>`)
      .description(description)
      .addHelpText(
        'after',
        renderExamples(
          [
            `farmctl controller-commands ${verb} command_01K…`,
            `farmctl controller-commands ${verb} command_01K… -o json`,
          ],
          'Which wait, and why: farmctl controller-commands list --status pending --fields id,command,reason',
        ),
      )
      .action(async (id: string) => {
        const client = await context.client();
        const row = await client.update('controller-commands', { id, body: { status } });
        const done = await describeWrite(context, status, { definition: controllerCommands, row });
        await printWrite(context, done, rowOutput(controllerCommands, row));
      });
  }
}
