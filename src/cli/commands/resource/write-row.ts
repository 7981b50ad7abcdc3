import type { Command } from 'commander';
import { message } from '../../../model/core/message.ts';
import {
  type ResourceDefinition,
  requiredFields,
  writableFields,
} from '../../../model/core/resource.ts';
import type { Create, ResourceName, Update } from '../../../model/resources/registry.ts';
import { kebabCase } from '../../../tools/words.ts';
import { usageError } from '../../core/errors.ts';
import { addFieldFlags, readBody } from '../../input/field-flags.ts';
import { neutralise } from '../../output/neutralise.ts';
import { allColumns, type Column, type Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { findRowId, nameOf, onlyFarm, resolveBody, rowArgument } from '../../session/row-id.ts';
import { writeAsking } from '../core/ask-doubted.ts';
import {
  describeWrite,
  isConfirmed,
  printWrite,
  reportIgnored,
  requireConfirmable,
  rowOutput,
} from '../core/write-results.ts';
import { createExamples, deleteExamples, updateExamples } from './resource-flags.ts';

const INPUT =
  'read the fields from a JSON object in a file; - is stdin; a CSV, JSON Lines or Excel file creates one row per line';

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
  requireFields(context, createdColumns(definition));
  const typed = await readBody(command, definition, context);
  requireValues(definition, typed);
  await reportIgnored(context, definition, typed);
  const farmId = takesFarm(definition, context) ? await onlyFarm(context) : undefined;
  const body = await resolveBody(context, definition, typed);
  const client = await context.client();
  const options = farmId === undefined ? {} : { farmId };
  // The flags are derived from the same definition as the type; the server validates the values.
  const values = body as Create<ResourceName>;
  const row = await writeAsking(context, definition.doubted === true, (preference) =>
    client.create(nameOf(definition), values, { ...options, ...preference }),
  );
  await markLastAction(context);
  await printCreated(context, definition, row);
  await reportDelivery(context, definition, { body, row });
  await reportMissingAccess(context, definition, row);
}

/** The fields of a new row, with the secrets that are shown only once. */
function createdColumns(definition: ResourceDefinition): readonly Column[] {
  const secrets = Object.keys(definition.shownOnce ?? {}).map((name) => ({ name }));
  return [...secrets, ...allColumns(definition)];
}

/** Prints a new row, with the secrets that are shown only once. */
async function printCreated(
  context: CommandContext,
  definition: ResourceDefinition,
  row: object,
): Promise<void> {
  const confirmation = await describeWrite(context, 'created', { definition, row });
  const output = rowOutput(definition, row);
  const secrets = Object.keys(definition.shownOnce ?? {}).filter((name) => name in row);
  if (secrets.length === 0) return printWrite(context, confirmation, output);
  const { fields } = context.flags();
  const isLeftOut = fields !== undefined && !secrets.every((name) => fields.includes(name));
  const columns = [...secrets.map((name) => ({ name })), ...(output.columns ?? [])];
  const text = isLeftOut
    ? confirmation
    : await context.t('note.secretShownOnce', { done: confirmation });
  await printWrite(context, text, { ...output, columns });
  if (isLeftOut) await context.report('fault.secretNotInFields');
}

/** `undo last` asks for confirmation before it undoes an action older than this write. */
async function markLastAction(context: CommandContext): Promise<void> {
  const { recordOtherWrite } = await import('../core/action-descriptors.ts');
  await recordOtherWrite(context);
}

const SHEET = /\.(csv|tsv|xlsx|jsonl|ndjson)$/i;

/** The `--input` file, if it contains rows instead of one object. */
function sheetOf(command: Command, definition: ResourceDefinition): string | undefined {
  const { input } = command.opts<{ readonly input?: string }>();
  if (input === undefined || !SHEET.test(input)) return undefined;
  const flags = ['set', ...writableFields(definition).map(([name]) => name)].map(
    (name) => `--${kebabCase(name)}`,
  );
  const conflicting = command.options.find(
    (option) =>
      flags.includes(option.long ?? '') &&
      command.getOptionValue(option.attributeName()) !== undefined,
  );
  if (conflicting === undefined) return input;
  throw usageError(message('fault.flagWithInputRows', { long: conflicting.long ?? '' }), {
    hint: message('hint.commonValues'),
  });
}

/** Rows of a farm use the selected farm; users get access to a farm only by an explicit flag. */
function takesFarm({ farm }: ResourceDefinition, context: CommandContext): boolean {
  if (farm.kind === 'organisation') return context.flags().farm !== undefined;
  return farm.kind === 'farm';
}

