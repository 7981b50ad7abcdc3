import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';

/** Adds `capabilities`. */
export function addCapabilities(parent: Command, context: CommandContext): void {
  parent
    .command('capabilities')
    .description('Print what the service can do, as one document; needs no key')
    .action(async () => {
      const client = await context.client();
      await context.print({ kind: 'document', data: await client.capabilities() });
    });
}
