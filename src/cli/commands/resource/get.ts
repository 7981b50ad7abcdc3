import type { Command } from 'commander';
import type { ResourceDefinition } from '../../../model/resource.ts';
import type { CommandContext } from '../../context.ts';
import { getExamples } from './examples.ts';
import { findRowId, nameOf, rowArgument } from './row-id.ts';
import { rowOutput } from './row-output.ts';

/** Adds `<resource> get`. */
export function addGet(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
): void {
  parent
    .command(`get ${rowArgument(definition)}`)
    .description(`Print one ${definition.singular}`)
    .addHelpText('after', getExamples(definition))
    .action((typed: string) => runGet(context, definition, typed));
}

async function runGet(
  context: CommandContext,
  definition: ResourceDefinition,
  typed: string,
): Promise<void> {
  const id = await findRowId(context, definition, typed);
  const client = await context.client();
  await context.print(rowOutput(definition, await client.get(nameOf(definition), id)));
}
