import { createHash } from 'node:crypto';
import type { ProposedOrder } from '../../ask/conversation-memory.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import { loadLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import { loadLabels } from '../../i18n/labels.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { FarmError } from '../../model/core/errors.ts';
import { type Message, message } from '../../model/core/message.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import {
  isRecordOrder,
  type OrderType,
  recordOrders,
} from '../../model/resources/record-orders.ts';
import { scopeOfRoute } from '../../model/routes/route-table.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { checkAction } from '../actions/execute-action.ts';
import { performAction } from '../actions/perform-action.ts';
import { scopeOf } from '../core/actor.ts';
import type { RequestContext } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { queryWording } from './answer-records.ts';
import { findOrderTarget, type TargetRecord } from './order-target.ts';
import type { ActionOutcome, AskAnswer, QuestionFarm } from './question-farm.ts';
import {
  type ActionPlace,
  findDoubts,
  type Restatement,
  restateAction,
  restateIssues,
} from './restate-action.ts';

type OrderedAction = Extract<Understanding, { kind: 'action' }>;

/** An ordered action: caller, farm, and whether it may run. */
export interface ActionOrder {
  readonly call: RequestContext;
  readonly farm: QuestionFarm;
  readonly execute: boolean;
  readonly translator: Translator;
}

const SCOPE = scopeOfRoute('executeAction');

/** The result of an action with its messages. */
interface ActionResult {
  readonly done: ActionOutcome;
  readonly restatement: Restatement;
}

/** The answer to an order, and the proposal that a following "yes" would run, if it did not run. */
export interface AnsweredAction {
  readonly answer: AskAnswer;
  readonly proposed?: Pick<ProposedOrder, 'type' | 'fields' | 'told'>;
}

/**
 * Validates an action like `POST /actions` and runs it when requested and allowed; otherwise
 * proposes it. A refusal is an answer and writes nothing. The answer restates every value that was
 * or would be written.
 */
export async function answerAction(
  runtime: Runtime,
  transaction: Transaction,
  ordered: OrderedAction,
  order: ActionOrder,
): Promise<AnsweredAction> {
  const { farm, translator } = order;
  const action = await withExistingTask(transaction, ordered, order);
  const place = await actionPlace(order);
  const { target } = action;
  const {
    call,
    farm: { farmId },
  } = order;
  const found =
    target && (await findOrderTarget(transaction, { ...action, target }, { call, farmId }));
  if (found && 'text' in found) return { answer: askForTarget(action, order, found) };
  const record = found?.record;
  const fields = found
    ? { ...withoutTitle(action.fields), [found.idField]: found.record.id }
    : action.fields;
  const { done, restatement } = await runOrPropose(
    runtime,
    transaction,
    { ...action, fields, isDoubtful: action.isDoubtful || found?.isDoubtful === true },
    { ...order, place, record },
  );
  const text = renderRestatement(restatement, translator);
  const answer: AskAnswer = {
    answer: `${text}\n${renderMessage(translator, message(`ask.action.${done.status}`))}`,
    lang: translator.language,
    mode: 'deterministic',
    understood: { intent: action.type, farm: farm.farmId },
    confidence: action.confidence,
    facts: restatement.facts,
    action: done,
  };
  if (done.status !== 'proposed' && done.status !== 'suppressed') return { answer };
  const { farmId: _, type: __, ...values } = done.fields;
  return { answer, proposed: { type: action.type, fields: values, told: digest(text) } };
}

