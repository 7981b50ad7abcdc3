import { message } from '../../model/core/message.ts';
import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { SymbolName } from '../lexicon/lexicon.ts';
import type { Period, QuestionScope } from '../measure.ts';
import type { MeasureName } from '../measures/measures.ts';
import { createNearPhrases } from '../text/phrase-trie.ts';
import type { Span } from '../text/scan.ts';
import type { Concept } from './concepts.ts';
import { medicineKinds, peopleMeasures } from './measure-meanings.ts';
import {
  bidsOfBarn,
  comparesSales,
  hasWrongPlace,
  isAround,
  isOverdueThen,
} from './narrowed-measure.ts';
import { findConcepts } from './rank-measures.ts';
import { findSymbols, type ReadSentence, type SentenceContext } from './read-sentence.ts';
import type { Understanding } from './understanding.ts';

type Symbols = ReadonlySet<SymbolName>;
type Reading = Extract<Understanding, { kind: 'question' }>;

/** Measures of days ahead: they do not answer questions about the past. */
const FUTURE_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'nextPlacement',
  'deliveriesExpected',
  'marketDate',
]);

const BIRDS_OR_MASS: readonly SymbolName[] = ['ask.heads', 'mass'];
const TREATMENT_SYMBOLS: readonly SymbolName[] = ['vaccination', 'antibiotic', 'vetVisit'];

/** Measures of the present state, which cannot answer for a past period. */
const PRESENT_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'alerts',
  'lastTreatment',
]);

/** Measures without a filter by kind of treatment or medicine. */
const UNFILTERED_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'lastTreatment',
  'medicineStock',
]);

const MEDICINE_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'medicineStock',
  'medicineExpiring',
  'medicineLow',
]);
const CONTACT_CONCEPTS: readonly Concept[] = ['contact', 'phone'];
const LISTING_CONCEPTS: readonly Concept[] = ['how_many', 'list', 'which', 'what'];

function isMedicineKind({ senses }: Span): boolean {
  return senses.some((sense) => sense.kind === 'word' && medicineKinds.has(sense.word));
}

/** Amounts of feed, which do not include the kind of feed. */
const FEED_AMOUNT_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'feedEaten',
  'feedPerBird',
  'feedPrice',
]);

/**
 * Checks a measure that was found by its words against the words that it does not account for:
 * tense, requested kind of answer, counted things. Where they disagree, it is only suggested.
 */
