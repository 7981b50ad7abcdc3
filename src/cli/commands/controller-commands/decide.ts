import type { Command } from 'commander';
import { controllerCommands } from '../../../model/resources/controller-commands.ts';
import type { CommandContext } from '../../context.ts';
import { renderExamples } from '../../help-examples.ts';
import { describeWrite, printWrite, rowOutput } from '../resource/row-output.ts';

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
        const done = describeWrite(status, controllerCommands, row);
        await printWrite(context, done, rowOutput(controllerCommands, row));
      });
  }
}
