import { isMarkedTurn } from '../follow-up-turns.ts';
import { pickRecords } from '../grammar/pick-slots.ts';
import { periodFault, readManner } from '../grammar/question-values.ts';
import { type ReadSentence, readSentence, type SentenceContext } from '../grammar/read-sentence.ts';
import {
  absenceReason,
  askForRecord,
  flocksIn,
  pickPeriod,
  toScope,
} from '../grammar/understand-question.ts';
import type { Understanding } from '../grammar/understanding.ts';
import { type Answerable, isLicensed, type Licences, unlicensedDetails } from '../licence.ts';
import type { MeasureDefinition, Period, QuestionScope } from '../measure.ts';
import { measures } from '../measures/measures.ts';
import type { NamedFlock } from '../names/farm-names.ts';
import { type View, views } from '../query/views.ts';
import { type QuestionWord, splitQuestion } from '../question-words.ts';
import { originalText } from '../text/normalise.ts';
import { findPeriod, hasKind } from '../text/scan.ts';
import { withinClassifying } from '../text/work-limit.ts';
import { questionLifetime, scopeForLifetime } from '../time/resolve-period.ts';
import { understandSentence } from '../understand.ts';
import type { Classifier, QuestionKind } from './classifier.ts';
import { readingName } from './classifier.ts';
import {
  countQuestionWords,
  hasPhrase,
  questionFeatures,
  type SlotKind,
  slotKindOf,
} from './question-features.ts';

/** A reading found from the kind of a question. */
export interface ReadingOfKind {
  readonly understood: Answerable;
  /** From 0 to 1: how certain the kind is. */
  readonly probability: number;
  /** Whether the words of the question were read in the same way, without a licence. */
  readonly isConfirmed: boolean;
  /**
   * Whether the question contains a word that no known question has, a meaning that no known
   * question of the kind has, or an unusual combination ("what feed").
   */
  readonly isUnusual: boolean;
  /** Whether it may be two questions, or the reading does not use its details. */
  readonly isIncomplete: boolean;
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
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  suggested: Answerable | undefined,
  { classifier, licences }: KindSources,
): ReadingOfKind | Unanswerable | undefined {
  const { language, limiting } = context.compiled.lexicon;
  const words = splitQuestion(sentence, context, true);
  // A reading contains all places and days that are named, excluded ones as well.
  if (hasPhrase(words, limiting, language)) return undefined;
  const { kind, probability } = classifier.classify(questionFeatures(words, language));
  if (kind === undefined) return { understood: undefined, probability };
  const slots = slotsOf(words, sentence);
  const restated =
    readKind(kind, slots, context, licences) ?? fillKind(kind, { sentence, context, slots });
  // The reading from the words alone, if it is of the same kind, may contain more details.
  const isSameKind = suggested !== undefined && readingName(suggested) === kind.name;
  const understood = isSameKind ? suggested : restated;
  if (understood === undefined) return undefined;
  const isNegated = words.some(({ meanings }) => meanings.includes('m:not'));
  const isConfirmed =
    isSameKind && !isNegated && restated !== undefined && isSameReading(restated, suggested);
  const hasUnknownWord = words.some(
    ({ text, meanings }) => meanings.includes('?') && !classifier.knowsWord(text, language),
  );
  const asksTwice = !kind.asksTwice && countQuestionWords(words) > 1;
  const missing = unlicensedDetails(understood, { sentence, context }, licences);
  const isUsual = (detail: string) => isUsualDetail(detail, kind);
  return {
    ...{ understood, probability, isConfirmed },
    isUnusual: hasUnknownWord || isNegated || hasForeignMeaning(words, kind) || missing.length > 0,
    isIncomplete: asksTwice || !missing.every(isUsual) || isOpposite(words, understood),
  };
}

/**
 * Whether a detail without a licence may belong to a question of a kind: a word that known questions
 * of the kind have, or a second clause. A second question word is judged separately.
 */
