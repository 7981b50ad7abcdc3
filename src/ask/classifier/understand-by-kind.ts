import { readTurn } from '../follow-up-turns.ts';
import { readManner } from '../grammar/question-values.ts';
import { type ReadSentence, readSentence, type SentenceContext } from '../grammar/read-sentence.ts';
import type { Understanding } from '../grammar/understanding.ts';
import { type Answerable, hasLicensedDetails, isLicensed, type Licences } from '../licence.ts';
import { type QuestionWord, splitQuestion } from '../question-words.ts';
import { originalText } from '../text/normalise.ts';
import { hasKind } from '../text/scan.ts';
import { withinClassifying } from '../text/work-limit.ts';
import { understandSentence } from '../understand.ts';
import type { Classifier, QuestionKind } from './classifier.ts';
import { readingName } from './classifier.ts';
import { questionFeatures, type SlotKind, slotKindOf } from './question-features.ts';

/** A reading found from the kind of a question. */
export interface ReadingOfKind {
  readonly understood: Answerable;
  /** From 0 to 1: how certain the kind is. */
  readonly probability: number;
  /** Whether the question contains a meaning that no known question of the kind has. */
  readonly hasForeignMeaning: boolean;
  /** Whether the question contains a word that no known question has. */
  readonly hasUnknownWord: boolean;
  /** Whether it has two question words, and so may be two questions. */
  readonly asksTwice: boolean;
  /** Whether the reading uses the details of the question. */
  readonly isDetailed: boolean;
}

/** A question that none of the kinds answers. */
interface Unanswerable {
  readonly understood: undefined;
  readonly probability: number;
}

/** A name, day or number in a question, as typed. */
export interface Slot {
  readonly kind: SlotKind;
  readonly text: string;
  /** Whether a reading without it is complete. */
  readonly isOptional?: true;
}

/** What a question is compared with. */
export interface KindSources {
  readonly classifier: Classifier;
  readonly licences: Licences;
}

/** Maximum number of restatements that are read. */
const MAX_TRIALS = 3;
const PLACEHOLDER = /\{(place|time|person|product|number)\}/g;

/**
 * Understands a question from its most probable kind: a known question of the kind is read with the
 * places, days and names of this question. Undefined if the kind is unknown, or has no question
 * with as many names and numbers.
 */
function understandByKind(
  sentence: ReadSentence,
  context: SentenceContext,
  { classifier, licences }: KindSources,
): ReadingOfKind | Unanswerable | undefined {
  const { language } = context.compiled.lexicon;
  const words = splitQuestion(sentence, context, true);
  const { kind, probability } = classifier.classify(questionFeatures(words, language));
  if (kind === undefined) return { understood: undefined, probability };
  const understood = readKind(kind, slotsOf(words, sentence), context, licences);
  if (understood === undefined) return undefined;
  const hasUnknownWord = words.some(
    ({ text, meanings }) => meanings.includes('?') && !classifier.knowsWord(text, language),
  );
  return {
    ...{ understood, probability, hasUnknownWord },
    asksTwice: words.filter(isQuestionWord).length > 1,
    isDetailed:
      hasLicensedDetails(understood, { sentence, context }, licences) &&
      !isOtherEnd(words, understood),
    hasForeignMeaning: hasForeignMeaning(words, kind),
  };
}

/** A known question of a kind, read with these places, days and names. */
export function readKind(
  kind: QuestionKind,
  slots: readonly Slot[],
  context: SentenceContext,
  licences: Licences,
): Answerable | undefined {
  const { language } = context.compiled.lexicon;
  for (const text of restatements(kind.templates[language] ?? [], slots).slice(0, MAX_TRIALS)) {
    const sentence = readSentence(text, context);
    const understood = understandSentence(sentence, context);
    if (understood.kind !== 'question' && understood.kind !== 'records') continue;
    if (readingName(understood) !== kind.name) continue;
    if (isLicensed(understood, { sentence, context }, licences)) return understood;
  }
  return undefined;
}

/** The names, days and numbers of a question. */
export function slotsOf(words: readonly QuestionWord[], { normal }: ReadSentence): readonly Slot[] {
  return words.flatMap((word) => {
    const kind = slotKindOf(word);
    // "Which one" contains no number.
    if (kind === undefined || (kind === 'number' && !/\d/.test(word.text))) return [];
    const to = word.from + word.text.length;
    return [{ kind, text: originalText(normal, word.from, to) }];
  });
}

