import type { Command } from 'commander';
import { message } from '../../../model/message.ts';
import type { Create, ResourceName } from '../../../model/registry.ts';
import type { ResourceDefinition } from '../../../model/resource.ts';
import { requiredFields, writableFields } from '../../../model/resource-fields.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { addFieldFlags, readBody } from '../../field-flags.ts';
import { kebabCase } from '../../kebab-case.ts';
import { writeAsking } from './doubtful-values.ts';
import { createExamples } from './examples.ts';
import { tellIgnored } from './ignored-fields.ts';
import { nameOf, onlyFarm, resolveBody } from './row-id.ts';
import { describeWrite, printWrite, rowOutput } from './row-output.ts';

const INPUT =
  'take the fields from a JSON object in a file, or - for stdin; of a CSV, JSON lines or Excel file each line becomes a row';

/** Adds `<resource> create`. */
export function addCreate(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
): void {
  const command = parent.command('create').description(`Create one ${definition.singular}`);
  addFieldFlags(command, definition, INPUT);
  command
    .addHelpText('after', createExamples(definition))
    .action(() => runCreate(context, definition, command));
}

async function runCreate(
  context: CommandContext,
  definition: ResourceDefinition,
  command: Command,
): Promise<void> {
  const sheet = sheetOf(command, definition);
  if (sheet !== undefined) {
    const { runImport } = await import('./run-import.ts');
    return runImport(context, definition, { typed: sheet, flags: {} });
  }
  const typed = await readBody(command, definition, context);
  requireFields(definition, typed);
  await tellIgnored(context, definition, typed);
  const farmId = hasFarm(definition) ? await onlyFarm(context) : undefined;
  const body = await resolveBody(context, definition, typed);
  const client = await context.client();
  const options = farmId === undefined ? {} : { farmId };
  // The flags come from the same definition as the type; the server checks the values.
  const values = body as Create<ResourceName>;
  const row = await writeAsking(context, definition, (preference) =>
    client.create(nameOf(definition), values, { ...options, ...preference }),
  );
  await printWrite(context, describeWrite('created', definition, row), rowOutput(definition, row));
}

const SHEET = /\.(csv|tsv|xlsx|jsonl|ndjson)$/i;

/** The file of `--input` when it holds rows in place of one object. */
function sheetOf(command: Command, definition: ResourceDefinition): string | undefined {
  const { input } = command.opts<{ readonly input?: string }>();
  if (input === undefined || !SHEET.test(input)) return undefined;
  const flags = ['set', ...writableFields(definition).map(([name]) => name)].map(
    (name) => `--${kebabCase(name)}`,
  );
  const given = command.options.find(
    (option) =>
      flags.includes(option.long ?? '') &&
      command.getOptionValue(option.attributeName()) !== undefined,
  );
  if (given === undefined) return input;
  throw usageError(`--input with a file of rows takes no ${given.long}`, {
    hint: 'What all rows have in common stands in the file; see the import command',
  });
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
  throw usageError(`a ${definition.singular} needs ${missing.join(' and ')}`, {
    text: [message('cli.needed', { flags: missing.join(', ') })],
  });
}
