import type { Command, Option } from 'commander';
import { preferenceHeaders } from '../../client/client.ts';
import { FarmError } from '../../model/core/errors.ts';
import type { Field } from '../../model/core/fields.ts';
import { message } from '../../model/core/message.ts';
import {
  type ActionDefinition,
  type ActionType,
  actionFields,
  actions,
  actionTypes,
} from '../../model/resources/actions.ts';
import { getResource, resources } from '../../model/resources/registry.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { nearestWord } from '../../tools/words.ts';
import { completedOption, renderExamples } from '../core/command-line.ts';
import { CliError, usageError } from '../core/errors.ts';
import { addBodyFlags, fieldOption, readFieldsBody } from '../input/field-flags.ts';
import { readJsonInput } from '../input/read-input.ts';
import { neutralise } from '../output/neutralise.ts';
import { allColumns, type Column, type Values } from '../output/output.ts';
import type { CommandContext } from '../session/context.ts';
import { requireFields } from '../session/requested-fields.ts';
import { findOwnZone, isIdOf } from '../session/resolve-name.ts';
import { onlyFarm, resolveBody } from '../session/row-id.ts';
import {
  type Descriptor,
  findDescriptor,
  forgetDescriptor,
  listDescriptors,
  type StoredDescriptor,
  storeDescriptor,
} from './core/action-descriptors.ts';
import { writeAsking } from './core/ask-doubted.ts';
import { type PageFlags, printPagedList } from './core/paged-list.ts';
import {
  describeResult,
  expectObject,
  isConfirmed,
  printResult,
  renderedError,
  replacedLines,
} from './core/write-results.ts';
import { flagText } from './resource/resource-flags.ts';

/** Adds `act`: one command per action, with a flag for each of its fields. */
export function addAct(parent: Command, context: CommandContext): void {
  const act = parent
    .command('act')
    .description('Run an undoable action')
    .addHelpText('after', EXAMPLES);
  for (const type of actionTypes) addType(act, context, type);
}

const EXAMPLES = `
Examples:
  $ farmctl act create_task --title 'Call the vet about barn 1' --priority high
  $ farmctl act log_daily --barn-id 'Barn 1' --mortality 12 && farmctl undo last`;

function addType(act: Command, context: CommandContext, type: ActionType): void {
  const { summary }: ActionDefinition = actions[type];
  const command = act.command(type).description(summary);
  // Accepts the spelling of a flag.
  const kebab = type.replaceAll('_', '-');
  if (kebab !== type) command.alias(kebab);
  const fields = actionFields(actions[type]);
  for (const [name, field] of fields) command.addOption(optionOf(name, field));
  addBodyFlags(command, fields);
  command.addHelpText('after', actExamples(type)).action(() => runAct(context, type, command));
}

/** An exhaustive list of words is completed by shells and shown in help. */
function optionOf(name: string, field: Field): Option {
  const option = fieldOption(name, field);
  if (field.type !== 'word' || field.vocabulary.open) return option;
  return completedOption(option.flags, field.note ?? '', field.vocabulary.words).helpGroup(
    'Fields:',
  );
}

/** Two examples of an action, with the model's example values. */
export function actExamples(type: ActionType): string {
  const { example }: ActionDefinition = actions[type];
  const flags = Object.entries(example).map(([name, value]) => flagText(name, value));
  const command = `farmctl act ${type}`;
  return renderExamples([
    `${command} ${flags.join(' ')}`,
    `${command} --input ${type.replaceAll('_', '-')}.json -o json`,
  ]);
}

const UNDO = 'farmctl undo last';