export function checkReading(
  reading: Reading,
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding {
  const { intent, question } = reading;
  const symbols = findSymbols(sentence, context);
  if (intent === 'contact' && question.aggregation === 'count' && symbols.has('phone')) {
    return { ...reading, question: { ...question, aggregation: 'list' } };
  }
  // Money earned in a period is not the expected profit of a flock.
  const { period } = question;
  if (intent === 'flockProfit' && period && period.to <= context.calendar.today) {
    const money = {
      ...reading,
      intent: 'netMoney',
      question: { ...question, aggregation: 'value' },
    };
    return checkReading(money as Reading, sentence, context);
  }
  const isPast = (symbols.has('past') || symbols.has('past.forms')) && !isFuture(symbols);
  if (intent === 'flockProfit' && isPast) {
    const realised = { ...reading, question: { ...question, isPast: true } } as const;
    return confirmReading(realised, sentence, context, symbols);
  }
  // "How hot will it be tomorrow" is about the weather.
  if (intent === 'temperature' && !isPlaced(question.scope) && startsAfterToday(period, context)) {
    const weather = { ...question, aggregation: 'value', slots: {} } as const;
    return checkReading({ ...reading, intent: 'weather', question: weather }, sentence, context);
  }
  const placed = bidsOfBarn(reading, context);
  return hasWrongPlace(placed)
    ? { ...suggestMeasure(reading, context), reason: message('ask.only_farm') }
    : confirmReading(placed, sentence, context, symbols);
}

function startsAfterToday(period: Period | undefined, { calendar }: SentenceContext): boolean {
  return period !== undefined && period.from > calendar.today;
}

function confirmReading(
  reading: Reading,
  sentence: ReadSentence,
  context: SentenceContext,
  symbols: Symbols,
): Understanding {
  const { intent } = reading;
  const { period } = reading.question;
  const isConsistent =
    !contradicts(reading, symbols, {
      isOfKind: sentence.spans.some(isMedicineKind),
      isOfContacts: sentence.spans
        .flatMap(findConcepts)
        .some((one) => CONTACT_CONCEPTS.includes(one)),
      holdsBirds: context.names.flocks.some(
        ({ isLive, barnId, placementDate }) =>
          isLive &&
          (placementDate ?? '9') <= context.calendar.today &&
          reading.question.scope.barnIds?.includes(barnId),
      ),
      isOfBarns: sentence.spans.flatMap(findConcepts).some((one) => LISTING_CONCEPTS.includes(one)),
    }) &&
    // "Tomorrow night" is not the night before and tomorrow.
    !(intent === 'weather' && isAround(period, context.calendar.today)) &&
    !(PRESENT_MEASURES.has(intent) && period && period.from < context.calendar.today) &&
    !isOverdueThen(reading, context.calendar.today) &&
    // "Feed delivered this month" has arrived.
    !(
      FUTURE_MEASURES.has(intent) &&
      period &&
      period.from < context.calendar.today &&
      isPastOnly(symbols)
    ) &&
    !(WEIGHT_MEASURES.has(intent) && isAboutWeighings(sentence) && asksForCount(symbols)) &&
    !(
      intent === 'lastTreatment' &&
      !reading.question.slots['kind'] &&
      misspellsKind(sentence, context)
    );
  return isConsistent ? reading : suggestMeasure(reading, context);
}

function suggestMeasure({ intent }: Reading, { compiled }: SentenceContext) {
  const label = compiled.lexicon.examples[intent];
  return {
    kind: 'unclear',
    intent: null,
    reason: message('ask.not_sure'),
    choices: [{ kind: 'question', id: intent, label }],
    confidence: 0.5,
  } as const;
}

function contradicts(
  { intent, question }: Reading,
  symbols: Symbols,
  {
    isOfKind,
    isOfContacts,
    isOfBarns,
    holdsBirds,
  }: Readonly<Record<'isOfKind' | 'isOfContacts' | 'isOfBarns' | 'holdsBirds', boolean>>,
): boolean {
  const isAboutTreatment = TREATMENT_SYMBOLS.some((kind) => symbols.has(kind));
  // "Who is heavier, barn 1 or barn 2?" does not ask for a person.
  const isAboutPlaces =
    intent !== 'moneySpent' && ['compare', 'highest', 'lowest'].includes(question.aggregation);
  return [
    isPastForFuture(intent, symbols),
    // "Who?" does not mean everybody.
    intent === 'contact' && Object.keys(question.slots).length === 0 && !isOfContacts,
    intent === 'tasks' && symbols.has('verb.do') && !symbols.has('negation'),
    isAboutTreatment && mixesKinds({ intent, question }),
    intent === 'revenue' && BIRDS_OR_MASS.some((one) => symbols.has(one)),
    comparesSales({ intent, question }, symbols),
    intent === 'nextPlacement' && holdsBirds && !isFuture(symbols),
    // The last alert may be a closed one.
    intent === 'alerts' && (symbols.has('agg.last') || symbols.has('agg.first')),
    MEDICINE_MEASURES.has(intent) && isOfKind && !question.slots['product'],
    // "Barn" alone is not a question.
    intent === 'barns' && !question.slots['kind'] && !isOfBarns,
    intent === 'moneySpent' && isOtherSpending(symbols, question),
    // A target is not a breed standard.
    intent === 'weightDeviation' && symbols.has('targetWeight'),
    FEED_AMOUNT_MEASURES.has(intent) && symbols.has('ask.kind'),
    needsOtherMeasure(intent, symbols),
    isAboutOneKind({ intent, question }, symbols),
    symbols.has('ask.who') && !peopleMeasures.has(intent) && !isAboutPlaces,
    comparesOnePlace(intent, question),
    // "Did more die in barn 1 than in barn 2" does not compare a barn with its average.
    intent === 'mortalityAgainstAverage' &&
      question.aggregation === 'compare' &&
      comparesTwoPlaces(question),
    needsOtherValue(intent, symbols),
    isAboutFutureDay({ intent, question }, symbols),
  ].includes(true);
}

/** "What will they weigh on Sunday" is about the next Sunday. */
function isAboutFutureDay(
  { intent, question: { period } }: Pick<Reading, 'intent' | 'question'>,
  symbols: Symbols,
): boolean {
  const isFuture = symbols.has('future') && !symbols.has('past.forms');
  return PAST_MEASURES.has(intent) && isFuture && period !== undefined;
}

/** Whether the answer mixes kinds of treatment because the question names none. */
function mixesKinds({
  intent,
  question: { slots },
}: Pick<Reading, 'intent' | 'question'>): boolean {
  const hasKind = intent === 'lastTreatment' && slots['kind'] !== undefined;
  return UNFILTERED_MEASURES.has(intent) && slots['product'] === undefined && !hasKind;
}

/** These measures already compare a barn with a standard, the average or the log. */
const COMPARING_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'weightDeviation',
  'mortalityAgainstAverage',
  'cameraCount',
]);

