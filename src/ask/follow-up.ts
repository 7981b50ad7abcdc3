import { type Language, message } from '../model/core/message.ts';
import { addDays, daysBetween } from '../tools/calendar.ts';
import {
  type AskedBefore,
  type MeasureBefore,
  periodBefore,
  scopeBefore,
} from './conversation-memory.ts';
import { sameRecords } from './follow-up-records.ts';
import { type Concept, isModifier } from './grammar/concepts.ts';
import { pickAggregation } from './grammar/pick-aggregation.ts';
import { type NamedRecords, pickRecords } from './grammar/pick-scope.ts';
import { pickSlots } from './grammar/pick-slots.ts';
import { conceptsOf, takesRecord, takesWord } from './grammar/rank-measures.ts';
import { type ReadSentence, readSentence, type SentenceContext } from './grammar/read-sentence.ts';
import { retell } from './grammar/retell.ts';
import { settleSpans } from './grammar/settle-spans.ts';
import {
  askForFlock,
  flocksIn,
  openRecords,
  pickPeriod,
  scopeOf,
  takesPeriod,
} from './grammar/understand-question.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { SymbolName } from './lexicon/lexicon.ts';
import type { Sense } from './lexicon/sense.ts';
import type { AskedScope, MeasureDefinition } from './measure.ts';
import { type MeasureName, measures } from './measures/measures.ts';
import type { FarmNames } from './names/farm-names.ts';
import { normalText } from './text/normalise.ts';
import { periodOf, type Span } from './text/scan.ts';
import { isEdge } from './text/word-edges.ts';
import { understandSentence } from './understand.ts';

type Question = Extract<Understanding, { kind: 'question' }>;

const CONFIDENCE = 0.9;
const MOST_SHORT = 2;

/** How a sentence says that it continues a conversation, at its beginning and at its end. */
const MARKERS: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [/^(?:and|so|also) (?:(?:what|how) about )?|^(?:what|how) about |^(?:only|just) (?:the )?/iu],
  es: [
    /^¿? ?[ye] (?:qué (?:tal|hay de) )?|^¿? ?qué (?:tal|hay de) |^(?:solo|sólo|solamente) (?:l[oa]s )?/iu,
  ],
  he: [/^(?:ו?מה (?:עם|לגבי|בנוגע ל) ?|וגם |רק |ו)/u],
  th: [/^(?:แล้ว(?:ก็)?|และ|เอาเฉพาะ|เฉพาะ|แค่) ?/u, / ?(?:ล่ะ|หละ|ละ)(?: ?(?:ครับ|ค่ะ|คะ))? ?\??$/u],
  zh: [/^(?:那么|那|还有|另外|只看|只要|只)[,， ]*/u, /(?:呢|怎么样) ?[?？]?$/u],
};

/**
 * What a sentence means as the continuation of a question: another period, place or grouping of the
 * same measure, or another measure for the same place and period. Undefined where it stands alone,
 * or where any of its words fits neither.
 */
export function understandFollowUp(
  sentence: string,
  context: SentenceContext,
  before: AskedBefore,
): Understanding | undefined {
  if (!knowsScope(scopeBefore(before), context.names)) return undefined;
  const { language } = context.compiled.lexicon;
  const typed = sentence.replace(/\s+/gu, ' ').trim();
  const rest = MARKERS[language].reduce((text, marker) => text.replace(marker, ''), typed);
  const isMarked = rest !== typed;
  if (isReason(rest, context)) return reasonOf(before, context);
  if (isWhole(rest, 'previous', context)) return theOneBefore(before, context);
  if (isWhole(rest, 'verdict', context)) return verdictOf(before);
  const first = readSentence(rest, context);
  const told = retell(first, context);
  const read = told === undefined ? first : readSentence(told, context);
  const settled = settleSpans(read.spans);
  if ('choices' in settled) return undefined;
  const { spans } = settled;
  const alone = understandSentence(read, context);
  if (alone.kind === 'action') return undefined;
  const symbols = symbolsIn(read, context);
  return continued({ alone, spans, isMarked, symbols }, context, before);
}

