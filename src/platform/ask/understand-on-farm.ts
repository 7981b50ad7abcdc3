import { completedOrder } from '../../ask/actions/orders-in-conversation.ts';
import type { Classifier } from '../../ask/classifier/classifier.ts';
import { continueByKind, isCompleteQuestion } from '../../ask/classifier/continue-by-kind.ts';
import {
  isSameReading,
  type JudgedReading,
  mayBeClassified,
  mayBeStated,
  readingByKind,
} from '../../ask/classifier/understand-by-kind.ts';
import { findReply, type PreviousQuestion, withDayBefore } from '../../ask/conversation-memory.ts';
import { understandFollowUp } from '../../ask/follow-up.ts';
import {
  asContinuation,
  isLicensedFollowUp,
  isMarkedTurn,
  readTurn,
} from '../../ask/follow-up-turns.ts';
import { type Manner, readManner } from '../../ask/grammar/question-values.ts';
import {
  type ReadSentence,
  readSentence,
  type SentenceContext,
} from '../../ask/grammar/read-sentence.ts';
import { restate, splitSentence } from '../../ask/grammar/restate.ts';
import type { OpenOrder, Understanding } from '../../ask/grammar/understanding.ts';
import type { CompiledLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import { type Answerable, isLicensed, type Licences } from '../../ask/licence.ts';
import type { FarmNames } from '../../ask/names/farm-names.ts';
import { understandOpenly } from '../../ask/parser/understand-records.ts';
import { splitQuestion } from '../../ask/question-words.ts';
import { type WorkBudget, withinBudget, withinSplitting } from '../../ask/text/work-limit.ts';
import { understandSentence } from '../../ask/understand.ts';
import { type Language, message } from '../../model/core/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { CalendarDay } from '../../tools/calendar.ts';

/** A parsed question and its language. */
export interface UnderstoodQuestion {
  readonly understanding: Understanding;
  readonly language: Language;
  readonly manner: Manner;
}

/** The names of a farm that a question may use, and the farm's current day. */
interface FarmContext {
  readonly names: FarmNames;
  readonly today: CalendarDay;
  readonly thresholds: Pick<Thresholds, 'weekStartsOn'>;
}

/** The languages for parsing a question, most likely first, and the work limit. */
export interface QuestionReading {
  readonly lexicons: readonly CompiledLexicon[];
  readonly budget: WorkBudget;
  /** Readings without a licence are only suggested. */
  readonly licences: Licences;
  readonly classifier: Classifier;
  /** The previous question, if the sentence may continue a conversation. */
  readonly previous?: PreviousQuestion | undefined;
  /** The previous order, if it lacks its place. */
  readonly order?: OpenOrder | undefined;
}

/** Parses a question in the first language in which it is meaningful, else in the likeliest. */
export function understandOnFarm(
  question: string,
  farm: FarmContext,
  { lexicons, budget, licences, classifier, previous, order }: QuestionReading,
): UnderstoodQuestion {
  const [firstLexicon] = lexicons;
  if (!firstLexicon) throw new Error('a question is read in at least one language');
  const understood = withinBudget(
    budget,
    () =>
      (order && completeInAnyLanguage(lexicons, question, farm, order)) ??
      (previous && continueAsTurn(lexicons, question, { farm, previous, licences, classifier })) ??
      understandInAnyLanguage(lexicons, question, { farm, budget, licences, classifier }),
  );
  return understood ?? exceededLimit(firstLexicon);
}

/** A follow-up by its words, or else by the kind of turn that it is. */
function continueAsTurn(
  lexicons: readonly CompiledLexicon[],
  question: string,
  place: Parameters<typeof continueInAnyLanguage>[2] & Pick<QuestionReading, 'classifier'>,
): UnderstoodQuestion | undefined {
  const { farm, previous, licences, classifier } = place;
  const continued = continueOrConfirm(lexicons, question, place);
  const compiled = lexicons.find(({ lexicon }) => lexicon.language === previous.language);
  if (compiled === undefined || previous.isSuggested) return continued;
  if (continued && !isOpenQuestion(continued.understanding)) return continued;
  const context = toContext(compiled, farm);
  const sentence = readSentence(question, context);
  const alone = understandSentence(sentence, context);
  if (alone.kind === 'action' || isCompleteQuestion(alone, { sentence, context }, licences))
    return continued;
  const open = continued?.understanding;
  const suggested = open?.kind === 'unclear' ? open.suggested : undefined;
  const sources = { licences, classifier, suggested };
  const understanding = continueByKind(question, context, previous, sources);
  if (understanding === undefined) return continued;
  const manner = readManner(sentence, compiled);
  return { understanding, language: previous.language, manner };
}

/** Whether a question was not understood with certainty. */
function isOpenQuestion(understanding: Understanding): boolean {
  return (
    understanding.kind === 'unclear' &&
    (understanding.suggested !== undefined || SPLITTABLE_REASONS.has(understanding.reason.text))
  );
}

/**
 * A suggestion is confirmed by "yes" and otherwise discarded; an answered question can be
 * continued.
 */
function continueOrConfirm(
  lexicons: readonly CompiledLexicon[],
  question: string,
  place: Parameters<typeof continueInAnyLanguage>[2],
): UnderstoodQuestion | undefined {
  const { isSuggested, prior, ...before } = place.previous;
  if (!isSuggested) return continueInAnyLanguage(lexicons, question, place);
  const { language } = before;
  if (findReply(lexicons, question)?.reply !== 'yes') {
    // "Only feed?" after a suggestion continues it, and remains a suggestion.
    const read = lexicons.filter(({ lexicon }) => lexicon.language === language);
    const isContinued = read.some(({ lexicon }) => isMarkedTurn(question, lexicon.language));
    const other =
      !isContinued &&
      prior &&
      continueInAnyLanguage(lexicons, question, { ...place, previous: prior });
    if (other) return other;
    const next = continueInAnyLanguage(read, question, { ...place, previous: before });
    if (!next || !isAnswer(next.understanding)) return undefined;
    return { ...next, understanding: toSuggestion(next.understanding) };
  }
  const manner = { isOpen: false, isOrder: false, numbers: [] };
  const understanding: Understanding =
    'intent' in before
      ? { kind: 'question', intent: before.intent, question: before.question, confidence: 1 }
      : { kind: 'records', view: before.view, form: before.form, confidence: 1 };
  return { understanding, language, manner };
}

function isSame(one: Understanding, other: Understanding): boolean {
  return JSON.stringify({ ...one, confidence: 1 }) === JSON.stringify({ ...other, confidence: 1 });
}

function completeInAnyLanguage(
  lexicons: readonly CompiledLexicon[],
  question: string,
  farm: FarmContext,
  order: OpenOrder,
): UnderstoodQuestion | undefined {
  for (const compiled of lexicons) {
    const understanding = completedOrder(question, toContext(compiled, farm), order);
    const manner = { isOpen: false, isOrder: true, numbers: [] };
    if (understanding) return { understanding, language: compiled.lexicon.language, manner };
  }
  return undefined;
}

/** Parses a sentence as a follow-up, preferably in the language of the previous question. */
function continueInAnyLanguage(
  lexicons: readonly CompiledLexicon[],
  question: string,
  place: Pick<QuestionReading, 'licences'> & {
    readonly farm: FarmContext;
    readonly previous: PreviousQuestion;
  },
): UnderstoodQuestion | undefined {
  const { farm, previous, licences } = place;
  const isBefore = ({ lexicon }: CompiledLexicon) => lexicon.language === previous.language;
  const ordered = [...lexicons.filter(isBefore), ...lexicons.filter((one) => !isBefore(one))];
  for (const compiled of ordered) {
    const context = toContext(compiled, farm);
    const text = withDayBefore(question, context, previous);
    const understanding = understandFollowUp(text, context, previous);
    if (!understanding) continue;
    const turn = readTurn(text, context);
    const isSuggested =
      isAnswer(understanding) && !isLicensedFollowUp(understanding, turn, previous, licences);
    // A question with the same meaning alone is read alone.
    if (isSuggested && isSame(understanding, understandSentence(turn.sentence, context)))
      return undefined;
    return {
      understanding: isSuggested ? toSuggestion(understanding) : understanding,
      language: compiled.lexicon.language,
      manner: readManner(readSentence(question, context), compiled),
    };
  }
  return undefined;
}

function understandInAnyLanguage(
  lexicons: readonly CompiledLexicon[],
  question: string,
  {
    farm,
    budget,
    licences,
    classifier,
  }: Pick<QuestionReading, 'budget' | 'licences' | 'classifier'> & {
    readonly farm: FarmContext;
  },
): UnderstoodQuestion | undefined {
  let first: UnderstoodQuestion | undefined;
  // Most questions need one language: further ones are tried only if necessary.
  for (const compiled of lexicons) {
    // In other languages than the likeliest, the letters of its words mean nothing.
    const known = compiled === lexicons[0] ? classifier : undefined;
    const read = withinBudget(budget, () =>
      understandIn(compiled, question, { farm, licences, classifier: known }),
    );
    // Results from before the work limit was reached are still used.
    if (!read) return first;
    const { understanding } = read;
    const { kind } = understanding;
    if (kind !== 'unclear' || understanding.intent !== null || understanding.suggested) return read;
    first ??= read;
  }
  return first;
}

function understandIn(
  compiled: CompiledLexicon,
  question: string,
  {
    farm,
    licences,
    classifier,
  }: Pick<QuestionReading, 'licences'> & {
    readonly classifier: Classifier | undefined;
    readonly farm: FarmContext;
  },
): UnderstoodQuestion {
  const context = toContext(compiled, farm);
  const sentence = readSentence(question, context);
  const found = understandSentence(sentence, context);
  const restated = restate(sentence, context);
  const read = {
    sentence: restated === undefined ? sentence : readSentence(restated, context),
    context,
  };
  const isSuggested = isAnswer(found) && !mayBeStated(found, read, licences);
  const isOpen =
    isSuggested || (found.kind === 'unclear' && SPLITTABLE_REASONS.has(found.reason.text));
  const both = isOpen
    ? withinSplitting(() => understandBoth(read, { licences, classifier }))
    : undefined;
  const byKind =
    classifier && isOpen && !both && mayBeClassified(question, found, read)
      ? readingByKind(read, isSuggested ? found : undefined, { classifier, licences })
      : undefined;
  const certain = both ?? (byKind?.isCertain ? byKind.understood : undefined);
  const open = isSuggested && !certain ? openReading(read, licences) : undefined;
  const uncertain = isSuggested ? toSuggestion(found) : withKind(found, byKind);
  return {
    understanding: certain ?? open ?? uncertain,
    language: compiled.lexicon.language,
    manner: readManner(sentence, compiled),
  };
}

/** A question that was not understood, with the reading of its kind as a suggestion. */
function withKind(found: Understanding, byKind: JudgedReading | undefined): Understanding {
  if (byKind?.understood) return toSuggestion(byKind.understood);
  return byKind && found.kind === 'unclear' && found.reason.text === 'ask.not_sure'
    ? { ...found, reason: message('ask.nothing_found') }
    : found;
}

/** The open reading of a question that would otherwise only be suggested. */
function openReading(
  read: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  licences: Licences,
): Understanding | undefined {
  const opened = understandOpenly(read.sentence, read.context);
  return opened && isAnswer(opened) && isLicensed(opened, read, licences) ? opened : undefined;
}

/** Reasons for which a sentence may be two questions. */
const SPLITTABLE_REASONS: ReadonlySet<string> = new Set([
  'ask.not_sure',
  'ask.out_of_domain',
  'ask.several_meanings',
]);

/**
 * Parses two questions in one sentence ("how old are they and what breed") separately; a place and
 * time stated in only one of them apply to both.
 */
function understandBoth(
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  sources: PartSources,
): Understanding | undefined {
  for (const [left, right] of splitSentence(sentence, context)) {
    const [leftDetails, rightDetails] = [findDetails(left, context), findDetails(right, context)];
    const isLast = leftDetails.size === 0 && rightDetails.size > 0;
    const isSame =
      leftDetails.size === rightDetails.size &&
      [...leftDetails].every((one) => rightDetails.has(one));
    if (!isLast && rightDetails.size > 0 && !isSame) continue;
    const [first, second] = isLast ? [right, left] : [left, right];
    const found = answerPart(first, context, sources);
    const also = found && answerNextPart(second, found, { context, sources });
    if (!found || !also || isSameReading(found, also)) continue;
    return isLast ? { ...also, also: found } : { ...found, also };
  }
  return undefined;
}

/** What the parts of a sentence are compared with. */
interface PartSources {
  readonly licences: Licences;
  readonly classifier: Classifier | undefined;
}

/** The place and time details stated in a part of a sentence. */
function findDetails(part: string, context: SentenceContext): ReadonlySet<string> {
  const meanings = splitQuestion(readSentence(part, context), context).flatMap(
    (word) => word.meanings,
  );
  return new Set(
    meanings.flatMap((one) =>
      one === 'place' ? [one] : /^(?:time$|t:)/.test(one) ? ['time'] : [],
    ),
  );
}

function answerPart(
  part: string,
  context: SentenceContext,
  { licences, classifier }: PartSources,
): Answerable | undefined {
  const sentence = readSentence(part, context);
  const found = understandSentence(sentence, context);
  const answer = isAnswer(found) ? found : undefined;
  if (answer && isLicensed(answer, { sentence, context }, licences)) return answer;
  if (!classifier || found.kind === 'action') return undefined;
  const byKind = readingByKind({ sentence, context }, answer, { classifier, licences });
  return byKind?.isCertain ? byKind.understood : undefined;
}

/**
 * Parses a part in the context of the other one: it may be less complete than a separate question.
 */
function answerNextPart(
  part: string,
  first: Answerable,
  { context, sources }: { readonly context: SentenceContext; readonly sources: PartSources },
): Answerable | undefined {
  if (findDetails(part, context).size > 0) return answerPart(part, context, sources);
  const { licences, classifier } = sources;
  const { language } = context.compiled.lexicon;
  const { confidence: _, kind: __, ...rest } = first;
  const previous = { ...rest, farmId: '', language } as PreviousQuestion;
  const next = asContinuation(part, language);
  const found = understandFollowUp(next, context, previous);
  const answer = found && isAnswer(found) ? found : undefined;
  if (answer && isLicensedFollowUp(answer, readTurn(next, context), previous, licences))
    return answer;
  return (
    classifier &&
    continueByKind(part, context, previous, { licences, classifier, suggested: answer })
  );
}

/** Whether the question was understood and has an answer. */
export function isAnswer(understood: Understanding): understood is Answerable {
  return understood.kind === 'question' || understood.kind === 'records';
}

/** Below the minimum confidence of an answer. */
const SUGGESTION_CONFIDENCE = 0.7;

/** Converts an answer to a question about a suggested meaning. */
export function toSuggestion(suggested: Answerable): Understanding {
  const reason = message('ask.not_sure');
  return {
    kind: 'unclear',
    intent: null,
    reason,
    choices: [],
    suggested,
    confidence: SUGGESTION_CONFIDENCE,
  };
}

function exceededLimit({ lexicon }: CompiledLexicon): UnderstoodQuestion {
  const reason = message('ask.too_complicated');
  return {
    understanding: { kind: 'unclear', intent: null, reason, choices: [], confidence: 0 },
    language: lexicon.language,
    manner: { isOpen: false, isOrder: false, numbers: [] },
  };
}

/** The context for reading in a language. */
export function toContext(compiled: CompiledLexicon, place: FarmContext): SentenceContext {
  const { names, today, thresholds } = place;
  const { weekStartsOn } = thresholds;
  return { compiled, names, calendar: { today, weekStartsOn, direction: 'past' } };
}
