import type { Command } from 'commander';
import type { Create, ResourceName } from '../../../model/registry.ts';
import type { ResourceDefinition } from '../../../model/resource.ts';
import { requiredFields } from '../../../model/resource-fields.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { addFieldFlags, readBody } from '../../field-flags.ts';
import { kebabCase } from '../../kebab-case.ts';
import { createExamples } from './examples.ts';
import { tellIgnored } from './ignored-fields.ts';
import { nameOf, onlyFarm, resolveBody } from './row-id.ts';
import { describeWrite, printWrite, rowOutput } from './row-output.ts';

/** Adds `<resource> create`. */
export function addCreate(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
): void {
  const command = parent.command('create').description(`Create one ${definition.singular}`);
  addFieldFlags(command, definition);
  command
    .addHelpText('after', createExamples(definition))
    .action(() => runCreate(context, definition, command));
}

async function runCreate(
  context: CommandContext,
  definition: ResourceDefinition,
  command: Command,
): Promise<void> {
  const typed = await readBody(command, definition, context.io);
  requireFields(definition, typed);
  await tellIgnored(context, definition, typed);
  const farmId = hasFarm(definition) ? await onlyFarm(context) : undefined;
  const body = await resolveBody(context, definition, typed);
  const client = await context.client();
  const options = farmId === undefined ? {} : { farmId };
  // The flags come from the same definition as the type; the server checks the values.
  const row = await client.create(nameOf(definition), body as Create<ResourceName>, options);
  await printWrite(context, describeWrite('created', definition, row), rowOutput(definition, row));
}

function hasFarm({ farm }: ResourceDefinition): boolean {
  return farm.kind === 'farm';
}

function requireFields(
  definition: ResourceDefinition,
  body: Readonly<Record<string, unknown>>,
): void {
  const missing = requiredFields(definition)
    .filter(([name]) => body[name] === undefined || body[name] === null)
    .map(([name]) => `--${kebabCase(name)}`);
  if (missing.length === 0) return;
  throw usageError(`a ${definition.singular} needs ${missing.join(' and ')}`);
}
