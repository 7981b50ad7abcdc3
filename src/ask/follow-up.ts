import { orderAlone, orderForShown } from './actions/orders-in-conversation.ts';
import {
  forAllBarns,
  isAhead,
  isWholeFarm,
  type PreviousMeasure,
  type PreviousQuestion,
  previousPeriod,
  previousScope,
  referencedPlace,
  scopeExists,
  widensPlace,
  withPlacesTogether,
} from './conversation-memory.ts';
import {
  aboutPreviousAnswer,
  followUpOnRecords,
  isInAnswer,
  isPayment,
  personShown,
  ranksBarns,
  recordsOfPlace,
  sameRecords,
} from './follow-up-records.ts';
import {
  isSilent,
  notUnderstood,
  presentOnly,
  readTurn,
  repeatPrevious,
  SILENT_KINDS,
  understandSinglePhrase,
  withBarnNumber,
} from './follow-up-turns.ts';
import { type Concept, isModifier } from './grammar/concepts.ts';
import { measureMeanings } from './grammar/measure-meanings.ts';
import {
  type NamedRecords,
  pickAggregation,
  pickRecords,
  pickSlots,
} from './grammar/pick-slots.ts';
import { supportsPeriod } from './grammar/question-values.ts';
import { findConcepts, supportsRecord, supportsWord } from './grammar/rank-measures.ts';
import type { ReadSentence, SentenceContext } from './grammar/read-sentence.ts';
import { resolveSpans } from './grammar/resolve-spans.ts';
import {
  askForFlock,
  askForRecord,
  flocksIn,
  pickPeriod,
  toScope,
  understandQuestion,
} from './grammar/understand-question.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { Sense, SymbolName } from './lexicon/lexicon.ts';
import { isModified, type MeasureDefinition, type Period, type QuestionScope } from './measure.ts';
import { measures } from './measures/measures.ts';
import type { ViewName } from './query/views.ts';
import { findPeriod, type Span } from './text/scan.ts';
import { isEdge } from './text/word-edges.ts';
import { understandSentence } from './understand.ts';

const CONFIDENCE = 0.9;
const MAX_SHORT_SPANS = 2;

/**
 * The meaning of a sentence as the continuation of a question: another period, place or grouping of
 * the same measure, or another measure for the same place and period. Undefined where it is a
 * complete question, or where any of its words fits neither.
 */
export function understandFollowUp(
  sentence: string,
  alone: SentenceContext,
  previous: PreviousQuestion,
): Understanding | undefined {
  if (!scopeExists(previousScope(previous), alone.names)) return undefined;
  const calendar = { ...alone.calendar, previous: previousPeriod(previous) };
  const understood = { ...alone, calendar };
  const ahead = {
    ...understood,
    calendar: { ...understood.calendar, direction: 'future' },
  } as const;
  const context = isAhead(previous, understood.calendar.today) ? ahead : understood;
  const { rest, isMarked, isRestated, sentence: read } = readTurn(sentence, context);
  const turn = understandSinglePhrase(rest, context, previous);
  if (turn !== 'other') return turn;
  const standalone = understandSentence(read, context);
  const symbols = symbolsIn(read, context);
  const isAnswered = standalone.kind === 'question' || standalone.kind === 'records';
  const mayOrder = symbols.has('pronoun') || !isAnswered;
  const taskOrder = mayOrder ? orderForShown(rest, context, previous, standalone) : undefined;
  if (standalone.kind === 'action') {
    const isUnchanged = !isMarked && !isRestated && context === understood;
    return taskOrder ?? orderAlone(sentence, understood, isUnchanged ? standalone : undefined);
  }
  const { text } = read.normal;
  const settled = resolveSpans(withBarnNumber(read.spans, { context, previous, isMarked, text }));
  if ('choices' in settled) return taskOrder;
  const { spans } = settled;
  const words = { symbols, concepts: new Set(spans.flatMap(findConcepts)) };
  return (
    taskOrder ??
    aboutPreviousAnswer(standalone, previous, words) ??
    continueQuestion({ standalone, read, spans, isMarked, symbols }, context, previous)
  );
}

