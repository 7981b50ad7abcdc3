import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';

/** Adds `capabilities`. */
export function addCapabilities(parent: Command, context: CommandContext): void {
  parent
    .command('capabilities')
    .description('Print what the service can do, as one document; needs no key')
    .addHelpText(
      'after',
      renderExamples(['farmctl capabilities', "farmctl capabilities --jq '.webhookEvents[].name'"]),
    )
    .action(async () => {
      const client = await context.client();
      await context.print({ kind: 'document', data: await client.capabilities() });
    });
}
