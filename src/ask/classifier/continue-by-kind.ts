import type { Language } from '../../model/core/message.ts';
import { addDays, daysBetween } from '../../tools/calendar.ts';
import {
  countPlaces,
  type PreviousMeasure,
  type PreviousQuestion,
  previousPeriod,
  previousScope,
} from '../conversation-memory.ts';
import { supportsPeriod } from '../grammar/question-values.ts';
import { type ReadSentence, readSentence, type SentenceContext } from '../grammar/read-sentence.ts';
import type { Understanding } from '../grammar/understanding.ts';
import { type Answerable, isLicensed, type Licences } from '../licence.ts';
import {
  type Aggregation,
  isModified,
  type MeasureDefinition,
  type MeasureQuestion,
  type Period,
} from '../measure.ts';
import { measures } from '../measures/measures.ts';
import { type View, views } from '../query/views.ts';
import { type QuestionWord, splitQuestion } from '../question-words.ts';
import { withinClassifying } from '../text/work-limit.ts';
import { readingName, SAME, subjectOf } from './classifier.ts';
import { hasPhrase, questionFeatures, slotKindOf, turnFeatures } from './question-features.ts';
import {
  fillKind,
  isSameReading,
  type KindSources,
  readKind,
  type Slot,
  slotsOf,
} from './understand-by-kind.ts';

/** Minimum probability of the kind of a turn that is answered. */
const STATED = 0.9;
/** The minimum if the turn changes only the place or the days. */
const STATED_SAME = 0.6;
/** The minimum if the words of the turn were read in the same way. */
const CONFIRMED = 0.3;
/** Minimum probability of the kind of a turn that is a complete question. */
const COMPLETE = 0.95;

/**
 * Understands a turn that depends on the previous question, from the kind of turn that it most
 * probably is. Undefined if that is uncertain.
 */
export function continueByKind(
  text: string,
  context: SentenceContext,
  previous: PreviousQuestion,
  sources: KindSources & { readonly suggested: Answerable | undefined },
): Answerable | undefined {
  const found = withinClassifying(() => continuation(text, context, previous, sources));
  if (found === undefined) return undefined;
  const { suggested } = sources;
  const isConfirmed = suggested !== undefined && isSameReading(found.understood, suggested);
  const least = isConfirmed ? CONFIRMED : found.isSame ? STATED_SAME : STATED;
  return found.probability >= least ? found.understood : undefined;
}

/**
 * Whether a sentence is understood without the previous question, and names a place or a day, or is
 * longer than "when does it expire".
 */
export function isCompleteQuestion(
  alone: Understanding,
  read: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  licences: Licences,
): boolean {
  if (alone.kind !== 'question' && alone.kind !== 'records') return false;
  if (!isLicensed(alone, read, licences)) return false;
  const words = splitQuestion(read.sentence, read.context);
  return words.some(slotKindOf) || countContentWords(words) > MAX_TURN_WORDS;
}

/** More words are a complete question. */
const MAX_TURN_WORDS = 2;

/** The number of words that are no fillers, names, days or numbers. */
function countContentWords(words: readonly QuestionWord[]): number {
  return words.filter(
    (word) => slotKindOf(word) === undefined && word.meanings.some((one) => one !== ''),
  ).length;
}

/**
 * Whether a turn may be about another subject than the previous question: one that is asked after
 * it, or one that the turn names as a complete question. "In percent" names none, and "the best day"
 * has the previous one.
 */
function mayChangeSubject(
  words: readonly QuestionWord[],
  { before, next }: { readonly before: string; readonly next: string },
  { language, sources }: { readonly language: Language; readonly sources: KindSources },
): boolean {
  const hasSubject = words.some(
    (word) =>
      slotKindOf(word) === undefined &&
      word.meanings.some((one) => one !== '' && !WITHOUT_SUBJECT.has(one)),
  );
  if (sources.classifier.isPair(subjectOf(before), next)) return hasSubject;
  if (next.startsWith('records days ') || countContentWords(words) <= MAX_TURN_WORDS) return false;
  const own = sources.classifier.classify(questionFeatures(words, language));
  return own.kind?.name === next && own.probability >= COMPLETE;
}

