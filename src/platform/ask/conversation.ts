import {
  type AskedBefore,
  type Memory,
  type Proposed,
  readMemory,
  type Told,
  writeMemory,
} from '../../ask/conversation-memory.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import { limits } from '../../model/core/limits.ts';
import type { Language } from '../../model/core/message.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { agentRuns } from '../../model/resources/agent-runs.ts';
import { chatMessages } from '../../model/resources/chat-messages.ts';
import type { Transaction } from '../../storage/core/database.ts';
import {
  findConversation,
  pruneConversations,
  saveConversation,
} from '../../storage/system/questions.ts';
import { formatInstant, HOUR_MILLIS, MINUTE_MILLIS } from '../../tools/calendar.ts';
import type { RequestContext } from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import type { Runtime } from '../core/runtime.ts';
import { insertRecord } from '../records/write-record.ts';
import type { ModelRun } from './ask-model.ts';
import type { AskAnswer } from './asked-farm.ts';

/** A conversation of the caller's key, and its memory. */
export interface Conversation extends Memory {
  readonly id: string;
  readonly isNew: boolean;
}

/** The instant before which unused conversations are expired. */
export function conversationsSince(now: number): string {
  return formatInstant(now - limits.conversationHours * HOUR_MILLIS);
}

/**
 * The conversation that a question names; a new one when it names none, an expired one or that of
 * another key. Its memory contains only IDs: rights are checked again for every question.
 */
export async function openConversation(
  { database, ids, clock }: Runtime,
  { actor }: RequestContext,
  sent: string | undefined,
): Promise<Conversation> {
  if (sent !== undefined) {
    const since = conversationsSince(clock.now());
    const found = await findConversation(database, { ...actor, id: sent }, { since });
    if (found) return { id: sent, isNew: false, ...readMemory(found.memory) };
  }
  return { id: ids.create('conversation'), isNew: true };
}

/** Claims a proposal for confirmation: only one of several concurrent confirmations succeeds. */
export async function takeProposal(
  transaction: Transaction,
  { actor, at }: RequestContext,
  { id, proposed }: Conversation,
): Promise<boolean> {
  const since = formatInstant(at - limits.proposalMinutes * MINUTE_MILLIS);
  if (proposed === undefined || proposed.at < since) return false;
  await transaction.lock(`conversation ${id}`);
  const found = await findConversation(transaction, { ...actor, id }, { since });
  return readMemory(found?.memory ?? null).proposed?.at === proposed.at;
}

/** The interpretation of a question, and its place. */
export interface AskedTurn {
  readonly understanding: Understanding;
  readonly farmId: string;
  readonly language: Language;
  readonly told: Told;
  /** The proposal that a following "yes" would run. */
  readonly proposed: Proposed | undefined;
}

/** The context for the next question; undefined when this question was not understood. */
function rememberedOf(
  understanding: Understanding,
  where: Pick<AskedBefore, 'farmId' | 'language' | 'told'>,
): AskedBefore | undefined {
  if (understanding.kind === 'question') {
    return { intent: understanding.intent, question: understanding.question, ...where };
  }
  if (understanding.kind === 'unclear' && understanding.suggested) {
    const suggested = rememberedOf(understanding.suggested, where);
    return suggested && { ...suggested, isSuggested: true };
  }
  if (understanding.kind !== 'records') return undefined;
  return { view: understanding.view, form: understanding.form, ...where };
}

/**
 * Stores the question for the next one; a question that was not understood leaves the context
 * unchanged.
 */
export async function storeConversation(
  transaction: Transaction,
  { actor, at }: RequestContext,
  { id, isNew, before }: Conversation,
  { understanding, proposed, ...where }: AskedTurn,
): Promise<void> {
  const { orgId, keyId } = actor;
  const isOne = !('also' in understanding) || understanding.also === undefined;
  const asked = isOne ? rememberedOf(understanding, where) : undefined;
  // The supplier stays known after a question on the price; double questions set no context.
  const isSame =
    asked && 'view' in asked && before && 'view' in before && asked.view === before.view;
  // Only the turn immediately after a suggestion may confirm it.
  const stays = before?.isSuggested || !isOne ? undefined : before;
  const now = asked ? { ...asked, told: { ...(isSame ? before.told : {}), ...where.told } } : stays;
  const kept = { memory: writeMemory({ before: now, proposed }), at: formatInstant(at) };
  // Pruning waits for requests of the same key, so it precedes the insert.
  if (isNew) await pruneConversations(transaction, { keyId, most: limits.conversationsPerKey - 1 });
  await saveConversation(transaction, { id, orgId, keyId }, kept);
}

/** A question with its answer, as stored. */
export interface AnsweredQuestion {
  readonly farmId: string;
  readonly question: string;
  readonly answer: AskAnswer;
  /** Undefined when no model was needed. */
  readonly run?: ModelRun | undefined;
}

const ASSISTANT = 'farmctl';

/**
 * Records a question as an agent run, and question and answer in the conversation of its key and
 * day, in the transaction of its changes.
 */
export async function recordQuestion(
  runtime: Runtime,
  transaction: Transaction,
  { call, asked }: { readonly call: RequestContext; readonly asked: AnsweredQuestion },
): Promise<void> {
  const { farmId, question, answer } = asked;
  const context = await writeContext(runtime, transaction, { call, farmId });
  const insert = async (
    definition: ResourceDefinition,
    values: Readonly<Record<string, unknown>>,
  ) => (await insertRecord(definition, { values, farmId }, context)).id;
  const agentRunId = await insert(agentRuns, runOf(call, asked));
  const said = {
    threadId: `ask:${call.actor.keyId}:${context.today}`,
    lang: answer.lang,
    agentRunId,
  };
  const { keyId, name } = call.actor;
  const user = { senderType: 'user', senderId: keyId, senderName: name, role: 'user' };
  const replyToId = await insert(chatMessages, { ...said, ...user, text: question });
  const assistant = { senderType: 'assistant', senderName: ASSISTANT, role: 'assistant' };
  await insert(chatMessages, { ...said, ...assistant, text: answer.answer, replyToId });
}

function runOf(call: RequestContext, { question, answer, run }: AnsweredQuestion) {
  const { action, lang, understood, confidence, facts } = answer;
  const durationMs = Math.round(call.elapsedMillis());
  return {
    kind: 'ask',
    trigger: 'api',
    status: action?.status === 'refused' ? 'failed' : 'succeeded',
    lang,
    question,
    answer: answer.answer,
    actionType: action?.type ?? null,
    actionStatus: action?.status ?? 'none',
    input: action ? { fields: action.fields } : { understood },
    output: {
      intent: understood['intent'] ?? null,
      confidence,
      facts: facts.length,
      ...(run?.failure ? { degraded: run.failure } : {}),
    },
    error: action?.status === 'refused' ? (action.reason ?? null) : null,
    model: run?.model ?? null,
    tokensIn: run?.model ? run.tokensIn : null,
    tokensOut: run?.model ? run.tokensOut : null,
    durationMs,
    requestId: call.requestId,
    keyId: call.actor.keyId,
    startedAt: formatInstant(call.at),
    finishedAt: formatInstant(call.at + durationMs),
  };
}
