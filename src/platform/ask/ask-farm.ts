import { suggestedText } from '../../ask/answer/plain-answer.ts';
import { replyIn, subjectOfAnswer, withoutPlaces } from '../../ask/conversation-memory.ts';
import type { Manner } from '../../ask/grammar/asked-values.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import { type CompiledLexicon, loadLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import { type Answered, loadLicences } from '../../ask/licence.ts';
import { formOfMeasure } from '../../ask/measure.ts';
import { createWorkBudget } from '../../ask/text/work-limit.ts';
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
import { askModel, type ModelVerdict } from './ask-model.ts';
import {
  type AskAnswer,
  type AskedFarmNames,
  chooseFarm,
  type KnownFarm,
  listKnownFarms,
  loadAskedFarm,
} from './asked-farm.ts';
import {
  type Conversation,
  openConversation,
  recordQuestion,
  storeConversation,
  takeProposal,
} from './conversation.ts';
import { answerMeasure } from './measures.ts';
import {
  joinedAnswers,
  joinedFarms,
  MOST_FARMS_TOLD,
  questionOfAllFarms,
  type RankOfFarms,
  readForEach,
} from './several-answers.ts';
import {
  findNamedFarm,
  questionLanguages,
  type UnderstoodQuestion,
  understandOnFarm,
} from './understand-on-farm.ts';

/** The work left for the transaction: running an ordered action and storing question and answer. */
export type AskWork = (transaction: Transaction) => Promise<Result>;

interface PreparedQuestion {
  readonly asked: AskedQuestion;
  readonly farm: AskedFarmNames;
  readonly understanding: Understanding;
  readonly manner: Manner;
  readonly translator: Translator;
  readonly conversation: Conversation;
  /** The farms of a question about all farms. */
  readonly farms?: readonly KnownFarm[];
  /** The ranking, when the question asks which farm. */
  readonly ranks?: RankOfFarms | undefined;
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
  const { asked, farm, understanding, translator, conversation } = prepared;
  const { farmId } = farm;
  call.subject.farmId = farmId;
  const plain = await answerForFarms(runtime, call, prepared);
  const { execute, question } = asked;
  // Before the transaction, which must not wait for external services.
  const verdict = await askModel(runtime, call, { ...prepared, question, answer: plain });
  return async (transaction) => {
    const order = { call, farm, execute, translator };
    const mayConfirm =
      !isConfirmed(understanding) || (await takeProposal(transaction, call, conversation));
    const done =
      understanding.kind === 'action' && mayConfirm
        ? await answerAction(runtime, transaction, understanding, order)
        : await actOn(runtime, transaction, { told: plain, verdict, order });
    const { answer } = done;
    const kept = { farmId, question, answer, run: verdict?.run };
    await recordQuestion(runtime, transaction, { call, asked: kept });
    const told = subjectOfAnswer(answer, farm.names);
    const { language } = translator;
    const at = formatInstant(call.at);
    const proposed = done.proposed && { ...done.proposed, farmId, language, at };
    // Answers for several farms have no follow-up.
    const goesOn = prepared.farms ? unansweredBecause(EXPIRED) : understanding;
    const turn = { understanding: goesOn, farmId, language, told, proposed };
    await storeConversation(transaction, call, conversation, turn);
    return jsonResult({ ...answer, conversationId: conversation.id });
  };
}

function isConfirmed(understanding: Understanding): boolean {
  return understanding.kind === 'action' && understanding.confirms !== undefined;
}

/** The answer, with the result of an action proposed by a model. */
async function actOn(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly told: AskAnswer;
    readonly verdict: ModelVerdict | undefined;
    readonly order: ActionOrder;
  },
): Promise<AnsweredAction> {
  const { told, verdict, order } = input;
  if (!verdict) return { answer: told };
  if (!verdict.action) return { answer: withoutAction(verdict, order.translator) };
  const { type, fields, whyNot } = verdict.action;
  const { confidence } = told;
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
    ...verdict.answer,
    // The service reports the result of the action, since the model does not know it.
    answer: `${done.answer}\n${verdict.answer.answer}`,
    ...(done.action ? { action: { ...(whyNot ? { reason: whyNot } : {}), ...done.action } } : {}),
  };
  return { ...more, answer };
}

/** Reports that an order had no effect, since the model does not know it. */
function withoutAction({ answer, isOrder }: ModelVerdict, translator: Translator): AskAnswer {
  if (!isOrder || answer.mode !== 'model') return answer;
  const nothing = renderMessage(translator, message('ask.action.none'));
  return { ...answer, answer: `${nothing}\n${answer.answer}` };
}

