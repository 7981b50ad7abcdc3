import type { AskedBefore } from '../../ask/follow-up.ts';
import type { Manner } from '../../ask/grammar/manner-of.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import { createWorkBudget } from '../../ask/text/work-limit.ts';
import { loadLanguage } from '../../i18n/load-language.ts';
import { renderMessage, type Speaker } from '../../i18n/render-message.ts';
import type { Language } from '../../model/languages.ts';
import { message } from '../../model/message.ts';
import type { Transaction } from '../../storage/database.ts';
import { requireScope, scopeOf } from '../access/actor.ts';
import { loadOrganisationSetup } from '../intelligence/organisation-setup.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import { operationParameters } from '../requests/operation-parameters.ts';
import type { Runtime } from '../runtime.ts';
import { type ActionOrder, answerAction } from './answer-action.ts';
import { answerMeasure } from './answer-measure.ts';
import type { AskAnswer } from './ask-answer.ts';
import { type Conversation, keepConversation, openConversation } from './conversation.ts';
import {
  type AskedFarmNames,
  chooseFarm,
  type KnownFarm,
  listKnownFarms,
  loadAskedFarm,
} from './load-asked-farm.ts';
import { askModel, type ModelVerdict } from './model/ask-model.ts';
import { noteQuestion } from './note-question.ts';
import { loadLexicons, questionLanguages } from './question-languages.ts';
import { type AskedQuestion, readQuestion } from './read-question.ts';
import { findNamedFarm, understandOnFarm } from './understand-on-farm.ts';

/** What is left to do in the transaction: to act where an action was ordered, and to keep both sides. */
export type AskWork = (transaction: Transaction) => Promise<Answer>;

interface PreparedQuestion {
  readonly asked: AskedQuestion;
  readonly farm: AskedFarmNames;
  readonly understanding: Understanding;
  readonly manner: Manner;
  readonly speaker: Speaker;
  readonly conversation: Conversation;
}

/**
 * `POST /ask`: reads and understands a question, and computes its answer, before any transaction;
 * what is returned runs inside one.
 */
export async function askFarm(runtime: Runtime, call: Call, body: () => unknown): Promise<AskWork> {
  call.subject.resource = 'ask';
  requireScope(call.actor, 'ai:ask');
  operationParameters({}, call);
  const prepared = await prepare(runtime, call, readQuestion(body()));
  const { asked, farm, understanding, speaker, conversation } = prepared;
  const { farmId } = farm;
  call.subject.farmId = farmId;
  const told = await tell(runtime, call, prepared);
  const { execute, question } = asked;
  // Before the transaction, which must not wait for anybody outside.
  const verdict = await askModel(runtime, call, { ...prepared, question, answer: told });
  return async (transaction) => {
    const order = { call, farmId, execute, speaker };
    const answer =
      understanding.kind === 'action'
        ? await answerAction(runtime, transaction, understanding, order)
        : await actOn(runtime, transaction, { told, verdict, order });
    const kept = { farmId, question, answer, run: verdict?.run };
    await noteQuestion(runtime, transaction, { call, asked: kept });
    const turn = { understanding, farmId, language: speaker.language };
    await keepConversation(transaction, call, conversation, turn);
    return jsonAnswer({ ...answer, conversationId: conversation.id });
  };
}

/** The answer, with what became of the action that a model proposes. */
async function actOn(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly told: AskAnswer;
    readonly verdict: ModelVerdict | undefined;
    readonly order: ActionOrder;
  },
): Promise<AskAnswer> {
  const { told, verdict, order } = input;
  if (!verdict) return told;
  if (!verdict.action) return withoutAction(verdict, order.speaker);
  const { type, fields, whyNot } = verdict.action;
  const { confidence } = told;
  const action = {
    kind: 'action',
    type,
    fields,
    isOrder: whyNot === undefined,
    confidence,
  } as const;
  const done = await answerAction(runtime, transaction, action, order);
  return {
    ...verdict.answer,
    // What has become of it is for the service to say, whatever the model believes.
    answer: `${done.answer}\n${verdict.answer.answer}`,
    ...(done.action ? { action: { ...(whyNot ? { reason: whyNot } : {}), ...done.action } } : {}),
  };
}

/** An order that came to nothing is said to have, whatever the model believes. */
function withoutAction({ answer, isOrder }: ModelVerdict, speaker: Speaker): AskAnswer {
  if (!isOrder || answer.mode !== 'model') return answer;
  const nothing = renderMessage(speaker, message('ask.action.none'));
  return { ...answer, answer: `${nothing}\n${answer.answer}` };
}

async function prepare(
  runtime: Runtime,
  call: Call,
  asked: AskedQuestion,
): Promise<PreparedQuestion> {
  const { database } = runtime;
  const { actor, at: now } = call;
  const scope = scopeOf(actor);
  const [known, setup, conversation] = await Promise.all([
    listKnownFarms(database, scope),
    loadOrganisationSetup(database, actor.orgId),
    openConversation(runtime, call, asked.conversationId),
  ]);
  const wishes = { asked: asked.lang, organisation: setup.language };
  const lexicons = await loadLexicons(questionLanguages(asked.question, wishes));
  const reading = { lexicons, budget: createWorkBudget() };
  const named = findNamedFarm(asked.question, known, reading);
  const before = visibleBefore(conversation, known);
  const sent = asked.farmId ?? before?.farmId;
  const farmId = await chooseFarm(database, scope, { sent, named, known });
  await runtime.changedFarms?.settle(scope, farmId);
  const farm = await loadAskedFarm(database, { actor, now, farmId, known });
  const place = { names: farm.names, today: farm.frame.today };
  const { understanding, language, manner } = understandOnFarm(asked.question, place, {
    ...reading,
    before: before && (before.farmId === farmId ? before : elsewhere(before)),
  });
  const speaker = await speakerFor(asked.lang ?? language);
  return { asked, farm, understanding, manner, speaker, conversation };
}

/** Nothing is continued of a farm that the key does not see any more. */
function visibleBefore({ before }: Conversation, known: readonly KnownFarm[]) {
  return known.some(({ id }) => id === before?.farmId) ? before : undefined;
}

/** Barns and flocks are those of one farm. */
function elsewhere(before: AskedBefore): AskedBefore {
  return { ...before, question: { ...before.question, scope: {} } };
}

function speakerFor(language: Language): Promise<Speaker> {
  return loadLanguage(language);
}

/** The answer where nothing is to be done. */
async function tell(
  { database }: Runtime,
  { actor, at: now }: Call,
  { farm, understanding, speaker }: PreparedQuestion,
): Promise<AskAnswer> {
  const { farmId } = farm;
  if (understanding.kind === 'question') {
    return answerMeasure(database, understanding, { actor, farmId, now, speaker });
  }
  const { confidence } = understanding;
  const isUnclear = understanding.kind === 'unclear';
  return {
    answer: isUnclear ? renderMessage(speaker, understanding.reason) : '',
    lang: speaker.language,
    mode: 'deterministic',
    understood: { intent: isUnclear ? understanding.intent : understanding.type, farm: farmId },
    confidence,
    facts: [],
    ...(isUnclear && understanding.choices.length > 0 ? { clarify: understanding.choices } : {}),
  };
}