interface Continuation {
  readonly standalone: Understanding;
  readonly read: ReadSentence;
  readonly spans: readonly Span[];
  readonly isMarked: boolean;
  readonly symbols: ReadonlySet<SymbolName>;
}

/** The changes to the previous question, or a new question about its place. */
function continueQuestion(
  { standalone, read, spans, isMarked, symbols }: Continuation,
  context: SentenceContext,
  previous: PreviousQuestion,
): Understanding | undefined {
  // "Which barn is worst?" after a figure of barns refers to that figure.
  const ranked = ranksBarns(standalone) ? forAllBarns(previous) : undefined;
  const isComplete = standalone.kind === 'question' && !isMarked && ranked === undefined;
  if (!isComplete && areDetails(spans, isMarked, previous))
    return withDetails(spans, context, ranked ?? previous);
  if (isInAnswer(standalone, previous, symbols)) return repeatPrevious(previous);
  const person = personShown(standalone, previous, symbols);
  if (person) return person;
  const isPronoun = symbols.has('pronoun');
  const isPaid = isPayment(standalone, previous);
  const isReference =
    isPaid || isMarked || isPronoun || isShort(spans) || standalone.kind === 'unclear';
  if (!isReference) return undefined;
  const more = followUpOnRecords(read, context, previous);
  if (more || isPaid) return more ?? notUnderstood();
  if (standalone.kind === 'records') return recordsOfPlace(standalone, previous, isMarked);
  const understood = completed(standalone, { ...read, spans }, context, previous);
  return samePlace(understood, { spans, isPronoun }, previous, context);
}

/** The previous question with other details. */
function withDetails(
  spans: readonly Span[],
  context: SentenceContext,
  previous: PreviousQuestion,
): Understanding | undefined {
  const before = asksTogether(spans) ? withPlacesTogether(previous) : previous;
  if (before === undefined) return notUnderstood();
  return 'question' in before
    ? sameMeasure(spans, context, before)
    : sameRecords(spans, context, before);
}

/** "Both together?", without a place. */
function asksTogether(spans: readonly Span[]): boolean {
  const { barns, flocks } = pickRecords(spans);
  const isTotal = spans.flatMap(findConcepts).includes('total');
  return isTotal && barns.length + flocks.length === 0 && !spans.some(isWholeFarm);
}

/** A question that is unclear standalone, together with the previous subject. */
function completed(
  standalone: Understanding,
  read: ReadSentence,
  context: SentenceContext,
  previous: PreviousQuestion,
): Understanding | undefined {
  return standalone.kind === 'unclear' ? withPreviousSubject(read, context, previous) : standalone;
}

/** The subjects of records as figures, independent of language. */
const SUBJECTS: Readonly<Partial<Record<ViewName, readonly Concept[]>>> = {
  tenders: ['bid'],
  tasksDue: ['task'],
  assignments: ['task'],
  alerts: ['alert'],
  medicine: ['medicine'],
};

/** "And per bird?" after water: the words have a meaning together with the previous subject. */
function withPreviousSubject(
  read: ReadSentence,
  context: SentenceContext,
  previous: PreviousQuestion,
): Understanding | undefined {
  const needs =
    'intent' in previous ? measureMeanings[previous.intent][0]?.needs : SUBJECTS[previous.view];
  const end = read.normal.text.length;
  const subject = (needs ?? []).map(
    (concept): Span => ({
      from: end,
      to: end,
      senses: [{ kind: 'concept', concept }],
      words: 0,
      isTypo: false,
    }),
  );
  const contentSpans = read.spans.filter((span) => !isSilent(span)).length;
  if (subject.length === 0 || contentSpans === 0) return undefined;
  const understood = understandQuestion({ ...read, spans: [...read.spans, ...subject] }, context);
  const isSame =
    understood.kind === 'question' && 'intent' in previous && understood.intent === previous.intent;
  // Words without an effect were not understood.
  return isSame && Object.keys(understood.question.slots).length === 0 ? undefined : understood;
}

