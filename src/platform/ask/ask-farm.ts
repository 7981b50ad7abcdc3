import { suggestedText } from '../../ask/answer/plain-answer.ts';
import { findReply, subjectOfAnswer, withoutPlaces } from '../../ask/conversation-memory.ts';
import type { Manner } from '../../ask/grammar/question-values.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import { type CompiledLexicon, loadLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import type { Answerable } from '../../ask/licence.ts';
import { formOfMeasure } from '../../ask/measure.ts';
import { loadLabels } from '../../i18n/labels.ts';
import { loadLanguage } from '../../i18n/load-language.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { boolean, prose, reference, word } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import { type Language, languages, type Message, message } from '../../model/core/message.ts';
import type { NamedField } from '../../model/core/resource.ts';
import { closed } from '../../model/core/vocabulary.ts';
import { parseFields } from '../../model/validation/validation.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { loadOrganisationSetup } from '../core/organisation-setup.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import {
  type ActionOrder,
  type AnsweredAction,
  answerAction,
  confirmedAction,
} from './answer-action.ts';
import { answerRecords } from './answer-records.ts';
import { askModel, type ModelResult } from './ask-model.ts';
import {
  type Conversation,
  claimProposal,
  openConversation,
  recordQuestion,
  storeConversation,
  visiblePrevious,
  withSubject,
} from './conversation.ts';
import { answerMeasure } from './measures.ts';
import { understandWithFarmName } from './named-farm.ts';
import {
  type AskAnswer,
  chooseFarm,
  findNamedFarm,
  listVisibleFarms,
  loadQuestionFarm,
  loadReading,
  type QuestionFarm,
  questionLanguages,
  type VisibleFarm,
} from './question-farm.ts';
import {
  combineAnswers,
  combineFarmAnswers,
  type FarmRanking,
  findAllFarmsQuestion,
  readPerFarm,
} from './several-answers.ts';
import { type UnderstoodQuestion, understandOnFarm } from './understand-on-farm.ts';

/** The work left for the transaction: running an ordered action and storing question and answer. */
export type AskWork = (transaction: Transaction) => Promise<Result>;

interface PreparedQuestion {
  readonly request: QuestionRequest;
  readonly farm: QuestionFarm;
  readonly understanding: Understanding;
  readonly manner: Manner;
  readonly translator: Translator;
  readonly conversation: Conversation;
  /** The farms of a question about all farms. */
  readonly farms?: readonly VisibleFarm[];
  /** The ranking, when the question asks which farm. */
  readonly ranking?: FarmRanking | undefined;
}

/**
 * `POST /ask`: parses a question and computes its answer outside any transaction; the returned work
 * runs inside one.
 */
export async function askFarm(
  runtime: Runtime,
  call: RequestContext,
  body: () => unknown,
): Promise<AskWork> {
  operationParameters({}, call);
  const prepared = await prepare(runtime, call, readQuestion(body()));
  const { request, farm, understanding, translator, conversation } = prepared;
  const { farmId } = farm;
  call.subject.farmId = farmId;
  const engineAnswer = await answerForFarms(runtime, call, prepared);
  const { execute, question } = request;
  // Before the transaction, which must not wait for external services.
  const modelResult = await askModel(runtime, call, {
    ...prepared,
    question,
    answer: engineAnswer,
  });
  return async (transaction) => {
    const order = { call, farm, execute, translator };
    const mayConfirm =
      !isConfirmed(understanding) || (await claimProposal(transaction, call, conversation));
    const done =
      understanding.kind === 'action' && mayConfirm
        ? await answerAction(runtime, transaction, understanding, order)
        : await applyModelAction(runtime, transaction, {
            answer: engineAnswer,
            modelResult,
            order,
          });
    const { answer } = done;
    const record = { farmId, question, answer, run: modelResult?.run };
    await recordQuestion(runtime, transaction, { call, recorded: record });
    const subject = subjectOfAnswer(answer, farm.names);
    const { language } = translator;
    const at = formatInstant(call.at);
    const proposed = done.proposed && { ...done.proposed, farmId, language, at };
    // Answers for several farms have no follow-up.
    const remembered = prepared.farms ? unanswered(EXPIRED) : understanding;
    const turn = { understanding: remembered, farmId, language, told: subject, proposed };
    await storeConversation(transaction, call, conversation, turn);
    return jsonResult({ ...answer, conversationId: conversation.id });
  };
}

function isConfirmed(understanding: Understanding): boolean {
  return understanding.kind === 'action' && understanding.confirms !== undefined;
}