/** `act <type>`: runs an action, and prints the record and how to undo it. */
export async function runAct(
  context: CommandContext,
  type: ActionType,
  command: Command,
): Promise<void> {
  const { writes }: ActionDefinition = actions[type];
  const columns = writes.flatMap((resource) => allColumns(getResource(resource)));
  // An action that writes nothing leads somewhere.
  requireFields(context, writes.length > 0 ? columns : ['path', 'url']);
  const body = await buildBody(context, type, command);
  const client = await context.client();
  const request = { method: 'POST', path: '/actions', body };
  let answer: Values = {};
  await writeAsking(context, true, async (preference) => {
    const headers = preferenceHeaders(preference);
    const { data } = await client.request({ ...request, headers });
    answer = expectObject(data, { ...request, server: client.server });
    const { result } = answer;
    return isRecord(result) ? result : {};
  });
  const isKept = await storeDescriptor(context, answer);
  const confirmation = await describeResult(context, type, answer['result']);
  const text = isKept
    ? await context.t('done.undoWith', { done: confirmation, command: UNDO })
    : confirmation;
  const replaced = await replacedLines(type, answer, await context.translator());
  await context.note([text, ...replaced].join('\n'));
  try {
    await printResult(context, answer);
  } catch (error) {
    if (!(error instanceof CliError) || error.outcome !== 'usage') throw error;
    throw new CliError(
      'partlyDone',
      message('fault.resultNotPrinted', {
        done: confirmation,
        message: await renderedError(context, error),
      }),
    );
  }
}

/** The given fields with names replaced by IDs, plus the type and the selected farm. */
async function buildBody(
  context: CommandContext,
  type: ActionType,
  command: Command,
): Promise<Values> {
  const fields = actionFields(actions[type]);
  const { type: sent = type, ...typed } = await readFieldsBody(command, fields, context);
  if (sent !== type) {
    throw usageError(message('fault.inputIsOtherAction', { sent: JSON.stringify(sent), type }));
  }
  const names = ['farmId', ...fields.map(([name]) => name)];
  for (const name of Object.keys(typed)) await reportIgnored(context, name, names);
  const namedFields = Object.fromEntries(fields);
  const body = await resolveBody(context, { fields: namedFields }, byTitle(type, typed));
  const farmId = body['farmId'] ?? (await onlyFarm(context));
  return { ...(farmId === undefined ? {} : { farmId }), type, ...body };
}

/** A task that is not given as an ID is given as a title, which the server looks up. */
function byTitle(type: ActionType, body: Values): Values {
  const { taskId, ...rest } = body;
  const isTitle = typeof taskId === 'string' && taskId !== '' && !isIdOf('tasks', taskId);
  if (type !== 'complete_task' || !isTitle || rest['title'] !== undefined) return body;
  return { ...rest, title: taskId };
}

async function reportIgnored(
  context: CommandContext,
  name: string,
  names: readonly string[],
): Promise<void> {
  if (names.includes(name)) return;
  const suggestion = nearestWord(name, names);
  await context.report('note.ignoredActionField', {
    name: neutralise(name),
    near: suggestion ?? '',
    isNear: suggestion === undefined ? 'no' : 'yes',
  });
}

/** Adds `undo`: reverses an action. */
export function addUndo(parent: Command, context: CommandContext): void {
  const undo = parent
    .command('undo')
    .argument(
      '[what]',
      'last, the id of an action of this machine, or a file (- for stdin)',
      'last',
    )
    .description('Undo an action')
    .addHelpText('after', UNDO_EXAMPLES)
    .action((actionId: string) => runUndo(context, actionId));
  undo
    .command('list')
    .description('List executed actions, and whether they can be undone from this machine')
    .addOption(completedOption('--type <type>', 'only actions of this type', actionTypes))
    .option('--undone', 'only undone actions')
    .option('--limit <count>', 'maximum number of rows to print (50)')
    .option('--all', 'print all rows')
    .addHelpText('after', LIST_EXAMPLES)
    .action((flags: UndoListFlags) => listUndoable(context, flags));
}

const UNDO_EXAMPLES = `
Examples:
  $ farmctl undo last
  $ farmctl act create_task --title 'Call the vet' -o json > done.json && farmctl undo done.json`;

const LIST_EXAMPLES = `
Examples:
  $ farmctl undo list
  $ farmctl undo list --type log_daily --jq '.[] | select(.here) | .id'`;

export interface UndoListFlags extends PageFlags {
  readonly type?: string;
  readonly undone?: boolean;
}

const COLUMNS: readonly Column[] = [
  { name: 'id' },
  { name: 'createdAt', kind: 'time' },
  { name: 'type', kind: 'word' },
  { name: 'rowId' },
  { name: 'undoable', kind: 'flag' },
  { name: 'here', kind: 'flag' },
  { name: 'undoneAt', kind: 'time' },
];