/**
 * Whether the sentence contains only days, places, groupings and kinds, and at least one of them.
 */
function areDetails(
  spans: readonly Span[],
  isMarked: boolean,
  previous: PreviousQuestion,
): boolean {
  const isNarrowing = (span: Span) => isMarked && narrowsMeasure(span, previous);
  const isSomething = spans.some((span) => changesQuestion(span) || isNarrowing(span));
  return isSomething && spans.every((span) => isDetail(span) || isNarrowing(span));
}

/** All symbols that begin anywhere in a sentence. */
function symbolsIn(
  { normal: { text } }: ReadSentence,
  { compiled }: SentenceContext,
): ReadonlySet<SymbolName> {
  const places = Array.from({ length: text.length }, (_, index) => index);
  const found = places
    .filter((index) => isEdge(text, index))
    .flatMap((index) => compiled.symbols.matchesAt(text, index));
  return new Set(found.flatMap(({ values }) => values));
}

/** "How many birds now?" is too short to be a complete question. */
function isShort(spans: readonly Span[]): boolean {
  const contentSpans = spans.filter((span) => !isSilent(span));
  return !contentSpans.some(isWholeFarm) && contentSpans.length <= MAX_SHORT_SPANS;
}

const DETAIL_KINDS: ReadonlySet<Sense['kind']> = new Set([
  ...SILENT_KINDS,
  'time',
  'record',
  'nobody',
  'word',
  'everything',
]);
const PLACE_CONCEPTS: ReadonlySet<Concept> = new Set(['barn', 'flock', 'farm', 'birds']);
const GROUPING_CONCEPTS: ReadonlySet<Concept> = new Set([
  'average',
  'total',
  'lowest',
  'highest',
  'best',
  'worst',
  'compare',
  'trend',
  'each',
]);

/** A detail does not name a measure. "Feed" is a category of expenses, but first a topic. */
function isDetail(span: Span): boolean {
  const concepts = findConcepts(span);
  const isTopic = concepts.some((concept) => !isModifier(concept) && !PLACE_CONCEPTS.has(concept));
  if (isSilent(span)) return true;
  return (
    !isTopic && (concepts.length > 0 || span.senses.some(({ kind }) => DETAIL_KINDS.has(kind)))
  );
}

/** "Only feed" after a question about expenses is a category of them. */
function narrowsMeasure({ senses }: Span, previous: PreviousQuestion): boolean {
  if (!('intent' in previous)) return false;
  const definition: MeasureDefinition = measures[previous.intent];
  return senses.some((sense) => sense.kind === 'word' && supportsWord(definition, sense.word));
}

/** Whether a stretch changes the question. */
function changesQuestion(span: Span): boolean {
  if (isSilent(span)) return false;
  const isNamed = span.senses.some(({ kind }) => DETAIL_KINDS.has(kind));
  return (
    isNamed ||
    findConcepts(span).some((concept) => GROUPING_CONCEPTS.has(concept) || concept === 'farm')
  );
}

