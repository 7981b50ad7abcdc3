import type { Command } from 'commander';
import type { ResourceName, Update } from '../../../model/registry.ts';
import type { ResourceDefinition } from '../../../model/resource.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { addFieldFlags, readBody } from '../../field-flags.ts';
import { writeAsking } from './doubtful-values.ts';
import { updateExamples } from './examples.ts';
import { parseVersion, VERSION_FLAG } from './if-match.ts';
import { tellIgnored } from './ignored-fields.ts';
import { findRowId, nameOf, resolveBody, rowArgument } from './row-id.ts';
import { describeWrite, printWrite, rowOutput } from './row-output.ts';

interface UpdateFlags {
  readonly ifMatch?: string;
}

/** Adds `<resource> update`. */
export function addUpdate(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
): void {
  const command = parent
    .command(`update ${rowArgument(definition)}`)
    .description(`Change one ${definition.singular}; an empty value clears a field`);
  addFieldFlags(command, definition);
  command
    .option(VERSION_FLAG, 'only if the row is still at this version', parseVersion)
    .addHelpText('after', updateExamples(definition))
    .action((typed: string, flags: UpdateFlags) =>
      runUpdate(context, definition, { command, typed, flags }),
    );
}

async function runUpdate(
  context: CommandContext,
  definition: ResourceDefinition,
  {
    command,
    typed,
    flags,
  }: {
    readonly command: Command;
    readonly typed: string;
    readonly flags: UpdateFlags;
  },
): Promise<void> {
  const change = await readBody(command, definition, context);
  if (Object.keys(change).length === 0) {
    throw usageError('there is nothing to change: give a field, --set or --input');
  }
  await tellIgnored(context, definition, change);
  const id = await findRowId(context, definition, typed);
  const resolved = await resolveBody(context, definition, change);
  const client = await context.client();
  // The flags come from the same definition as the type; the server checks the values.
  const body = resolved as Update<ResourceName>;
  const row = await writeAsking(context, definition, (preference) =>
    client.update(nameOf(definition), { id, body }, { ...flags, ...preference }),
  );
  await printWrite(context, describeWrite('updated', definition, row), rowOutput(definition, row));
}