/** `undo list`: the actions that ran; `here` marks those that `undo <id>` can reverse. */
export async function listUndoable(
  context: CommandContext,
  { type, undone, ...page }: UndoListFlags,
): Promise<void> {
  const stored = new Set((await listDescriptors(context)).map(({ undo }) => undo.actionId));
  await printPagedList(context, {
    path: '/os/actions',
    query: { farmId: await onlyFarm(context), type, undone },
    columns: COLUMNS,
    shape: (row) => ({ ...row, here: row['undoable'] === true && stored.has(String(row['id'])) }),
    ...page,
  });
}

const ACTION_ID = /^action_[0-9A-HJKMNP-TV-Z]{26}$/;
const HINT = message('hint.list', { command: 'farmctl undo list' });

/** `undo last` asks for confirmation if the last action is older than this. */
const MINUTES_WITHOUT_CONFIRMATION = 10;

/** `undo [what]`: reverses an action, and prints the resulting record. */
export async function runUndo(context: CommandContext, actionId: string): Promise<void> {
  const rows = Object.values(resources).flatMap(allColumns);
  requireFields(context, ['id', 'deleted', ...rows]);
  const stored =
    actionId === 'last' || ACTION_ID.test(actionId)
      ? await findStoredDescriptor(context, actionId)
      : undefined;
  if (stored && actionId === 'last' && !(await isMeant(context, stored))) return;
  const descriptor = stored?.undo ?? (await readDescriptor(context, actionId));
  const client = await context.client();
  const request = { method: 'POST', path: '/actions/undo', body: descriptor };
  const { data } = await client.request(request).catch(async (error: unknown) => {
    const isDone = error instanceof FarmError && error.code === 'already_undone';
    if (isDone) await forgetDescriptor(context, descriptor.actionId);
    throw error;
  });
  const answer = expectObject(data, { ...request, server: client.server });
  await forgetDescriptor(context, descriptor.actionId);
  await context.note(await describe(context, descriptor, answer));
  await printResult(context, answer);
}

/**
 * Whether the last action is the intended one: either it just ran and nothing was written since, or
 * the user confirmed it.
 */
async function isMeant(
  context: CommandContext,
  { at, row, undo, isFollowed = false }: StoredDescriptor,
): Promise<boolean> {
  const ageMillis = context.now.now() - Date.parse(at);
  if (!isFollowed && ageMillis <= MINUTES_WITHOUT_CONFIRMATION * 60_000) return true;
  const zone =
    (await findOwnZone(await context.client(), context.io.interruption)) ??
    Intl.DateTimeFormat().resolvedOptions().timeZone;
  const params = {
    type: message('done.actionName', { type: neutralise(undo.type) }),
    at: Number.isNaN(ageMillis) ? neutralise(at) : { instant: at, zone },
    row: row === undefined ? '' : `: ${neutralise(row)}`,
  };
  if (!context.flags().yes && !context.io.terminal) {
    throw usageError(message('cli.answerNeeded', { flag: '--yes' }), {
      hint: message('hint.undoLast', params),
    });
  }
  return isConfirmed(context, { text: 'cli.ask.undo', params });
}

async function readDescriptor(context: CommandContext, file: string): Promise<Descriptor> {
  const descriptor = findDescriptor(await readJsonInput(file, context.io));
  if (descriptor) return descriptor;
  throw usageError(message('fault.descriptorMissing', { file }), {
    hint: message('hint.inputOfUndo'),
  });
}

async function findStoredDescriptor(
  context: CommandContext,
  actionId: string,
): Promise<StoredDescriptor> {
  const stored = await listDescriptors(context);
  const storedAction =
    actionId === 'last' ? stored[0] : stored.find(({ undo }) => undo.actionId === actionId);
  if (storedAction) return storedAction;
  throw new CliError(
    'notFound',
    actionId === 'last'
      ? message('fault.nothingToUndo')
      : message('fault.notDoneHere', { id: actionId }),
    { hint: HINT },
  );
}

function describe(
  context: CommandContext,
  { type, actionId }: Descriptor,
  { result }: Values,
): Promise<string> {
  const record = (result ?? {}) as Values;
  const row = neutralise(String(record['id']));
  const outcome = record['deleted'] === true ? 'gone' : 'restored';
  const name = message('done.actionName', { type: neutralise(type) });
  const params = { type: name, id: neutralise(actionId) };
  if (result === null) return context.t('done.undone.same', params);
  return context.t(`done.undone.${outcome}`, { ...params, row });
}