/** The templates with the slots of a question, those with most slots first. */
function restatements(templates: readonly string[], slots: readonly Slot[]): readonly string[] {
  const fitting = templates.flatMap((template) => {
    const rest = [...slots];
    let isFilled = true;
    const text = template.replaceAll(PLACEHOLDER, (_, kind) => {
      const index = rest.findIndex((one) => one.kind === kind);
      isFilled &&= index >= 0;
      return rest.splice(index, 1)[0]?.text ?? '';
    });
    const open = rest.filter(({ isOptional }) => !isOptional);
    const isComplete = open.every(({ kind }) => kind === 'place' || kind === 'time');
    if (!isFilled || !isComplete) return [];
    const ends = open.map((one) => one.text).join(' ');
    const texts = open.length === 0 ? [text] : [`${text} ${ends}`, `${ends} ${text}`];
    return [{ texts, open: rest.length }];
  });
  return fitting.toSorted((a, b) => a.open - b.open).flatMap(({ texts }) => texts);
}

/** "The second lowest" is not the second highest. */
function isOtherEnd(words: readonly QuestionWord[], understood: Answerable): boolean {
  const has = (meaning: string) => words.some(({ meanings }) => meanings.includes(meaning));
  if (has('c:lowest') === has('c:highest')) return false;
  const end =
    understood.kind === 'question' ? understood.question.aggregation : understood.form.aggregate;
  return has('c:lowest') ? ['highest', 'max'].includes(end) : ['lowest', 'min'].includes(end);
}

const QUESTION_MEANINGS: ReadonlySet<string> = new Set([
  ...['c:how_many', 'c:how_much', 'c:when', 'c:who'],
  ...['s:ask.count', 's:ask.amount', 's:ask.when', 's:ask.who'],
]);

function isQuestionWord({ meanings }: QuestionWord): boolean {
  return meanings.some((one) => QUESTION_MEANINGS.has(one));
}

function hasForeignMeaning(words: readonly QuestionWord[], { meanings }: QuestionKind): boolean {
  return words.some((word) => {
    if (slotKindOf(word) !== undefined || word.meanings.includes('?')) return false;
    const relevant = word.meanings.filter((one) => one !== '');
    return relevant.length > 0 && !relevant.some((one) => meanings.has(one));
  });
}

/** Minimum probability of a kind whose reading is stated. */
const STATED = 0.9;
/** The minimum if the question has a word or a meaning that no known question of the kind has. */
const STATED_WITH_UNKNOWN = 0.98;
/** The minimum if the words of the question were read in the same way. */
const CONFIRMED = 0.3;
/** Minimum probability of a kind whose reading is suggested. */
const SUGGESTED = 0.5;
/** Minimum probability that none of the kinds answers a question. */
const UNANSWERABLE = 0.9;

/**
 * A reading by the kind of a question, and whether it is certain enough to be stated; undefined:
 * certainly none.
 */
export interface JudgedReading {
  readonly understood: Answerable | undefined;
  readonly isCertain: boolean;
}

/**
 * The reading of a question by its kind, if it is probable; it may be the one that is only
 * suggested by the words. A word that no known question has, a meaning that no known question of the
 * kind has, or a second question word makes it uncertain.
 */
export function readingByKind(
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  suggested: Answerable | undefined,
  sources: KindSources,
): JudgedReading | undefined {
  const found = withinClassifying(() => understandByKind(sentence, context, sources));
  if (found === undefined) return undefined;
  if (found.understood === undefined)
    return found.probability >= UNANSWERABLE
      ? { understood: undefined, isCertain: true }
      : undefined;
  const { understood, probability, hasForeignMeaning, hasUnknownWord } = found;
  if (suggested !== undefined && isSameReading(understood, suggested))
    return { understood, isCertain: probability >= CONFIRMED };
  const least = hasUnknownWord || hasForeignMeaning ? STATED_WITH_UNKNOWN : STATED;
  const isCertain = probability >= least && !found.asksTwice && found.isDetailed;
  return probability >= SUGGESTED ? { understood, isCertain } : undefined;
}

/** Whether two readings are the same, however certain. */
export function isSameReading(one: Answerable, other: Answerable): boolean {
  return JSON.stringify({ ...one, confidence: 1 }) === JSON.stringify({ ...other, confidence: 1 });
}

/** Whether a sentence is a complete question: no part of a conversation and no command. */
export function mayBeClassified(
  question: string,
  found: Understanding,
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
): boolean {
  if (found.kind === 'unclear' && found.order) return false;
  const isRefused = sentence.spans.some((span) => hasKind(span, 'refusal'));
  const { isOrder } = readManner(sentence, context.compiled);
  return !isOrder && !isRefused && !readTurn(question, context).isMarked;
}