function renderRestatement({ lines }: Restatement, translator: Translator): string {
  return lines.map((line) => renderMessage(translator, line)).join('\n');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The order confirmed by "yes": exactly the proposal, on the record named then. */
export function confirmedAction({ type, fields, told: proposedAs }: ProposedOrder): OrderedAction {
  const id = fields['taskId'] ?? fields['alertId'];
  const target = {
    typed: String(id).toLowerCase(),
    ...{ topics: [], words: [], barnIds: [], personIds: [], isNamed: true },
  };
  const isAboutRecord = id !== undefined && (type === 'complete_task' || isRecordOrder(type));
  return {
    ...{ kind: 'action', type, fields, isOrder: true, isDoubtful: false, confidence: 1 },
    ...(isAboutRecord ? { target } : {}),
    confirms: proposedAs,
  };
}

/**
 * A task to be assigned may already exist: then its assignment is proposed, or a question asks
 * which one is meant. An order for a named task that does not exist is only proposed.
 */
async function withExistingTask(
  transaction: Transaction,
  action: OrderedAction,
  { call, farm: { farmId } }: ActionOrder,
): Promise<OrderedAction> {
  const { instead: target, fields } = action;
  if (target === undefined || !coversScope(call.actor.scopes, 'read:tasks')) return action;
  const assignment = { ...action, type: 'assign_task', target, isDoubtful: true } as const;
  const found = await findOrderTarget(transaction, assignment, { call, farmId });
  const exists =
    ('record' in found && !found.isDoubtful) ||
    (target.isNamed && ('record' in found || found.clarify !== undefined));
  if (exists) return { ...assignment, fields: { assignee: fields['assignee'] } };
  return { ...action, isDoubtful: action.isDoubtful || target.isNamed };
}

/** The answer when the record is ambiguous: nothing runs. */
function askForTarget(
  { type, confidence }: OrderedAction,
  { farm: { farmId }, translator }: ActionOrder,
  { text, ...more }: Pick<AskAnswer, 'clarify' | 'needs'> & { readonly text: Message },
): AskAnswer {
  return {
    answer: renderMessage(translator, text),
    lang: translator.language,
    mode: 'deterministic',
    understood: { intent: type, farm: farmId },
    confidence,
    facts: [],
    ...more,
  };
}

function withoutTitle({ title: _, ...fields }: Readonly<Record<string, unknown>>) {
  return fields;
}

async function actionPlace({ farm, translator }: ActionOrder): Promise<ActionPlace> {
  const { farmId, names, frame } = farm;
  const [labels, compiled] = await Promise.all([
    loadLabels(translator.language),
    loadLexicon(translator.language),
  ]);
  const { currency, today } = frame;
  return { farmId, names, currency, today, labels, wordOf: queryWording(compiled, labels) };
}

async function runOrPropose(
  runtime: Runtime,
  transaction: Transaction,
  { type, fields, isOrder, isDoubtful, confirms }: OrderedAction,
  {
    call,
    execute,
    place,
    record,
    translator,
  }: ActionOrder & { readonly place: ActionPlace; readonly record: TargetRecord | undefined },
): Promise<ActionResult> {
  const { farmId } = place;
  const body = { farmId, type, ...fields };
  try {
    const request = await checkAction(transaction, { call, body, types: [type] });
    const complete = { farmId, type, ...withoutNulls(request.fields) };
    const action = { type, fields: complete };
    const doubt = await findDoubts(transaction, action, {
      ...place,
      scope: narrowScope(scopeOf(call.actor), farmId),
    });
    const { lines, facts } = restateAction(action, place, record);
    const restatement = {
      lines: [...lines, ...(doubt?.lines ?? [])],
      facts: [...facts, ...(doubt?.facts ?? [])],
    };
    const result = (status: ActionOutcome['status'], reason?: string): ActionResult => ({
      done: { status, type, fields: complete, ...(reason ? { reason } : {}) },
      restatement,
    });
    if (doubt?.status === 'refused') return result('refused', doubt.reason);
    if (!isOrder) return result('proposed', doubt?.reason);
    if (!execute) return result('suppressed', doubt?.reason ?? 'execute is not set');
    const lacking = requiredScopes(type).find((scope) => !coversScope(call.actor.scopes, scope));
    if (lacking) return result('suppressed', `the key lacks ${lacking}`);
    const open = openDoubt(
      { doubt, isDoubtful, confirms },
      digest(renderRestatement(restatement, translator)),
    );
    if (open !== undefined) return result('proposed', open);
    // A sentence may be misheard or mistyped: implausible values are refused instead of flagged.
    const strict = { ...call, isStrict: true };
    const { undo } = await performAction(runtime, transaction, { call: strict, request });
    const replaced = (doubt?.lines ?? []).flatMap(toReplaced);
    return {
      done: { ...result('executed').done, undo },
      restatement: { ...restatement, lines: [...lines, ...replaced] },
    };
  } catch (error) {
    if (!(error instanceof FarmError) || error.status >= 500) throw error;
    const { lines, facts } = restateAction({ type, fields: body }, place, record);
    return {
      done: { status: 'refused', type, fields: body, reason: error.message },
      restatement: { lines: [...lines, ...restateIssues(error.issues, place)], facts },
    };
  }
}

/** After an action its values were replaced, and its doubts were answered. */
function toReplaced({ text, params }: Message): readonly Message[] {
  return text === 'ask.action.replaces' ? [message('ask.action.replaced', params)] : [];
}

/** The reason for only proposing an action, unless a "yes" confirms exactly the proposal. */
function openDoubt(
  {
    doubt,
    isDoubtful,
    confirms,
  }: {
    readonly doubt: { readonly reason: string } | undefined;
    readonly isDoubtful: boolean;
    readonly confirms: string | undefined;
  },
  restated: string,
): string | undefined {
  if (confirms === restated) return undefined;
  if (confirms !== undefined) return 'What is recorded has changed since that was proposed.';
  if (doubt) return doubt.reason;
  return isDoubtful ? 'Words that were taken as typed are to be confirmed.' : undefined;
}

/** The scopes of an order that changes a record are those of the call that changes it. */
function requiredScopes(type: OrderType): readonly string[] {
  if (!isRecordOrder(type)) return [SCOPE];
  return [SCOPE, ...recordOrders[type].writes.map((resource) => `write:${resource}`)];
}

function withoutNulls(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? null) !== null));
}
