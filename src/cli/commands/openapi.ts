import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';

/** Adds `openapi`. */
export function addOpenapi(parent: Command, context: CommandContext): void {
  parent
    .command('openapi')
    .description('Print the OpenAPI 3.1 description of the API; needs no key')
    .addHelpText(
      'after',
      renderExamples(['farmctl openapi > farm.json', "farmctl openapi --jq '.paths | length'"]),
    )
    .action(async () => {
      const client = await context.client();
      await context.print({ kind: 'document', data: await client.openapi() });
    });
}