async function prepare(
  runtime: Runtime,
  call: RequestContext,
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
  const lexicons = await Promise.all(questionLanguages(asked.question, wishes).map(loadLexicon));
  const replied = replyTo(asked, conversation, { lexicons, known });
  const reading = { lexicons, budget: createWorkBudget(), licences: await loadLicences() };
  const named = findNamedFarm(asked.question, known, reading);
  const before = visibleBefore(conversation, known);
  const isOfAll = known.length > 1 && known.length <= MOST_FARMS_TOLD;
  const ofAll = isOfAll ? questionOfAllFarms(asked.question, lexicons) : undefined;
  const sent = asked.farmId ?? replied?.farmId ?? before?.farmId ?? (ofAll && known[0]?.id);
  const farmId = await chooseFarm(database, scope, { sent, named, known });
  await runtime.changedFarms?.settle(scope, farmId);
  const farm = await loadAskedFarm(database, { actor, now, farmId, known });
  const { today, thresholds } = farm.frame;
  const place = { names: farm.names, today, thresholds };
  const understood =
    replied ??
    understandOnFarm(asked.question, place, {
      ...reading,
      before: before && (before.farmId === farmId ? before : withoutPlaces(before)),
    });
  const each = ofAll && readForEach(understandOnFarm(ofAll.question, place, reading), ofAll);
  if (each) {
    const { language: own, ...read } = each;
    const rest = { ...read, translator: await loadLanguage(asked.lang ?? own) };
    return { asked, farm, ...rest, conversation, farms: known };
  }
  const { understanding, language, manner } = withoutCause(understood, asked, lexicons);
  const translator = await loadLanguage(asked.lang ?? language);
  return { asked, farm, understanding, manner, translator, conversation };
}

/** Interprets "yes" or "no" as a reply to the last proposal. */
function replyTo(
  { question, farmId }: AskedQuestion,
  { proposed, before }: Conversation,
  {
    lexicons,
    known,
  }: { readonly lexicons: readonly CompiledLexicon[]; readonly known: readonly KnownFarm[] },
) {
  const reply = replyIn(lexicons, question)?.reply;
  const manner = { isOpen: false, isOrder: false, numbers: [] };
  if (proposed && reply) {
    const isHere = (farmId ?? proposed.farmId) === proposed.farmId;
    if (!isHere || !known.some(({ id }) => id === proposed.farmId)) return undefined;
    const understanding =
      reply === 'yes'
        ? confirmedAction(proposed)
        : unansweredBecause(message('ask.action.declined'));
    return { understanding, farmId: proposed.farmId, language: proposed.language, manner };
  }
  if (!before?.isSuggested || reply !== 'no') return undefined;
  const understanding = unansweredBecause(message('ask.in_other_words'));
  return { understanding, farmId: before.farmId, language: before.language, manner };
}

/** Answers a "yes" or "no" without a pending proposal. */
function withoutCause(
  understood: UnderstoodQuestion,
  { question }: AskedQuestion,
  lexicons: readonly CompiledLexicon[],
): UnderstoodQuestion {
  const { understanding, manner } = understood;
  const replied = replyIn(lexicons, question);
  if (!replied || understanding.kind !== 'unclear' || understanding.confidence === 1)
    return understood;
  return { understanding: unansweredBecause(EXPIRED), language: replied.language, manner };
}

function unansweredBecause(reason: Message): Understanding {
  return { kind: 'unclear', intent: null, reason, choices: [], confidence: 1 };
}

/** There is no follow-up for a farm that the key no longer sees. */
function visibleBefore({ before }: Conversation, known: readonly KnownFarm[]) {
  return known.some(({ id }) => id === before?.farmId) ? before : undefined;
}

/** The answer for the farm, or for each of several. */
async function answerForFarms(
  runtime: Runtime,
  call: RequestContext,
  { farms, ranks, ...prepared }: PreparedQuestion,
): Promise<AskAnswer> {
  if (!farms) return tell(runtime, call, prepared);
  const { database } = runtime;
  const { actor, at: now } = call;
  const told = await Promise.all(
    farms.map(async (farm) => {
      const asked = { actor, now, farmId: farm.id, known: farms };
      const names = await loadAskedFarm(database, asked);
      return { farm, answer: await tell(runtime, call, { ...prepared, farm: names }) };
    }),
  );
  return joinedFarms(told, prepared.translator, ranks);
}

/** The answer when no action is ordered. */
async function tell(
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
    const told = await Promise.all(
      [first, also].map((one) => tell(runtime, call, { ...rest, understanding: one })),
    );
    return joinedAnswers(told);
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
    const told = await tell(runtime, call, { farm, translator, understanding: suggested });
    return asSuggested(told, suggested, { farm, translator, confidence });
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
async function asSuggested(
  told: AskAnswer,
  suggested: Answered,
  asked: Pick<PreparedQuestion, 'farm' | 'translator'> & { readonly confidence: number },
): Promise<AskAnswer> {
  const { farm, translator, confidence } = asked;
  const { language } = translator;
  const [{ lexicon }, labels] = await Promise.all([loadLexicon(language), loadLabels(language)]);
  const { today } = farm.frame;
  const what = suggestedText(suggested, { translator, lexicon, labels, names: farm.names, today });
  const isFigure = suggested.kind === 'question';
  const form = isFigure ? formOfMeasure(suggested.intent, suggested.question) : suggested.form;
  const intent = isFigure ? suggested.intent : suggested.view;
  return {
    ...told,
    answer: `${renderMessage(translator, message('ask.not_certain', { what }))}\n${told.answer}`,
    understood: { intent: null, farm: farm.farmId, suggested: { intent, form } },
    confidence,
  };
}

/** The body of `POST /ask`. */
export interface AskedQuestion {
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
function readQuestion(body: unknown): AskedQuestion {
  const values = parseFields(FIELDS, body, { zone: 'UTC' });
  return {
    farmId: values['farmId'] as string | undefined,
    question: values['question'] as string,
    lang: values['lang'] as Language | undefined,
    execute: values['execute'] === true,
    conversationId: (values['conversationId'] as string | null | undefined) ?? undefined,
  };
}