interface Continuation {
  readonly alone: Understanding;
  readonly spans: readonly Span[];
  readonly isMarked: boolean;
  readonly symbols: ReadonlySet<SymbolName>;
}

/** What changes of the question before, or is asked of its place. */
function continued(
  { alone, spans, isMarked, symbols }: Continuation,
  context: SentenceContext,
  before: AskedBefore,
): Understanding | undefined {
  const isClear = alone.kind === 'question' && !isMarked;
  if (!isClear && areDetails(spans, isMarked, before)) {
    return 'question' in before
      ? sameMeasure(spans, context, before)
      : sameRecords(spans, context, before);
  }
  if (repeats(alone, before, symbols)) return repeated(before);
  const refersBack = isMarked || symbols.has('pronoun') || isShort(spans);
  return refersBack && alone.kind === 'question'
    ? samePlace(alone, spans, before, context)
    : undefined;
}

/** Whether nothing but days, places, groupings and kinds is said, and at least one of them. */
function areDetails(spans: readonly Span[], isMarked: boolean, before: AskedBefore): boolean {
  const isNarrowing = (span: Span) => isMarked && narrows(span, before);
  const isSomething = spans.some((span) => changes(span) || isNarrowing(span));
  return isSomething && spans.every((span) => isDetail(span) || isNarrowing(span));
}

/** "His number?" after a person, "phone?" after contacts: the same with less said. */
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

/** All symbols that begin somewhere in a sentence. */
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

/** "How many birds now?" says too little to be a question of its own. */
function isShort(spans: readonly Span[]): boolean {
  const said = spans.filter((span) => !isSilent(span));
  const isWhole = said.some(
    (span) =>
      conceptsOf(span).includes('farm') || span.senses.some(({ kind }) => kind === 'everything'),
  );
  return !isWhole && said.length <= MOST_SHORT;
}

/** Nothing but a phrase of the lexicon with one meaning. */
function isWhole(rest: string, symbol: SymbolName, { compiled }: SentenceContext): boolean {
  const said = normalText(rest.replace(/[¿?？!.,，]/gu, ' ').trim());
  return compiled.symbols
    .matchesAt(said, 0)
    .some(({ end, values }) => end === said.length && values.includes(symbol));
}

/** The record before the last, or the days before those that were asked about. */
function theOneBefore(before: AskedBefore, context: SentenceContext): Understanding | undefined {
  if ('form' in before) {
    const { aggregate, offset = 0 } = before.form;
    if (aggregate !== 'last') return undefined;
    const form = { ...before.form, offset: offset + 1 };
    return { kind: 'records', view: before.view, form, confidence: CONFIDENCE };
  }
  const { intent, question } = before;
  const { today } = context.calendar;
  const { from, to } = question.period ?? { from: today, to: today };
  const days = daysBetween(from, to) + 1;
  // A week that is not over is one of seven days.
  const length = days > 1 && days < 7 && to === today ? 7 : days;
  const period = { from: addDays(from, -length), to: addDays(from, -1) };
  const definition: MeasureDefinition = measures[intent];
  if (!takesPeriod(intent, definition, period, today)) return onlyNow(intent);
  return { kind: 'question', intent, question: { ...question, period }, confidence: CONFIDENCE };
}

/** What tells whether a figure is as it should be. */
const JUDGED_BY: Readonly<Partial<Record<MeasureName, MeasureName>>> = {
  weight: 'weightDeviation',
  lastWeighing: 'weightDeviation',
  dailyGain: 'dailyGain',
  mortality: 'mortalityAgainstAverage',
  cumulativeMortality: 'mortalityAgainstAverage',
  feedConversion: 'feedConversion',
  temperature: 'temperature',
  humidity: 'humidity',
  ammonia: 'ammonia',
  co2: 'co2',
  density: 'density',
  waterFeedRatio: 'waterFeedRatio',
};

