import { FarmError } from '../../model/errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { requireScope } from '../access/actor.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import { refusalOf } from '../requests/execute-write.ts';
import { operationParameters } from '../requests/operation-parameters.ts';
import type { Runtime } from '../runtime.ts';
import { checkAction } from './check-action.ts';
import { noteAgentRun } from './note-agent-run.ts';
import { parseDescriptor } from './parse-descriptor.ts';
import { performAction } from './perform-action.ts';
import { undoAction } from './undo-action.ts';

/** What is sent to act or to undo. */
interface ActionCall {
  readonly call: Call;
  readonly body: () => unknown;
}

/** `POST /actions`: runs an action; that it ran, or why it was refused, is kept as an agent run. */
export async function executeAction(
  runtime: Runtime,
  transaction: Transaction,
  { call, body }: ActionCall,
): Promise<Answer> {
  call.subject.resource = 'actions';
  requireScope(call.actor, 'actions:execute');
  operationParameters({}, call);
  const request = await checkAction(transaction, { call, body: body() });
  const { type, fields: input } = request;
  if (request.farmId !== undefined) call.subject.farmId = request.farmId;
  return answerRefusal(runtime, transaction, { call, about: { type, input } }, async () => {
    const done = await performAction(runtime, transaction, { call, request });
    const { id: actionId, farmId } = done.action;
    const { resource, rowId } = call.subject;
    const output = { actionId, ...(rowId === undefined ? {} : { resource, rowId }) };
    const outcome = { type, farmId, status: 'executed', input, output } as const;
    await noteAgentRun(runtime, transaction, { call, outcome });
    return jsonAnswer(done);
  });
}

/** `POST /actions/undo`: takes an action back. */
export async function executeUndo(
  runtime: Runtime,
  transaction: Transaction,
  { call, body }: ActionCall,
): Promise<Answer> {
  call.subject.resource = 'actions';
  requireScope(call.actor, 'actions:execute');
  operationParameters({}, call);
  const descriptor = parseDescriptor(body());
  const { type, actionId } = descriptor;
  const input = { actionId };
  return answerRefusal(runtime, transaction, { call, about: { type, input } }, async () => {
    const { farmId, ...answer } = await undoAction(runtime, transaction, { call, descriptor });
    const outcome = { type, farmId, status: 'undone', input } as const;
    await noteAgentRun(runtime, transaction, { call, outcome });
    return jsonAnswer(answer);
  });
}

/**
 * The answer of the work, or that of its refusal. A refusal is answered rather than thrown, so that
 * the row that tells of it stands while what the work wrote does not.
 */
async function answerRefusal(
  runtime: Runtime,
  transaction: Transaction,
  refusable: {
    readonly call: Call;
    readonly about: { readonly type: string; readonly input: Readonly<Record<string, unknown>> };
  },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { call, about } = refusable;
  try {
    return await transaction.savepoint(work);
  } catch (error) {
    const { farmId } = call.subject;
    const isRefused = error instanceof FarmError && error.slug === 'action_refused';
    // What is about no farm that the caller sees is for the audit log alone.
    if (!isRefused || farmId === undefined) throw error;
    const outcome = { ...about, farmId, status: 'refused', error } as const;
    await noteAgentRun(runtime, transaction, { call, outcome });
    return refusalOf(error, call);
  }
}