function sameMeasure(
  spans: readonly Span[],
  context: SentenceContext,
  { intent, question }: PreviousMeasure,
): Understanding | undefined {
  const records = pickRecords(spans);
  const definition: MeasureDefinition = measures[intent];
  const open = askForRecord(records, intent, CONFIDENCE);
  if (open || !fitsMeasure(definition, spans)) return open;
  const scope = nextScope(question.scope, spans, { records, period: question.period });
  const flocks = flocksIn(scope, context.names);
  const named = pickPeriod(spans.map(findPeriod), flocks, context);
  if (named === 'ask') return askForFlock(intent, flocks, CONFIDENCE);
  if (named === 'several') return undefined;
  if (!supportsPeriod(intent, definition, named, context.calendar.today))
    return presentOnly(intent);
  const period = named ?? question.period;
  const concepts = new Set(spans.flatMap(findConcepts));
  const isRegrouped = [...concepts].some((concept) => GROUPING_CONCEPTS.has(concept));
  // Ambiguous: a new period after a comparison of periods, or "on average" after a limit.
  const isAboutDays = question.versus !== undefined || question.ages !== undefined;
  if ((named && isAboutDays) || (isRegrouped && isModified(question))) return undefined;
  // The period replaces a slot with the value `today`.
  const keptSlots = Object.entries(question.slots).filter(([, value]) => value !== 'today');
  const slots = pickSlots(definition, spans, { records, period, today: context.calendar.today });
  return {
    kind: 'question',
    intent,
    question: {
      ...question,
      scope,
      ...(period === undefined ? {} : { period }),
      aggregation: nextAggregation({ intent, question }, definition, concepts),
      slots: { ...Object.fromEntries(keptSlots), ...slots },
    },
    ...namedFarm(records),
    confidence: CONFIDENCE,
  };
}

/** "Which are critical?" after a number asks for the records. */
function nextAggregation(
  { intent, question: { aggregation } }: Pick<PreviousMeasure, 'intent' | 'question'>,
  definition: MeasureDefinition,
  concepts: ReadonlySet<Concept>,
) {
  const asksWhich = concepts.has('which') || concepts.has('list') || concepts.has('what');
  if (aggregation === 'count' && asksWhich && definition.aggregations.includes('list'))
    return 'list';
  return [...concepts].some((concept) => GROUPING_CONCEPTS.has(concept))
    ? pickAggregation(intent, definition, concepts)
    : aggregation;
}

/** A word or a person that cannot narrow the measure is not ignored silently. */
function fitsMeasure(definition: MeasureDefinition, spans: readonly Span[]): boolean {
  return spans.every(
    (span) =>
      isSilent(span) ||
      span.senses.some((sense) => {
        if (sense.kind === 'word') return supportsWord(definition, sense.word);
        if (sense.kind !== 'record') return true;
        const { kind } = sense.record;
        const isPlace = kind === 'barn' || kind === 'flock';
        return isPlace ? definition.per !== 'farm' : supportsRecord(definition, kind);
      }),
  );
}

function nextScope(
  before: QuestionScope,
  spans: readonly Span[],
  { records, period }: { readonly records: NamedRecords; readonly period: Period | undefined },
): QuestionScope {
  if (records.barns.length > 0 || records.flocks.length > 0) return toScope(records);
  return widensPlace(spans, before, period) || records.farms.length > 0 ? {} : before;
}

function samePlace(
  standalone: Understanding | undefined,
  { spans, isPronoun }: { readonly spans: readonly Span[]; readonly isPronoun: boolean },
  previous: PreviousQuestion,
  context: SentenceContext,
): Understanding | undefined {
  if (standalone?.kind !== 'question') return undefined;
  const { intent, question } = standalone;
  const isSame = 'intent' in previous && previous.intent === intent;
  if (isSame && asksTogether(spans) && Object.keys(question.scope).length === 0)
    return withDetails(spans, context, previous);
  const definition: MeasureDefinition = measures[intent];
  const records = pickRecords(spans);
  const isPlaced = Object.keys(question.scope).length > 0 || records.farms.length > 0;
  const period = previousPeriod(previous);
  const scope =
    isPlaced || definition.per === 'farm'
      ? question.scope
      : nextScope(referencedPlace(previous, isPronoun), spans, { records, period });
  const isInherited =
    question.period === undefined &&
    period !== undefined &&
    supportsPeriod(intent, definition, period, context.calendar.today);
  return {
    ...standalone,
    question: {
      ...question,
      scope,
      ...(isInherited ? { period } : {}),
      slots: { ...(isSame ? previous.question.slots : {}), ...question.slots },
    },
  };
}

function namedFarm({ farms }: NamedRecords): { readonly farmId?: string } {
  const [farm] = farms;
  return farm ? { farmId: farm.id } : {};
}
