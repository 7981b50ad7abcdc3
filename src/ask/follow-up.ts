import {
  type AskedBefore,
  type MeasureBefore,
  periodBefore,
  scopeBefore,
} from './conversation-memory.ts';
import { moreOfRecords, sameRecords } from './follow-up-records.ts';
import {
  isSilent,
  onlyNow,
  orderForShownTask,
  personShown,
  readTurn,
  SILENT,
  wholeTurn,
  withBarnNumber,
} from './follow-up-turns.ts';
import { takesPeriod } from './grammar/asked-values.ts';
import { type Concept, isModifier } from './grammar/concepts.ts';
import { measureMeanings } from './grammar/measure-meanings.ts';
import {
  type NamedRecords,
  pickAggregation,
  pickRecords,
  pickSlots,
} from './grammar/pick-slots.ts';
import { conceptsOf, takesRecord, takesWord } from './grammar/rank-measures.ts';
import type { ReadSentence, SentenceContext } from './grammar/read-sentence.ts';
import { resolveSpans } from './grammar/resolve-spans.ts';
import {
  askForFlock,
  flocksIn,
  openRecords,
  pickPeriod,
  scopeOf,
  understandQuestion,
} from './grammar/understand-question.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { Sense, SymbolName } from './lexicon/lexicon.ts';
import type { AskedScope, MeasureDefinition, MeasureQuestion } from './measure.ts';
import { measures } from './measures/measures.ts';
import type { FarmNames } from './names/farm-names.ts';
import type { ViewName } from './query/views.ts';
import { hasKind, periodOf, type Span } from './text/scan.ts';
import { isEdge } from './text/word-edges.ts';
import { understandSentence } from './understand.ts';

type Question = Extract<Understanding, { kind: 'question' }>;

const CONFIDENCE = 0.9;
const MOST_SHORT = 2;

/**
 * The meaning of a sentence as the continuation of a question: another period, place or grouping of
 * the same measure, or another measure for the same place and period. Undefined where it is a
 * complete question, or where any of its words fits neither.
 */
export function understandFollowUp(
  sentence: string,
  context: SentenceContext,
  before: AskedBefore,
): Understanding | undefined {
  if (!knowsScope(scopeBefore(before), context.names)) return undefined;
  const { rest, isMarked, sentence: read } = readTurn(sentence, context);
  const turn = wholeTurn(rest, context, before);
  if (turn !== 'other') return turn;
  const alone = understandSentence(read, context);
  if (alone.kind === 'action') return undefined;
  const symbols = symbolsIn(read, context);
  const given = symbols.has('pronoun') ? orderForShownTask(rest, context, before) : undefined;
  const { text } = read.normal;
  const settled = resolveSpans(withBarnNumber(read.spans, { context, before, isMarked, text }));
  if ('choices' in settled) return given;
  const { spans } = settled;
  return given ?? continued({ alone, read, spans, isMarked, symbols }, context, before);
}

interface Continuation {
  readonly alone: Understanding;
  readonly read: ReadSentence;
  readonly spans: readonly Span[];
  readonly isMarked: boolean;
  readonly symbols: ReadonlySet<SymbolName>;
}

/** The changes to the previous question, or a new question about its place. */
function continued(
  { alone, read, spans, isMarked, symbols }: Continuation,
  context: SentenceContext,
  before: AskedBefore,
): Understanding | undefined {
  // "Which barn is worst?" after a figure of barns refers to that figure.
  const ranked = ranksBarns(alone) ? ofAllBarns(before) : undefined;
  const isClear = alone.kind === 'question' && !isMarked && ranked === undefined;
  if (!isClear && areDetails(spans, isMarked, before)) {
    return 'question' in before
      ? sameMeasure(spans, context, ranked ?? before)
      : sameRecords(spans, context, before);
  }
  if (repeats(alone, before, symbols)) return repeated(before);
  const person = personShown(alone, before, symbols);
  if (person) return person;
  const refersBack = isMarked || symbols.has('pronoun') || isShort(spans);
  if (!refersBack && alone.kind !== 'unclear') return undefined;
  const more = moreOfRecords(read, context, before);
  if (more) return more;
  const asked =
    alone.kind === 'unclear' ? ofSameSubject({ ...read, spans }, context, before) : alone;
  return asked?.kind === 'question'
    ? samePlace(asked, { spans, isPronoun: symbols.has('pronoun') }, before, context)
    : undefined;
}