/** The answer, with the result of an action proposed by a model. */
async function applyModelAction(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly answer: AskAnswer;
    readonly modelResult: ModelResult | undefined;
    readonly order: ActionOrder;
  },
): Promise<AnsweredAction> {
  const { answer: engineAnswer, modelResult, order } = input;
  if (!modelResult) return { answer: engineAnswer };
  if (!modelResult.action) return { answer: withoutAction(modelResult, order.translator) };
  const { type, fields, whyNot } = modelResult.action;
  const { confidence } = engineAnswer;
  const action = {
    kind: 'action',
    type,
    fields,
    isOrder: whyNot === undefined,
    isDoubtful: false,
    confidence,
  } as const;
  const { answer: done, ...more } = await answerAction(runtime, transaction, action, order);
  const answer = {
    ...modelResult.answer,
    // The service reports the result of the action, since the model does not know it.
    answer: `${done.answer}\n${modelResult.answer.answer}`,
    ...(done.action ? { action: { ...(whyNot ? { reason: whyNot } : {}), ...done.action } } : {}),
  };
  return { ...more, answer };
}

/** Reports that an order had no effect, since the model does not know it. */
function withoutAction({ answer, isOrder }: ModelResult, translator: Translator): AskAnswer {
  if (!isOrder || answer.mode !== 'model') return answer;
  const nothing = renderMessage(translator, message('ask.action.none'));
  return { ...answer, answer: `${nothing}\n${answer.answer}` };
}

async function prepare(
  runtime: Runtime,
  call: RequestContext,
  request: QuestionRequest,
): Promise<PreparedQuestion> {
  const { database } = runtime;
  const { actor, at: now } = call;
  const scope = scopeOf(actor);
  const [known, setup, conversation] = await Promise.all([
    listVisibleFarms(database, scope),
    loadOrganisationSetup(database, actor.orgId),
    openConversation(runtime, call, request.conversationId),
  ]);
  const preferences = { asked: request.lang, organisation: setup.language };
  const lexicons = await Promise.all(
    questionLanguages(request.question, preferences).map(loadLexicon),
  );
  const replyReading = replyTo(request, conversation, { lexicons, known });
  const reading = await loadReading(lexicons);
  const named = findNamedFarm(request.question, known, reading);
  const previous = visiblePrevious(conversation, known);
  const sent = request.farmId ?? replyReading?.farmId ?? previous?.farmId;
  const hasFarm = (named ?? sent) !== undefined;
  const allFarmsQuestion = findAllFarmsQuestion(request.question, { hasFarm, known, lexicons });
  const readOn = { sent: sent ?? (allFarmsQuestion && known[0]?.id), named, known };
  const farmId = await chooseFarm(database, scope, readOn);
  await runtime.changedFarms?.settle(scope, farmId);
  const farm = await loadQuestionFarm(database, { actor, now, farmId, known });
  const { today, thresholds } = farm.frame;
  const place = { names: farm.names, today, thresholds };
  // Read first, since both readings share the limit of work.
  const perFarm =
    allFarmsQuestion &&
    readPerFarm(understandOnFarm(allFarmsQuestion.question, place, reading), allFarmsQuestion);
  if (perFarm) {
    const { language: own, ...read } = perFarm;
    const rest = { ...read, translator: await loadLanguage(request.lang ?? own) };
    return { request, farm, ...rest, conversation, farms: known };
  }
  // It names a barn or a person, or is a command: these belong to one farm.
  if (!hasFarm && known.length > 1) await chooseFarm(database, scope, { sent, named, known });
  const understood =
    replyReading ??
    understandWithFarmName(request.question, farm, {
      ...reading,
      previous: previous && (previous.farmId === farmId ? previous : withoutPlaces(previous)),
      order: conversation.order,
    });
  const { understanding: read, language, manner } = answerStrayReply(understood, request, lexicons);
  const understanding = withSubject(conversation, read);
  const translator = await loadLanguage(request.lang ?? language);
  return { request, farm, understanding, manner, translator, conversation };
}

/** Interprets "yes" or "no" as a reply to the last proposal. */
function replyTo(
  { question, farmId }: QuestionRequest,
  { proposed, previous }: Conversation,
  {
    lexicons,
    known,
  }: { readonly lexicons: readonly CompiledLexicon[]; readonly known: readonly VisibleFarm[] },
) {
  const reply = findReply(lexicons, question)?.reply;
  const manner = { isOpen: false, isOrder: false, numbers: [] };
  if (proposed && reply) {
    const isSameFarm = (farmId ?? proposed.farmId) === proposed.farmId;
    if (!isSameFarm || !known.some(({ id }) => id === proposed.farmId)) return undefined;
    const understanding =
      reply === 'yes' ? confirmedAction(proposed) : unanswered(message('ask.action.declined'));
    return { understanding, farmId: proposed.farmId, language: proposed.language, manner };
  }
  if (!previous?.isSuggested || reply !== 'no') return undefined;
  const understanding = unanswered(message('ask.in_other_words'));
  return { understanding, farmId: previous.farmId, language: previous.language, manner };
}

/** Answers a "yes" or "no" without a pending proposal. */
function answerStrayReply(
  understood: UnderstoodQuestion,
  { question }: QuestionRequest,
  lexicons: readonly CompiledLexicon[],
): UnderstoodQuestion {
  const { understanding, manner } = understood;
  const replyReading = findReply(lexicons, question);
  if (!replyReading || understanding.kind !== 'unclear' || understanding.confidence === 1)
    return understood;
  const reason = message('ask.action.noneOpen');
  return { understanding: unanswered(reason), language: replyReading.language, manner };
}