function verdictOf(before: AskedBefore): Understanding | undefined {
  const intent = 'intent' in before ? JUDGED_BY[before.intent] : undefined;
  if (intent === undefined) return undefined;
  const question = { scope: scopeBefore(before), aggregation: 'value', slots: {} } as const;
  return { kind: 'question', intent, question, confidence: CONFIDENCE };
}

/** Rows may have been deleted, or hidden from the key, since the question before. */
function knowsScope({ barnIds = [], flockIds = [] }: AskedScope, names: FarmNames): boolean {
  return (
    barnIds.every((id) => names.barns.some((barn) => barn.id === id)) &&
    flockIds.every((id) => names.flocks.some((flock) => flock.id === id))
  );
}

const SILENT: ReadonlySet<Sense['kind']> = new Set([
  'filler',
  'conjunction',
  'courtesy',
  'asking',
  'mark',
]);
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

function isSilent({ senses }: Span): boolean {
  return senses.some(({ kind }) => SILENT.has(kind));
}

/** A detail says nothing of what is measured. "Feed" is a category of expenses, but first a topic. */
function isDetail(span: Span): boolean {
  const concepts = conceptsOf(span);
  const isTopic = concepts.some((concept) => !isModifier(concept) && !PLACES.has(concept));
  if (isSilent(span)) return true;
  return !isTopic && (concepts.length > 0 || span.senses.some(({ kind }) => DETAIL.has(kind)));
}

/** "Only feed" after what was spent is a category of it. */
function narrows({ senses }: Span, before: AskedBefore): boolean {
  if (!('intent' in before)) return false;
  const definition: MeasureDefinition = measures[before.intent];
  return senses.some((sense) => sense.kind === 'word' && takesWord(definition, sense.word));
}

/** Whether it says anything by which the question changes. */
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
  // That of the day before is said by the period.
  const kept = Object.entries(question.slots).filter(([, value]) => value !== 'today');
  const slots = pickSlots(definition, spans, { records, period, today: calendar.today });
  return {
    kind: 'question',
    intent,
    question: {
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

function onlyNow(intent: MeasureName): Understanding {
  const reason = message('ask.only_now');
  return { kind: 'unclear', intent, reason, choices: [], confidence: CONFIDENCE };
}

/** A word or a person that the measure cannot be narrowed by is not left out silently. */
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
  const isWholeFarm = spans.some(
    (span) =>
      span.senses.some(({ kind }) => kind === 'everything') || conceptsOf(span).includes('farm'),
  );
  return isWholeFarm || records.farms.length > 0 ? {} : before;
}

function samePlace(
  alone: Question,
  spans: readonly Span[],
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
      : scopeAfter(scopeBefore(before), spans, records);
  const period = periodBefore(before);
  const isInherited =
    question.period === undefined &&
    period !== undefined &&
    takesPeriod(intent, definition, period, calendar.today);
  return {
    ...alone,
    question: { ...question, scope, ...(isInherited ? { period } : {}) },
  };
}

function farmOf({ farms }: NamedRecords): { readonly farmId?: string } {
  const [farm] = farms;
  return farm ? { farmId: farm.id } : {};
}

/** "Why?", "how come?": nothing but the beginning of an open question. */
function isReason(rest: string, { compiled }: SentenceContext): boolean {
  const said = normalText(rest.replace(/[¿?？!.\s]/gu, ' ').trim());
  return compiled.lexicon.openings.some((opening) => normalText(opening) === said);
}

/** "Why?": what may be behind the figure that was asked about. No reason is made up. */
function reasonOf(before: AskedBefore, { compiled }: SentenceContext): Understanding {
  if ('question' in before) {
    const { intent, question } = before;
    const asked = {
      scope: question.scope,
      aggregation: 'value',
      slots: {},
      isReason: true,
    } as const;
    return { kind: 'question', intent, question: asked, confidence: CONFIDENCE };
  }
  const choices = (['alerts', 'gaps'] as const).map(
    (measure) =>
      ({ kind: 'question', id: measure, label: compiled.lexicon.examples[measure] }) as const,
  );
  const reason = message('ask.no_reason');
  return { kind: 'unclear', intent: null, reason, choices, confidence: CONFIDENCE };
}