function ranksBarns(alone: Understanding): boolean {
  return (
    alone.kind === 'question' &&
    alone.intent === 'bestBarn' &&
    Object.keys(alone.question.scope).length === 0
  );
}

/** The previous figure for the whole farm, where its barns can be ranked by it. */
function ofAllBarns(before: AskedBefore): MeasureBefore | undefined {
  if (!('intent' in before)) return undefined;
  const { aggregations, per }: MeasureDefinition = measures[before.intent];
  const isRanked = aggregations.includes('highest') && per !== 'farm';
  return isRanked ? { ...before, question: { ...before.question, scope: {} } } : undefined;
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
function ofSameSubject(
  read: ReadSentence,
  context: SentenceContext,
  before: AskedBefore,
): Understanding | undefined {
  const needs =
    'intent' in before ? measureMeanings[before.intent][0]?.needs : SUBJECTS[before.view];
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
  const said = read.spans.filter((span) => !isSilent(span)).length;
  if (subject.length === 0 || said === 0) return undefined;
  const asked = understandQuestion({ ...read, spans: [...read.spans, ...subject] }, context);
  const isSame = asked.kind === 'question' && 'intent' in before && asked.intent === before.intent;
  // Words without an effect were not understood.
  return isSame && Object.keys(asked.question.slots).length === 0 ? undefined : asked;
}

/**
 * Whether the sentence contains only days, places, groupings and kinds, and at least one of them.
 */
function areDetails(spans: readonly Span[], isMarked: boolean, before: AskedBefore): boolean {
  const isNarrowing = (span: Span) => isMarked && narrows(span, before);
  const isSomething = spans.some((span) => changes(span) || isNarrowing(span));
  return isSomething && spans.every((span) => isDetail(span) || isNarrowing(span));
}

/** "His number?" after a person, "phone?" after contacts: a shorter form of the same question. */
function repeats(
  alone: Understanding,
  before: AskedBefore,
  symbols: ReadonlySet<SymbolName>,
): boolean {
  const isContact = alone.kind === 'question' && alone.intent === 'contact';
  if (isContact && Object.keys(alone.question.slots).length > 0) return false;
  if (!isContact && !(alone.kind === 'unclear' && symbols.has('phone'))) return false;
  return 'view' in before
    ? before.view === 'people' || before.view === 'suppliers'
    : before.intent === 'contact';
}

function repeated(before: AskedBefore): Understanding {
  const { farmId: _, language: __, ...asked } = before;
  return 'question' in asked
    ? { kind: 'question', ...asked, confidence: CONFIDENCE }
    : { kind: 'records', ...asked, confidence: CONFIDENCE };
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
  const said = spans.filter((span) => !isSilent(span));
  return !said.some(isWholeFarm) && said.length <= MOST_SHORT;
}

function isWholeFarm(span: Span): boolean {
  return conceptsOf(span).includes('farm') || hasKind(span, 'everything');
}

/** Since the previous question rows may have been deleted, or hidden from the key. */
function knowsScope({ barnIds = [], flockIds = [] }: AskedScope, names: FarmNames): boolean {
  return (
    barnIds.every((id) => names.barns.some((barn) => barn.id === id)) &&
    flockIds.every((id) => names.flocks.some((flock) => flock.id === id))
  );
}

const DETAIL: ReadonlySet<Sense['kind']> = new Set([
  ...SILENT,
  'time',
  'record',
  'nobody',
  'word',
  'everything',
]);
const PLACES: ReadonlySet<Concept> = new Set(['barn', 'flock', 'farm', 'birds']);
const GROUPINGS: ReadonlySet<Concept> = new Set([
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
  const concepts = conceptsOf(span);
  const isTopic = concepts.some((concept) => !isModifier(concept) && !PLACES.has(concept));
  if (isSilent(span)) return true;
  return !isTopic && (concepts.length > 0 || span.senses.some(({ kind }) => DETAIL.has(kind)));
}

/** "Only feed" after a question about expenses is a category of them. */
function narrows({ senses }: Span, before: AskedBefore): boolean {
  if (!('intent' in before)) return false;
  const definition: MeasureDefinition = measures[before.intent];
  return senses.some((sense) => sense.kind === 'word' && takesWord(definition, sense.word));
}

/** Whether a stretch changes the question. */
function changes(span: Span): boolean {
  if (isSilent(span)) return false;
  const isNamed = span.senses.some(({ kind }) => DETAIL.has(kind));
  return (
    isNamed || conceptsOf(span).some((concept) => GROUPINGS.has(concept) || concept === 'farm')
  );
}

function sameMeasure(
  spans: readonly Span[],
  context: SentenceContext,
  { intent, question }: MeasureBefore,
): Understanding | undefined {
  const records = pickRecords(spans);
  const open = openRecords(records, intent, CONFIDENCE);
  if (open) return open;
  const definition: MeasureDefinition = measures[intent];
  if (!fits(definition, spans)) return undefined;
  const scope = scopeAfter(question.scope, spans, records);
  const { names, calendar } = context;
  const flocks = flocksIn(scope, names);
  const named = pickPeriod(spans.map(periodOf), flocks, context);
  if (named === 'ask') return askForFlock(intent, flocks, CONFIDENCE);
  if (named === 'several') return undefined;
  if (!takesPeriod(intent, definition, named, calendar.today)) return onlyNow(intent);
  const period = named ?? question.period;
  const concepts = new Set(spans.flatMap(conceptsOf));
  const isRegrouped = [...concepts].some((concept) => GROUPINGS.has(concept));
  // Ambiguous: a new period after a comparison of periods, or "on average" after a limit.
  const isOfDays = question.versus !== undefined || question.ages !== undefined;
  if ((named && isOfDays) || (isRegrouped && isModified(question))) return undefined;
  // The period replaces a slot with the value `today`.
  const kept = Object.entries(question.slots).filter(([, value]) => value !== 'today');
  const slots = pickSlots(definition, spans, { records, period, today: calendar.today });
  return {
    kind: 'question',
    intent,
    question: {
      ...question,
      scope,
      ...(period === undefined ? {} : { period }),
      aggregation: isRegrouped
        ? pickAggregation(intent, definition, concepts)
        : question.aggregation,
      slots: { ...Object.fromEntries(kept), ...slots },
    },
    ...farmOf(records),
    confidence: CONFIDENCE,
  };
}

/** Whether its values are compared, ranked or counted. */
function isModified({ limit, rank, counting, ages, versus }: MeasureQuestion): boolean {
  return [limit, rank, counting, ages, versus].some((one) => one !== undefined);
}

/** A word or a person that cannot narrow the measure is not ignored silently. */
function fits(definition: MeasureDefinition, spans: readonly Span[]): boolean {
  return spans.every(
    (span) =>
      isSilent(span) ||
      span.senses.some((sense) => {
        if (sense.kind === 'word') return takesWord(definition, sense.word);
        if (sense.kind !== 'record') return true;
        const { kind } = sense.record;
        const isPlace = kind === 'barn' || kind === 'flock';
        return isPlace ? definition.per !== 'farm' : takesRecord(definition, kind);
      }),
  );
}

function scopeAfter(before: AskedScope, spans: readonly Span[], records: NamedRecords): AskedScope {
  if (records.barns.length > 0 || records.flocks.length > 0) return scopeOf(records);
  return spans.some(isWholeFarm) || records.farms.length > 0 ? {} : before;
}

function samePlace(
  alone: Question,
  { spans, isPronoun }: { readonly spans: readonly Span[]; readonly isPronoun: boolean },
  before: AskedBefore,
  { calendar }: SentenceContext,
): Question {
  const { intent, question } = alone;
  const definition: MeasureDefinition = measures[intent];
  const records = pickRecords(spans);
  const isPlaced = Object.keys(question.scope).length > 0 || records.farms.length > 0;
  const scope =
    isPlaced || definition.per === 'farm'
      ? question.scope
      : scopeAfter(placeBefore(before, isPronoun), spans, records);
  const isSame = 'intent' in before && before.intent === intent;
  const period = periodBefore(before);
  const isInherited =
    question.period === undefined &&
    period !== undefined &&
    takesPeriod(intent, definition, period, calendar.today);
  return {
    ...alone,
    question: {
      ...question,
      scope,
      ...(isInherited ? { period } : {}),
      slots: { ...(isSame ? before.question.slots : {}), ...question.slots },
    },
  };
}

/** "There" is the only barn in the answer, where the question named none. */
function placeBefore(before: AskedBefore, isPronoun: boolean): AskedScope {
  const scope = scopeBefore(before);
  const barnId = before.told?.barnId;
  const isReported = isPronoun && barnId !== undefined && Object.keys(scope).length === 0;
  return isReported ? { barnIds: [barnId] } : scope;
}

function farmOf({ farms }: NamedRecords): { readonly farmId?: string } {
  const [farm] = farms;
  return farm ? { farmId: farm.id } : {};
}