const WITHOUT_SUBJECT: ReadonlySet<string> = new Set([
  ...['c:ratio', 'c:what', 'c:how_much', 'c:how_many', 'c:is_there', 's:ask.amount', 's:ask.which'],
  ...['s:percent', 's:pronoun', 's:ask.count', 's:ask.exists'],
]);

interface Continuation {
  readonly understood: Answerable;
  readonly probability: number;
  readonly isSame: boolean;
}

function continuation(
  text: string,
  context: SentenceContext,
  previous: PreviousQuestion,
  sources: KindSources,
): Continuation | undefined {
  const { language } = context.compiled.lexicon;
  const sentence = readSentence(text, context);
  const words = splitQuestion(sentence, context, true);
  const hasUnknownWord = words.some(
    ({ text: word, meanings }) =>
      meanings.includes('?') && !sources.classifier.knowsWord(word, language),
  );
  const { limiting } = context.compiled.lexicon;
  if (hasUnknownWord || hasPhrase(words, limiting, language)) return undefined;
  const before = asAnswer(previous);
  const name = readingName(before);
  const found = sources.classifier.classifyTurn(turnFeatures(words, language, subjectOf(name)));
  if (found === undefined || found.probability < CONFIRMED) return undefined;
  const { probability } = found;
  if (
    !found.name.startsWith(SAME) &&
    !mayChangeSubject(words, { before: name, next: found.name }, { language, sources })
  )
    return undefined;
  const slots = slotsOf(words, sentence);
  if (found.name.startsWith(SAME) && found.name !== SAME) {
    if (!('question' in previous)) return undefined;
    const understood = regrouped(previous, found.name.slice(2), { sentence, context, slots });
    return understood && { understood, probability, isSame: false };
  }
  const kind = sources.classifier.findKind(found.name === SAME ? name : found.name);
  const all = [...slots, ...namesOf(previous, slots, context)];
  const understood =
    kind &&
    (readKind(kind, all, context, sources.licences) ??
      fillKind(kind, { sentence, context, slots }));
  if (understood === undefined) return undefined;
  const isSame = found.name === SAME;
  return { understood: inherit(understood, previous, { slots, context }), probability, isSame };
}

function asAnswer(previous: PreviousQuestion): Answerable {
  return 'question' in previous
    ? { kind: 'question', ...previous, confidence: 1 }
    : { kind: 'records', ...previous, confidence: 1 };
}

/** The person or product of the previous question, where the turn names none. */
function namesOf(
  previous: PreviousQuestion,
  slots: readonly Slot[],
  { names }: SentenceContext,
): readonly Slot[] {
  if (!('question' in previous)) return [];
  return (['person', 'product'] as const).flatMap((kind) => {
    if (slots.some((slot) => slot.kind === kind)) return [];
    const records = kind === 'person' ? names.people : names.products;
    const record = records.find(({ id }) => id === previous.question.slots[kind]);
    return record ? [{ kind, text: record.name, isOptional: true }] : [];
  });
}

interface Turn {
  readonly slots: readonly Slot[];
  readonly context: SentenceContext;
}

/** A new figure or list, for the place and the days of the previous question. */
function inherit(understood: Answerable, previous: PreviousQuestion, turn: Turn): Answerable {
  if (understood.kind === 'records') return inheritByRecords(understood, previous, turn);
  const { intent, question } = understood;
  const definition: MeasureDefinition = measures[intent];
  const isRanked = ['highest', 'lowest', 'compare'].includes(question.aggregation);
  const isOpen = Object.keys(question.scope).length === 0 && !hasSlot(turn, 'place');
  const keepsScope = isOpen && !isRanked && definition.per !== 'farm';
  const period = hasSlot(turn, 'time') ? undefined : previousPeriod(previous);
  const { today } = turn.context.calendar;
  const keepsPeriod =
    period !== undefined &&
    question.period === undefined &&
    definition.usualPeriod !== undefined &&
    supportsPeriod(intent, definition, period, today);
  return {
    ...understood,
    question: {
      ...question,
      ...(keepsScope ? { scope: previousScope(previous) } : {}),
      ...(keepsPeriod ? { period } : {}),
    },
  };
}

