import { FarmError } from '../../../model/errors.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import { readJsonInput } from '../../read-json-input.ts';
import {
  type Descriptor,
  findDescriptor,
  forgetDescriptor,
  listDescriptors,
} from '../act/kept-descriptors.ts';
import { printResult } from '../act/print-result.ts';
import { expectObject } from '../keys/expect-object.ts';

const ACTION_ID = /^action_[0-9A-HJKMNP-TV-Z]{26}$/;
const HINT = 'See what there is with: farmctl undo list';

/** `undo [what]`: takes an action back, and prints the record as it stands now. */
export async function runUndo(context: CommandContext, what: string): Promise<void> {
  const descriptor = await findMeant(context, what);
  const client = await context.client();
  const request = { method: 'POST', path: '/actions/undo', body: descriptor };
  const { data } = await client.request(request).catch(async (error: unknown) => {
    const isDone = error instanceof FarmError && error.code === 'already_undone';
    if (isDone) await forgetDescriptor(context, descriptor.actionId);
    throw error;
  });
  const answer = expectObject(data, { ...request, server: client.server });
  await forgetDescriptor(context, descriptor.actionId);
  await context.note(describe(descriptor, answer));
  await printResult(context, answer);
}

async function findMeant(context: CommandContext, what: string): Promise<Descriptor> {
  if (what === 'last' || ACTION_ID.test(what)) return findKept(context, what);
  const descriptor = findDescriptor(await readJsonInput(what, context.io));
  if (descriptor) return descriptor;
  throw usageError(`${what === '-' ? 'standard input' : what} holds no descriptor of an action`, {
    hint: 'It is what farmctl act -o json prints, or the undo in it',
  });
}

async function findKept(context: CommandContext, what: string): Promise<Descriptor> {
  const kept = await listDescriptors(context);
  const found = what === 'last' ? kept[0] : kept.find(({ actionId }) => actionId === what);
  if (found) return found;
  throw new CliError(
    'notFound',
    what === 'last'
      ? 'no action of this machine is left to be undone on this server'
      : `${what} was not done from this machine, or is undone; its descriptor is needed`,
    { hint: HINT },
  );
}

function describe({ type, actionId }: Descriptor, { result }: Values): string {
  const record = (result ?? {}) as Values;
  const id = neutralise(String(record['id']));
  const done = `undid ${neutralise(type)} (${neutralise(actionId)})`;
  if (result === null) return `${done}; nothing had changed`;
  return record['deleted'] === true ? `${done}; ${id} is gone` : `${done}; ${id} is as it was`;
}
