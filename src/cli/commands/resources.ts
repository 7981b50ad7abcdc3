import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';
import { isValues, toRows } from '../output/infer-columns.ts';

const columns = [
  { name: 'name' },
  { name: 'summary' },
  { name: 'required' },
  { name: 'filters' },
  { name: 'readOnly' },
];

/** Adds `resources`. */
export function addResources(parent: Command, context: CommandContext): void {
  parent
    .command('resources')
    .description('List the resources with their fields and filters')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl resources',
        "farmctl resources --jq '.[] | select(.readOnly) | .name'",
      ]),
    )
    .action(() => runResources(context));
}

async function runResources(context: CommandContext): Promise<void> {
  const client = await context.client();
  const answer = await client.resources();
  const rows = toRows(isValues(answer) ? answer['data'] : answer);
  await context.print({ kind: 'rows', columns, rows });
}
