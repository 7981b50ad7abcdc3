import {
  type AnswerSubject,
  type ConversationMemory,
  type PreviousQuestion,
  type ProposedOrder,
  placesAsked,
  readMemory,
  writeMemory,
} from '../../ask/conversation-memory.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import { limits } from '../../model/core/limits.ts';
import { type Language, message } from '../../model/core/message.ts';
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
import type { AskAnswer, VisibleFarm } from './question-farm.ts';

/** A conversation of the caller's key, and its memory. */
export interface Conversation extends ConversationMemory {
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
export async function claimProposal(
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
export interface QuestionTurn {
  readonly understanding: Understanding;
  readonly farmId: string;
  readonly language: Language;
  readonly told: AnswerSubject;
  /** The proposal that a following "yes" would run. */
  readonly proposed: ProposedOrder | undefined;
}

/** The context for the next question; undefined when this question was not understood. */
function toPreviousQuestion(
  understanding: Understanding,
  place: Pick<PreviousQuestion, 'farmId' | 'language' | 'told'>,
): PreviousQuestion | undefined {
  if (understanding.kind === 'question') {
    return { intent: understanding.intent, question: understanding.question, ...place };
  }
  if (understanding.kind === 'unclear' && understanding.suggested) {
    const suggested = toPreviousQuestion(understanding.suggested, place);
    return suggested && { ...suggested, isSuggested: true };
  }
  if (understanding.kind === 'action') return loggedBefore(understanding, place);
  if (understanding.kind !== 'records') return undefined;
  return { view: understanding.view, form: understanding.form, ...place };
}

/** "Their phone number?" is unclear after a question that was not understood. */
export function withSubject(
  { isNew, previous }: Conversation,
  understanding: Understanding,
): Understanding {
  const isContact = understanding.kind === 'question' && understanding.intent === 'contact';
  if (isNew || previous || !isContact) return understanding;
  const { aggregation, slots } = understanding.question;
  if (aggregation !== 'value' || Object.keys(slots).length > 0) return understanding;
  const reason = message('ask.whose_contact');
  return { kind: 'unclear', intent: null, reason, choices: [], confidence: 0.5 };
}

/** The figures of a log. */
const FIGURES = {
  mortality: 'mortality',
  culls: 'culls',
  feedKg: 'feedEaten',
  waterL: 'waterUsed',
  eggs: 'eggs',
  avgWeightGr: 'weight',
} as const;

/** After a log the next question may be about its place and figure. */
function loggedBefore(
  { type, fields }: Extract<Understanding, { kind: 'action' }>,
  place: Pick<PreviousQuestion, 'farmId' | 'language' | 'told'>,
): PreviousQuestion | undefined {
  const logged = Object.entries(FIGURES).find(([name]) => fields[name] !== undefined);
  const { barnId, flockId, date } = fields;
  const placeId = barnId ?? flockId;
  if (type !== 'log_daily' || !logged || typeof placeId !== 'string') return undefined;
  const scope = barnId ? { barnIds: [placeId] } : { flockIds: [placeId] };
  const period = typeof date === 'string' ? { period: { from: date, to: date } } : {};
  const question = { scope, aggregation: 'value', slots: {}, ...period } as const;
  return { intent: logged[1], question, ...place };
}

/**
 * Stores the question for the next one; a question that was not understood leaves the context
 * unchanged.
 */
export async function storeConversation(
  transaction: Transaction,
  { actor, at }: RequestContext,
  { id, isNew, previous }: Conversation,
  { understanding, proposed, ...place }: QuestionTurn,
): Promise<void> {
  const { orgId, keyId } = actor;
  const isSingle = !('also' in understanding) || understanding.also === undefined;
  const current = isSingle ? toPreviousQuestion(understanding, place) : undefined;
  // The supplier stays known after a question on the price; double questions set no context.
  const isSame =
    current &&
    'view' in current &&
    previous &&
    'view' in previous &&
    current.view === previous.view;
  // Only the turn immediately after a suggestion may confirm it.
  const prior = previous?.isSuggested ? previous.prior : previous;
  const unchanged = isSingle ? prior : undefined;
  const now = current
    ? {
        ...current,
        ...(current.isSuggested && prior ? { prior } : {}),
        asked: placesAsked(current, prior),
        told: { ...(isSame ? previous.told : {}), ...place.told },
      }
    : unchanged;
  const order = understanding.kind === 'unclear' ? understanding.order : undefined;
  const stored = { memory: writeMemory({ previous: now, proposed, order }), at: formatInstant(at) };
  // Pruning waits for requests of the same key, so it precedes the insert.
  if (isNew) await pruneConversations(transaction, { keyId, most: limits.conversationsPerKey - 1 });
  await saveConversation(transaction, { id, orgId, keyId }, stored);
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
  { call, recorded }: { readonly call: RequestContext; readonly recorded: AnsweredQuestion },
): Promise<void> {
  const { farmId, question, answer } = recorded;
  const context = await writeContext(runtime, transaction, { call, farmId });
  const insert = async (
    definition: ResourceDefinition,
    values: Readonly<Record<string, unknown>>,
  ) => (await insertRecord(definition, { values, farmId }, context)).id;
  const agentRunId = await insert(agentRuns, toAgentRun(call, recorded));
  const common = {
    threadId: `ask:${call.actor.keyId}:${context.today}`,
    lang: answer.lang,
    agentRunId,
  };
  const { keyId, name } = call.actor;
  const user = { senderType: 'user', senderId: keyId, senderName: name, role: 'user' };
  const replyToId = await insert(chatMessages, { ...common, ...user, text: question });
  const assistant = { senderType: 'assistant', senderName: ASSISTANT, role: 'assistant' };
  await insert(chatMessages, { ...common, ...assistant, text: answer.answer, replyToId });
}

function toAgentRun(call: RequestContext, { question, answer, run }: AnsweredQuestion) {
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

/** There is no follow-up for a farm that the key no longer sees. */
export function visiblePrevious({ previous }: Conversation, known: readonly VisibleFarm[]) {
  return known.some(({ id }) => id === previous?.farmId) ? previous : undefined;
}