function requireValues(
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

interface UpdateFlags {
  readonly ifMatch?: string;
}

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
    .option(VERSION_FLAG, 'fail unless the row is still at this version (If-Match)', parseVersion)
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
  requireFields(context, allColumns(definition));
  const change = await readBody(command, definition, context);
  if (Object.keys(change).length === 0) {
    throw usageError(message('fault.changeMissing'));
  }
  await reportIgnored(context, definition, change);
  const id = await findRowId(context, definition, typed);
  const resolved = await resolveBody(context, definition, change);
  const client = await context.client();
  // The flags are derived from the same definition as the type; the server validates the values.
  const body = resolved as Update<ResourceName>;
  const row = await writeAsking(context, definition.doubted === true, (preference) =>
    client.update(nameOf(definition), { id, body }, { ...flags, ...preference }),
  );
  await markLastAction(context);
  await printWrite(
    context,
    await describeWrite(context, 'updated', { definition, row }),
    rowOutput(definition, row),
  );
  await reportDelivery(context, definition, { body, row });
}

/** Reports the delivery created for a delivered order, dated the given day or today. */
async function reportDelivery(
  context: CommandContext,
  { name }: ResourceDefinition,
  { body, row }: { readonly body: object; readonly row: object },
): Promise<void> {
  const { deliveryId, deliveredAt } = row as Values;
  const isArrival = name === 'feed-orders' && 'status' in body && body.status === 'delivered';
  if (!isArrival || typeof deliveryId !== 'string' || typeof deliveredAt !== 'string') return;
  await context.report('note.orderDelivery', {
    delivery: neutralise(deliveryId),
    day: { day: deliveredAt },
  });
}

/** A user without a farm has no access and gets no alerts: prints the command that gives access. */
async function reportMissingAccess(
  context: CommandContext,
  { name }: ResourceDefinition,
  row: object,
): Promise<void> {
  const { id, role, farms } = row as Values;
  if (name !== 'users' || typeof id !== 'string') return;
  if (!Array.isArray(farms) || farms.length > 0) return;
  const command = `farmctl users access ${neutralise(id)} --role ${neutralise(String(role))}`;
  await context.report('note.userWithoutFarm', { command });
}

interface DeleteFlags {
  readonly ifMatch?: string;
}

export function addDelete(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
): void {
  parent
    .command(`delete ${rowArgument(definition)}`)
    .description(`Delete one ${definition.singular}`)
    .option(VERSION_FLAG, 'fail unless the row is still at this version (If-Match)', parseVersion)
    .addHelpText('after', deleteExamples(definition))
    .action((typed: string, flags: DeleteFlags) =>
      runDelete(context, definition, { typed, flags }),
    );
}

/** Output columns of a deleted row. */
const DELETED = [{ name: 'id' }, { name: 'deleted' }];

async function runDelete(
  context: CommandContext,
  definition: ResourceDefinition,
  { typed, flags }: { readonly typed: string; readonly flags: DeleteFlags },
): Promise<void> {
  requireConfirmable(context);
  requireFields(context, DELETED);
  const id = await findRowId(context, definition, typed);
  const client = await context.client();
  if (!context.flags().yes) {
    const row = await client.get(nameOf(definition), id);
    const description = await namedRow(context, definition, row);
    if (!(await isConfirmed(context, { text: 'cli.ask.delete', params: { what: description } })))
      return;
  }
  const removed = await client.remove(nameOf(definition), id, flags);
  await markLastAction(context);
  const record = typeof removed === 'object' && removed !== null ? { id, ...removed } : { id };
  await printWrite(context, await describeWrite(context, 'deleted', { definition, row: { id } }), {
    kind: 'record',
    record,
  });
}

/** A row in a confirmation prompt: `flock B1-2611 (flock_…)`. */
async function namedRow(
  context: CommandContext,
  definition: ResourceDefinition,
  row: object,
): Promise<string> {
  const { loadLabels } = await import('../../../i18n/labels.ts');
  const { singulars } = await loadLabels((await context.translator()).language);
  const values = row as Values;
  const label = definition.label.map((name) => values[name]).find((value) => value !== null);
  const name = typeof label === 'string' ? ` ${neutralise(label)}` : '';
  return `${singulars[nameOf(definition)]}${name} (${neutralise(String(values['id']))})`;
}

/** Flag for a conditional change (If-Match). */
const VERSION_FLAG = '--if-match <version>';

/** The `If-Match` value for a version: `3`, `v3` or an ETag. */
function parseVersion(text: string): string {
  const match = /^"?v?(\d+)(-[\w-]+)?"?$/.exec(text);
  if (match) return `"v${match[1]}"`;
  throw usageError(message('fault.ifMatchInvalid', { text: JSON.stringify(text) }));
}