/** A comparison of one barn requires the other side to be named. */
function comparesOnePlace(
  intent: MeasureName,
  { aggregation, scope, versus }: Reading['question'],
): boolean {
  if (COMPARING_MEASURES.has(intent)) return false;
  const { barnIds = [], flockIds = [] } = scope;
  return aggregation === 'compare' && !versus && barnIds.length + flockIds.length === 1;
}

function comparesTwoPlaces({
  scope: { barnIds = [], flockIds = [] },
}: Reading['question']): boolean {
  return barnIds.length + flockIds.length > 1;
}

/**
 * Values that no measure has: several farms at once, hours, frequency or duration; suppliers of
 * chicks.
 */
function needsOtherValue(intent: MeasureName, symbols: Symbols): boolean {
  const isAboutSupplier = symbols.has('supplier') || symbols.has('hatchery');
  return [
    symbols.has('farm.several') || symbols.has('farm.which'),
    symbols.has('ask.hour'),
    symbols.has('ask.duration') && MEASURES_WITHOUT_DURATION.has(intent),
    symbols.has('ask.times') && intent === 'lastTreatment',
    intent === 'cheapestBid' && isAboutSupplier && symbols.has('birds'),
  ].includes(true);
}

/** Measures whose days are due dates, not durations. */
const MEASURES_WITHOUT_DURATION: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'tasks',
  'openOrders',
  'lastTreatment',
  'alerts',
]);

/** Measures that have no values for days ahead. */
const PAST_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'weight',
  'liveBirds',
  'pricePerKg',
  'mortality',
  'culls',
  'feedEaten',
  'waterUsed',
  'eggs',
]);

const AIR_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'temperature',
  'humidity',
  'ammonia',
  'co2',
]);

/** Whether the question names one kind, such as chicks, but the measure covers several. */
function isAboutOneKind(
  { intent, question }: Pick<Reading, 'intent' | 'question'>,
  symbols: Symbols,
): boolean {
  // The forecast covers the weather, not the air in a barn.
  if (AIR_MEASURES.has(intent)) return symbols.has('future') && !symbols.has('past.forms');
  // The number of culls at the last sale is part of the sale.
  if (intent === 'culls') return symbols.has('agg.last') && !question.period;
  // The production index is that of closed flocks, not of a day.
  if (intent === 'bestBarn') return question.period !== undefined;
  if (intent === 'moneySpent') return symbols.has('birds') && !question.slots['category'];
  // The best bid on birds is the highest.
  if (question.slots['category'] === 'live_birds') return symbols.has('agg.min');
  const isAboutBids = symbols.has('bid') || question.aggregation === 'lowest';
  return intent === 'cheapestBid' && symbols.has('tender') && !isAboutBids;
}

