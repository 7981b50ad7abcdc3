import type { Command } from 'commander';
import type { ResourceDefinition } from '../../../model/resource.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { deleteExamples } from './examples.ts';
import { parseVersion, VERSION_FLAG } from './if-match.ts';
import { findRowId, nameOf, rowArgument } from './row-id.ts';
import { describeWrite, printWrite } from './row-output.ts';

interface DeleteFlags {
  readonly ifMatch?: string;
}

/** Adds `<resource> delete`. */
export function addDelete(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
): void {
  parent
    .command(`delete ${rowArgument(definition)}`)
    .description(`Delete one ${definition.singular}`)
    .option(VERSION_FLAG, 'only if the row is still at this version', parseVersion)
    .addHelpText('after', deleteExamples(definition))
    .action((typed: string, flags: DeleteFlags) =>
      runDelete(context, definition, { typed, flags }),
    );
}

async function runDelete(
  context: CommandContext,
  definition: ResourceDefinition,
  { typed, flags }: { readonly typed: string; readonly flags: DeleteFlags },
): Promise<void> {
  if (!context.flags().yes) await confirmDelete(context, definition, typed);
  const id = await findRowId(context, definition, typed);
  const client = await context.client();
  const removed = await client.remove(nameOf(definition), id, flags);
  const record = typeof removed === 'object' && removed !== null ? { id, ...removed } : { id };
  await printWrite(context, describeWrite('deleted', definition, { id }), {
    kind: 'record',
    record,
  });
}

async function confirmDelete(
  context: CommandContext,
  { singular }: ResourceDefinition,
  typed: string,
): Promise<void> {
  const message = `Delete ${singular} ${typed}?`;
  const isConfirmed = await context.prompts().confirm({ message, flag: '--yes' });
  if (!isConfirmed) {
    throw usageError('nothing was deleted', { hint: 'Answer y, or give --yes' });
  }
}