function hasSlot({ slots }: Turn, kind: Slot['kind']): boolean {
  return slots.some((slot) => slot.kind === kind);
}

function inheritByRecords(
  understood: Extract<Answerable, { kind: 'records' }>,
  previous: PreviousQuestion,
  turn: Turn,
): Answerable {
  const { form, view } = understood;
  const { barn, flock }: View = views[view];
  const { barnIds = [], flockIds = [] } = previousScope(previous);
  const scope = { farms: [], barns: [...barnIds], flocks: [...flockIds] };
  const isPlaced = barnIds.length + flockIds.length > 0 && (barn !== null || flock !== null);
  const period = hasSlot(turn, 'time') ? undefined : previousPeriod(previous);
  const isSummed = !['first', 'last'].includes(form.aggregate) && form.tense === 'past';
  return {
    ...understood,
    form: {
      ...form,
      ...(isPlaced && !hasSlot(turn, 'place') ? { scope } : {}),
      ...(isSummed && period ? { period } : {}),
    },
  };
}

/** The previous figure, grouped or judged in another way. */
function regrouped(
  { intent, question }: PreviousMeasure,
  manner: string,
  { sentence, context, slots }: Turn & { readonly sentence: ReadSentence },
): Answerable | undefined {
  const [aggregation = '', ...modifiers] = manner.split(' ');
  const definition: MeasureDefinition = measures[intent];
  // "On average" after days above a limit is ambiguous.
  if (isModified(question) || !definition.aggregations.includes(aggregation as Aggregation))
    return undefined;
  const isRanked = aggregation === 'highest' || aggregation === 'lowest';
  // "Both together" after one place is not its sum.
  if (aggregation === 'total' && countPlaces(question.scope) === 1) return undefined;
  if (slots.some(({ kind }) => kind !== 'time') || (isRanked && definition.per === 'farm'))
    return undefined;
  const named = sentence.spans.flatMap(({ senses }) =>
    senses.flatMap((sense) =>
      sense.kind === 'time' && sense.period.kind === 'days' ? [sense.period] : [],
    ),
  )[0];
  if (slots.length > 0 && named === undefined) return undefined;
  const changed = changedQuestion(question, modifiers, {
    named,
    today: context.calendar.today,
  });
  if (changed === undefined) return undefined;
  return {
    ...{ kind: 'question', intent, confidence: 1 },
    question: {
      ...changed,
      aggregation: aggregation as Aggregation,
      ...(isRanked || aggregation === 'list' ? { scope: {} } : {}),
    },
  };
}

function changedQuestion(
  question: MeasureQuestion,
  modifiers: readonly string[],
  { named, today }: { readonly named: Period | undefined; readonly today: string },
): MeasureQuestion | undefined {
  const [modifier, ...others] = modifiers;
  if (others.length > 0) return undefined;
  if (modifier === undefined) return named ? { ...question, period: named } : question;
  if (modifier === 'isReason=true') return { ...question, isReason: true };
  if (modifier === 'isJudged=true') return { ...question, isJudged: true };
  if (modifier !== 'versus') return undefined;
  const { from, to } = question.period ?? { from: today, to: today };
  const length = daysBetween(from, to) + 1;
  const before = { from: addDays(from, -length), to: addDays(to, -length) };
  // After a question about yesterday, "the day before" is the day before that.
  const versus = named && named.from !== from ? named : before;
  return { ...question, period: question.period ?? { from, to }, versus };
}
