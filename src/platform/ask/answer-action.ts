import type { Understanding } from '../../ask/grammar/understanding.ts';
import { renderMessage, type Speaker } from '../../i18n/render-message.ts';
import { FarmError } from '../../model/core/errors.ts';
import { message } from '../../model/core/message.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { scopeOfRoute } from '../../model/routes/route-table.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { checkAction } from '../actions/execute-action.ts';
import { performAction } from '../actions/perform-action.ts';
import type { Call } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import type { AskAnswer, AskedAction } from './asked-farm.ts';

type OrderedAction = Extract<Understanding, { kind: 'action' }>;

/** Who orders an action, on which farm, and whether it may run. */
export interface ActionOrder {
  readonly call: Call;
  readonly farmId: string;
  readonly execute: boolean;
  readonly speaker: Speaker;
}

const SCOPE = scopeOfRoute('executeAction');

/**
 * Checks an action as `POST /actions` does and runs it where that is wished and allowed; else what
 * would run is told and nothing runs. A refusal is an answer, and leaves nothing behind.
 */
export async function answerAction(
  runtime: Runtime,
  transaction: Transaction,
  action: OrderedAction,
  order: ActionOrder,
): Promise<AskAnswer> {
  const { farmId, speaker } = order;
  const done = await settle(runtime, transaction, action, order);
  return {
    answer: renderMessage(speaker, message(`ask.action.${done.status}`)),
    lang: speaker.language,
    mode: 'deterministic',
    understood: { intent: action.type, farm: farmId },
    confidence: action.confidence,
    facts: [],
    action: done,
  };
}

async function settle(
  runtime: Runtime,
  transaction: Transaction,
  { type, fields, isOrder }: OrderedAction,
  { call, farmId, execute }: ActionOrder,
): Promise<AskedAction> {
  const body = { farmId, type, ...fields };
  try {
    const request = await checkAction(transaction, { call, body });
    const complete = { farmId, type, ...withoutNulls(request.fields) };
    if (!isOrder) return { status: 'proposed', type, fields: complete };
    if (!execute)
      return { status: 'suppressed', type, fields: complete, reason: 'execute is not set' };
    if (!coversScope(call.actor.scopes, SCOPE)) {
      return { status: 'suppressed', type, fields: complete, reason: `the key lacks ${SCOPE}` };
    }
    const { undo } = await performAction(runtime, transaction, { call, request });
    return { status: 'executed', type, fields: complete, undo };
  } catch (error) {
    if (!(error instanceof FarmError) || error.status >= 500) throw error;
    return { status: 'refused', type, fields: body, reason: error.message };
  }
}

function withoutNulls(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? null) !== null));
}