function unanswered(reason: Message): Understanding {
  return { kind: 'unclear', intent: null, reason, choices: [], confidence: 1 };
}

/** The answer for the farm, or for each of several. */
async function answerForFarms(
  runtime: Runtime,
  call: RequestContext,
  { farms, ranking, ...prepared }: PreparedQuestion,
): Promise<AskAnswer> {
  if (!farms) return answerOne(runtime, call, prepared);
  const { database } = runtime;
  const { actor, at: now } = call;
  const answers = await Promise.all(
    farms.map(async (farm) => {
      const input = { actor, now, farmId: farm.id, known: farms };
      const names = await loadQuestionFarm(database, input);
      return { farm, answer: await answerOne(runtime, call, { ...prepared, farm: names }) };
    }),
  );
  return combineFarmAnswers(answers, prepared.translator, ranking);
}

/** The answer when no action is ordered. */
async function answerOne(
  runtime: Runtime,
  call: RequestContext,
  {
    farm,
    understanding,
    translator,
  }: Pick<PreparedQuestion, 'farm' | 'understanding' | 'translator'>,
): Promise<AskAnswer> {
  const { farmId } = farm;
  if ('also' in understanding && understanding.also) {
    const { also, ...first } = understanding;
    const rest = { farm, translator };
    const answers = await Promise.all(
      [first, also].map((one) => answerOne(runtime, call, { ...rest, understanding: one })),
    );
    return combineAnswers(answers);
  }
  const { database } = runtime;
  const { actor, at: now } = call;
  if (understanding.kind === 'question') {
    return answerMeasure(database, understanding, { actor, farmId, now, translator });
  }
  if (understanding.kind === 'records') {
    const compiled = await loadLexicon(translator.language);
    return answerRecords(database, understanding, { actor, farm, now, translator, compiled });
  }
  const { confidence } = understanding;
  const isUnclear = understanding.kind === 'unclear';
  const isReply = isConfirmed(understanding);
  if (isUnclear && understanding.suggested) {
    const { suggested } = understanding;
    const answers = await answerOne(runtime, call, { farm, translator, understanding: suggested });
    return introduceSuggestion(answers, suggested, { farm, translator, confidence });
  }
  return {
    // An action restates itself; this text is used when it may no longer run.
    answer:
      isUnclear || isReply
        ? renderMessage(translator, isUnclear ? understanding.reason : EXPIRED)
        : '',
    lang: translator.language,
    mode: 'deterministic',
    understood: { intent: isUnclear ? understanding.intent : understanding.type, farm: farmId },
    confidence,
    facts: isUnclear ? (understanding.facts ?? []) : [],
    ...(isUnclear && understanding.choices.length > 0 ? { clarify: understanding.choices } : {}),
  };
}

const EXPIRED = message('ask.action.expired');

/**
 * The answer to the suggested meaning of a question, introduced by that meaning with its places and
 * days.
 */
async function introduceSuggestion(
  answer: AskAnswer,
  suggested: Answerable,
  asked: Pick<PreparedQuestion, 'farm' | 'translator'> & { readonly confidence: number },
): Promise<AskAnswer> {
  // A reading without an answer is not suggested.
  if (answer.understood['intent'] === null) return answer;
  const { farm, translator, confidence } = asked;
  const { language } = translator;
  const [{ lexicon }, labels] = await Promise.all([loadLexicon(language), loadLabels(language)]);
  const { names, frame } = farm;
  const texts = { translator, lexicon, labels, names, today: frame.today };
  const suggestion = suggestedText(suggested, texts);
  const isFigure = suggested.kind === 'question';
  const form = isFigure ? formOfMeasure(suggested.intent, suggested.question) : suggested.form;
  const intent = isFigure ? suggested.intent : suggested.view;
  return {
    ...answer,
    answer: `${renderMessage(translator, message('ask.not_certain', { what: suggestion }))}\n${answer.answer}`,
    understood: { intent: null, farm: farm.farmId, suggested: { intent, form } },
    confidence,
  };
}

/** The body of `POST /ask`. */
export interface QuestionRequest {
  readonly farmId: string | undefined;
  readonly question: string;
  readonly lang: Language | undefined;
  readonly execute: boolean;
  readonly conversationId: string | undefined;
}

const FIELDS: readonly NamedField[] = [
  ['farmId', reference('farms')],
  ['question', prose(limits.questionLength, { required: true })],
  ['lang', word(closed(languages))],
  ['execute', boolean({ default: false })],
  ['conversationId', reference('conversations')],
];

/** Parses the body of a question. Throws all its issues at once. */
function readQuestion(body: unknown): QuestionRequest {
  const values = parseFields(FIELDS, body, { zone: 'UTC' });
  return {
    farmId: values['farmId'] as string | undefined,
    question: values['question'] as string,
    lang: values['lang'] as Language | undefined,
    execute: values['execute'] === true,
    conversationId: (values['conversationId'] as string | null | undefined) ?? undefined,
  };
}
