import { actionRoutes } from '../../model/action-routes.ts';
import { requireScope } from '../access/actor.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import { operationParameters } from '../requests/operation-parameters.ts';
import type { Runtime } from '../runtime.ts';
import { checkAction } from './check-action.ts';

const [, checking] = actionRoutes;

/** `POST /os/actions/check`: the complete body of an action, of which nothing runs. */
export async function answerCheck(
  { database }: Runtime,
  { call, body }: { readonly call: Call; readonly body: () => unknown },
): Promise<Answer> {
  call.subject.resource = 'actions';
  requireScope(call.actor, checking.scope);
  operationParameters({}, call);
  const { type, farmId, fields } = await checkAction(database, { call, body: body() });
  if (farmId !== undefined) call.subject.farmId = farmId;
  const told = Object.entries(fields).filter(([, value]) => (value ?? null) !== null);
  const complete = {
    ...(farmId === undefined ? {} : { farmId }),
    type,
    ...Object.fromEntries(told),
  };
  return jsonAnswer({ ok: true, type, farmId: farmId ?? null, fields: complete });
}
