import type { Command } from 'commander';
import { actionFields } from '../../../model/action-fields.ts';
import { type ActionType, actions } from '../../../model/actions.ts';
import { nearestWord } from '../../../tools/nearest-word.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import { readFieldsBody } from '../../field-flags.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import { isIdOf } from '../../resolve-name.ts';
import { expectObject } from '../keys/expect-object.ts';
import { onlyFarm, resolveBody } from '../resource/row-id.ts';
import { describeResult } from './describe-result.ts';
import { keepDescriptor } from './kept-descriptors.ts';
import { printResult } from './print-result.ts';

/** `act <type>`: runs an action, prints the record, and says how to undo it. */
export async function runAct(
  context: CommandContext,
  type: ActionType,
  command: Command,
): Promise<void> {
  const body = await buildBody(context, type, command);
  const client = await context.client();
  const request = { method: 'POST', path: '/actions', body };
  const { data } = await client.request(request);
  const answer = expectObject(data, { ...request, server: client.server });
  const isKept = await keepDescriptor(context, answer);
  const undo = isKept ? '; undo it with: farmctl undo last' : '';
  const done = `${describeResult(type, answer['result'])}`;
  await context.note(`${done}${undo}`);
  try {
    await printResult(context, answer);
  } catch (error) {
    if (!(error instanceof CliError) || error.outcome !== 'usage') throw error;
    throw new CliError('partlyDone', `${done}, but it cannot be printed: ${error.message}`);
  }
}

/** The fields that were given, with the ids of the rows they name, the type and the chosen farm. */
async function buildBody(
  context: CommandContext,
  type: ActionType,
  command: Command,
): Promise<Values> {
  const fields = actionFields(actions[type]);
  const { type: sent = type, ...typed } = await readFieldsBody(command, fields, context);
  if (sent !== type) {
    throw usageError(`--input holds the action ${JSON.stringify(sent)}, not ${type}`);
  }
  const names = ['farmId', ...fields.map(([name]) => name)];
  for (const name of Object.keys(typed)) await tellIgnored(context, name, names);
  const named = Object.fromEntries(fields);
  const body = await resolveBody(context, { fields: named }, byTitle(type, typed));
  const farmId = body['farmId'] ?? (await onlyFarm(context));
  return { ...(farmId === undefined ? {} : { farmId }), type, ...body };
}

/** A task that is not named by an id is named by its title, which the server looks up. */
function byTitle(type: ActionType, body: Values): Values {
  const { taskId, ...rest } = body;
  const isTitle = typeof taskId === 'string' && taskId !== '' && !isIdOf('tasks', taskId);
  if (type !== 'complete_task' || !isTitle || rest['title'] !== undefined) return body;
  return { ...rest, title: taskId };
}

async function tellIgnored(
  context: CommandContext,
  name: string,
  names: readonly string[],
): Promise<void> {
  if (names.includes(name)) return;
  const near = nearestWord(name, names);
  const suggestion = near === undefined ? '' : `; did you mean ${near}?`;
  await context.note(
    `farmctl: ${neutralise(name)} is no field of the action and is ignored${suggestion}`,
  );
}