/** Whether a question about the past was read as one about the future. */
function isPastForFuture(intent: MeasureName, symbols: Symbols): boolean {
  const isPast = symbols.has('past.forms') || symbols.has('agg.last');
  return (
    isPast && FUTURE_MEASURES.has(intent) && !isFuture(symbols) && !asksForArrival(intent, symbols)
  );
}

function isPastOnly(symbols: Symbols): boolean {
  return symbols.has('past.forms') && !isFuture(symbols);
}

/** "Has the feed come?" is answered with the deliveries still expected. */
function asksForArrival(intent: MeasureName, symbols: Symbols): boolean {
  return (
    intent === 'deliveriesExpected' && !PAST_QUESTION_SYMBOLS.some((symbol) => symbols.has(symbol))
  );
}

const PAST_QUESTION_SYMBOLS: readonly SymbolName[] = [
  'ask.when',
  'ask.count',
  'ask.amount',
  'ask.heads',
  'ask.who',
  'ask.which',
  'agg.last',
  'agg.first',
];

/** Whether a question about birds was read as weights, or delivered feed as eaten feed. */
function needsOtherMeasure(intent: MeasureName, symbols: Symbols): boolean {
  // What customers pay per kilogram is a price, not a cost.
  if (intent === 'costPerKg' && symbols.has('verb.payUs')) return true;
  if (WEIGHT_MEASURES.has(intent)) return symbols.has('ask.heads');
  return intent === 'feedEaten' && symbols.has('verb.deliver') && !symbols.has('eaten');
}

/** Spending on a flock is not that of this month. */
function isOtherSpending(
  symbols: Symbols,
  { period, slots, aggregation }: Reading['question'],
): boolean {
  const { category } = slots;
  // "Wages of September and October each" are several sums, "medicine and vaccines" two categories.
  const isOfSeveralMonths = period && period.from.slice(0, 7) !== period.to.slice(0, 7);
  const isEachMonth =
    aggregation === 'list' && category !== undefined && isOfSeveralMonths && !slots['by'];
  const isTwoCategories = category === 'medicine' && symbols.has('vaccination');
  const isOfFlock = symbols.has('flock') && period === undefined;
  return asksForOneExpense(symbols) || isOfFlock || isTwoCategories || isEachMonth === true;
}

/** One expense is not a category of expenses, and customer payments are not expenses. */
function asksForOneExpense(symbols: Symbols): boolean {
  const isOne = symbols.has('agg.dearest') || (symbols.has('agg.max') && symbols.has('expense'));
  const isIncome = symbols.has('customer') || symbols.has('verb.payUs');
  return isOne || (isIncome && !symbols.has('verb.buy'));
}

/** With placed birds, "when were they placed" refers to these. */
function isFuture(symbols: Symbols): boolean {
  return symbols.has('future') || symbols.has('next');
}

function isPlaced({ barnIds = [], flockIds = [] }: QuestionScope): boolean {
  return barnIds.length + flockIds.length > 0;
}

/** No weight measure includes the number of weighed birds. */
const WEIGHT_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>(['lastWeighing', 'weight']);

function asksForCount(symbols: Symbols): boolean {
  return symbols.has('ask.heads') || symbols.has('ask.times');
}

function isAboutWeighings({ spans }: ReadSentence): boolean {
  return spans.flatMap(findConcepts).includes('weighing');
}

const nearSymbols = new WeakMap<CompiledLexicon, (word: string) => readonly SymbolName[]>();

/** A treatment of another kind does not answer a question about a "vacination". */
function misspellsKind({ normal: { text } }: ReadSentence, { compiled }: SentenceContext): boolean {
  const near = nearSymbols.get(compiled) ?? createNearPhrases(compiled.symbols);
  nearSymbols.set(compiled, near);
  return text
    .split(' ')
    .some((word) => near(word).some((symbol) => TREATMENT_SYMBOLS.includes(symbol)));
}