function isUsualDetail(detail: string, { meanings }: QuestionKind): boolean {
  const word = / (w:\S+) unused$/.exec(detail)?.[1];
  return word === undefined
    ? /: what |: and asks$/.test(detail)
    : ` ${meanings} `.includes(` ${word} `);
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

/** The reading of a kind with the places and days of a question. */
export function fillKind(
  { name, reading }: QuestionKind,
  {
    sentence: { spans },
    context,
    slots,
  }: {
    readonly sentence: ReadSentence;
    readonly context: SentenceContext;
    readonly slots: readonly Slot[];
  },
): Answerable | undefined {
  if (reading === undefined) return undefined;
  const records = pickRecords(spans);
  const isOther = slots.some(({ kind }) => kind !== 'place' && kind !== 'time');
  if (isOther || askForRecord(records, 'briefing', 1) || records.farms.length > 0) return undefined;
  const scope = toScope(records);
  const flocks = flocksIn(scope, context.names);
  const period = pickPeriod(spans.map(findPeriod), flocks, context);
  const isNamed = slots.some(({ kind }) => kind === 'time');
  if (typeof period === 'string' || isNamed !== (period !== undefined)) return undefined;
  const filled =
    reading.kind === 'question'
      ? fillMeasure(reading, { scope, flocks, period }, context)
      : fillRecords(reading, { scope, period }, context);
  // Of a few records, all are listed, whatever the title.
  return filled && readingName(filled) === name.replaceAll(' about', '') ? filled : undefined;
}

function fillMeasure(
  { intent, question, ...rest }: Extract<Answerable, { kind: 'question' }>,
  place: {
    readonly scope: QuestionScope;
    readonly flocks: readonly NamedFlock[];
    readonly period: Period | undefined;
  },
  { calendar: { today } }: SentenceContext,
): Answerable | undefined {
  const { scope, flocks, period: picked } = place;
  const isTotal = question.aggregation === 'total';
  const isAboutPlaces = (scope.barnIds ?? []).length > 1;
  const definition: MeasureDefinition = measures[intent];
  const whole = questionLifetime({ intent, definition, flocks, isTotal, isAboutPlaces }, today);
  const period = picked ?? whole;
  if (absenceReason({ intent, flocks, picked }, today)) return undefined;
  if (periodFault({ intent, slots: question.slots }, period, today)) return undefined;
  if (definition.per === 'farm' && Object.keys(scope).length > 0) return undefined;
  const ofLife = scopeForLifetime(intent, scope, { flocks, picked, whole });
  const filled = { ...question, scope: ofLife, ...(period ? { period } : {}) };
  return { ...rest, intent, question: filled };
}

function fillRecords(
  { view, form, ...rest }: Extract<Answerable, { kind: 'records' }>,
  { scope, period }: { readonly scope: QuestionScope; readonly period: Period | undefined },
  { calendar: { today } }: SentenceContext,
): Answerable | undefined {
  const { barnIds = [], flockIds = [] } = scope;
  const { barn, flock }: View = views[view];
  const isPlaced = barnIds.length + flockIds.length > 0;
  if (isPlaced && barn === null && flock === null) return undefined;
  const isOver = period !== undefined && period.from <= today;
  if (period && form.tense !== (isOver ? 'past' : 'future')) return undefined;
  const places = { farms: [], barns: [...barnIds], flocks: [...flockIds] };
  const filled = { ...form, scope: places, ...(period ? { period } : {}) };
  return { ...rest, view, form: filled };
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

/** Meanings of words, and the names of readings with the opposite meaning. */
const OPPOSITES: readonly (readonly [meaning: string, other: string, names: RegExp])[] = [
  ['c:lowest', 'c:highest', / (?:highest|max)\b/],
  ['c:highest', 'c:lowest', / (?:lowest|min)\b/],
  ['m:below', 'm:above', / above limit|>number/],
  ['m:above', 'm:below', / below limit|<number/],
];

/** Whether a reading is the opposite of a question: "fewer than 10" is not "more than 10". */
function isOpposite(words: readonly QuestionWord[], understood: Answerable): boolean {
  const has = (meaning: string) => words.some(({ meanings }) => meanings.includes(meaning));
  const name = readingName(understood);
  return OPPOSITES.some(
    ([meaning, other, names]) => has(meaning) && !has(other) && names.test(name),
  );
}

function hasForeignMeaning(words: readonly QuestionWord[], { meanings }: QuestionKind): boolean {
  const known = ` ${meanings} `;
  return words.some((word) => {
    if (slotKindOf(word) !== undefined || word.meanings.includes('?')) return false;
    const relevant = word.meanings.filter((one) => one !== '');
    return relevant.length > 0 && !relevant.some((one) => known.includes(` ${one} `));
  });
}

/** Minimum probability of a kind whose reading is stated. */
const STATED = 0.65;
/** The minimum for an unusual question. */
const STATED_UNUSUAL = 0.98;
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
 * suggested by the words.
 */
export function readingByKind(
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  suggested: Answerable | undefined,
  sources: KindSources,
): JudgedReading | undefined {
  const read = { sentence, context };
  const found = withinClassifying(() => understandByKind(read, suggested, sources));
  if (found === undefined) return undefined;
  if (found.understood === undefined)
    return found.probability >= UNANSWERABLE
      ? { understood: undefined, isCertain: true }
      : undefined;
  const { understood, probability, isConfirmed, isUnusual, isIncomplete } = found;
  if (isConfirmed) return { understood, isCertain: probability >= CONFIRMED };
  const isCertain = probability >= (isUnusual ? STATED_UNUSUAL : STATED) && !isIncomplete;
  return probability >= SUGGESTED ? { understood, isCertain } : undefined;
}

/** Whether two readings are the same, however certain. */
export function isSameReading(one: Answerable, other: Answerable): boolean {
  return JSON.stringify({ ...one, confidence: 1 }) === JSON.stringify({ ...other, confidence: 1 });
}

/**
 * Whether a reading of the words is licensed, and not a figure of a day that the question only
 * limits: "after the 10th".
 */
export function mayBeStated(
  understood: Answerable,
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  licences: Licences,
): boolean {
  const { language, limiting } = context.compiled.lexicon;
  const phrases = limiting.map((phrase) => `${phrase} <time>`);
  const isLimited =
    understood.kind === 'question' &&
    hasPhrase(splitQuestion(sentence, context), phrases, language);
  return !isLimited && isLicensed(understood, { sentence, context }, licences);
}

/** Whether a sentence may be a complete question: no part of a conversation and no command. */
export function mayBeClassified(
  question: string,
  found: Understanding,
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
): boolean {
  if (found.kind === 'unclear' && found.order) return false;
  const isRefused = sentence.spans.some((span) => hasKind(span, 'refusal'));
  const { isOrder } = readManner(sentence, context.compiled);
  const { language } = context.compiled.lexicon;
  return !isOrder && !isRefused && !isMarkedTurn(question, language);
}
