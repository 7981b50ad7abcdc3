import { message } from '../../model/core/message.ts';
import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { SymbolName } from '../lexicon/lexicon.ts';
import type { AskedScope, MeasureDefinition, Period } from '../measure.ts';
import { type MeasureName, measures } from '../measures/measures.ts';
import { createNearPhrases } from '../text/phrase-trie.ts';
import { gluedPlaces, type Span } from '../text/scan.ts';
import { isEdge } from '../text/word-edges.ts';
import type { Concept } from './concepts.ts';
import { conceptsOf } from './rank-measures.ts';
import type { ReadSentence, SentenceContext } from './read-sentence.ts';
import type { Understanding } from './understanding.ts';

type Asked = Extract<Understanding, { kind: 'question' }>;

/** Measures of days ahead: they do not answer questions about the past. */
const AHEAD: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'nextPlacement',
  'deliveriesExpected',
  'marketDate',
]);

/** Measures whose answers name people or companies. */
const WITH_PEOPLE: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'contact',
  'tasks',
  'unansweredQuestions',
  'feedOrders',
  'deliveriesExpected',
  'cheapestBid',
  'needsMe',
  'alerts',
  'flocksMissingLog',
  'briefing',
  'bestBarn',
]);

const KINDS_OF_TREATMENT: readonly SymbolName[] = ['vaccination', 'antibiotic', 'vetVisit'];

/** Measures of the present state, which cannot answer for a past period. */
const AS_OF_NOW: ReadonlySet<MeasureName> = new Set<MeasureName>(['alerts', 'lastTreatment']);

/** Measures without a filter by kind of treatment or medicine. */
const OF_ALL_KINDS: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'lastTreatment',
  'medicineStock',
]);

const MEDICINE: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'medicineStock',
  'medicineExpiring',
  'medicineLow',
]);
const MEDICINE_KINDS: ReadonlySet<string> = new Set([
  'vitamin',
  'antibiotic',
  'electrolyte',
  'disinfectant',
  'probiotic',
  'acidifier',
  'anticoccidial',
  'antiparasitic',
]);

const CONTACTS: readonly Concept[] = ['contact', 'phone'];
const LISTING: readonly Concept[] = ['how_many', 'list', 'which', 'what'];

function isMedicineKind({ senses }: Span): boolean {
  return senses.some((sense) => sense.kind === 'word' && MEDICINE_KINDS.has(sense.word));
}

/** Amounts of feed, which do not include the kind of feed. */
const AMOUNTS_OF_FEED: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'feedEaten',
  'feedPerBird',
  'feedPrice',
]);

/**
 * Checks a measure that was found by its words against the words that it does not account for:
 * tense, requested kind of answer, counted things. Where they disagree, it is only suggested.
 */
export function checkReading(
  asked: Asked,
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding {
  const { intent, question } = asked;
  const said = symbolsOf(sentence, context);
  if (intent === 'contact' && question.aggregation === 'count' && said.has('phone')) {
    return { ...asked, question: { ...question, aggregation: 'list' } };
  }
  // Money earned in a period is not the expected profit of a flock.
  const { period } = question;
  if (intent === 'flockProfit' && period && period.to <= context.calendar.today) {
    const money = { ...asked, intent: 'netMoney', question: { ...question, aggregation: 'value' } };
    return checkReading(money as Asked, sentence, context);
  }
  // "How hot will it be tomorrow" is about the weather.
  if (intent === 'temperature' && !isPlaced(question.scope) && isLater(period, context)) {
    const weather = { ...question, aggregation: 'value', slots: {} } as const;
    return checkReading({ ...asked, intent: 'weather', question: weather }, sentence, context);
  }
  return isOfPlaceItHasNot(asked)
    ? { ...notSure(asked, context), reason: message('ask.only_farm') }
    : answerOrAsk(asked, sentence, context, said);
}

function isLater(period: Period | undefined, { calendar }: SentenceContext): boolean {
  return period !== undefined && period.from > calendar.today;
}

/** Measures of the whole farm whose answers still include single places. */
const OF_PLACES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'briefing',
  'barns',
  'flocks',
  'bestBarn',
]);

/** A figure of the whole farm is not given as that of a barn. */
function isOfPlaceItHasNot({ intent, question }: Asked): boolean {
  const definition: MeasureDefinition = measures[intent];
  return isPlaced(question.scope) && definition.per === 'farm' && !OF_PLACES.has(intent);
}

function answerOrAsk(
  asked: Asked,
  sentence: ReadSentence,
  context: SentenceContext,
  said: ReadonlySet<SymbolName>,
): Understanding {
  const { intent } = asked;
  const { period } = asked.question;
  const isAnswered =
    !disagrees(asked, said, {
      isOfKind: sentence.spans.some(isMedicineKind),
      isOfContacts: sentence.spans.flatMap(conceptsOf).some((one) => CONTACTS.includes(one)),
      holdsBirds: context.names.flocks.some(
        ({ isLive, barnId, placementDate }) =>
          isLive &&
          (placementDate ?? '9') <= context.calendar.today &&
          asked.question.scope.barnIds?.includes(barnId),
      ),
      isOfBarns: sentence.spans.flatMap(conceptsOf).some((one) => LISTING.includes(one)),
    }) &&
    !(AS_OF_NOW.has(intent) && period && period.from < context.calendar.today) &&
    // "Feed delivered this month" has arrived.
    !(AHEAD.has(intent) && period && period.from < context.calendar.today && isOver(said)) &&
    !(WEIGHTS.has(intent) && isOfWeighings(sentence) && countsThem(said)) &&
    !(
      intent === 'lastTreatment' &&
      !asked.question.slots['kind'] &&
      misspellsKind(sentence, context)
    );
  return isAnswered ? asked : notSure(asked, context);
}

function notSure({ intent }: Asked, { compiled }: SentenceContext) {
  const label = compiled.lexicon.examples[intent];
  return {
    kind: 'unclear',
    intent: null,
    reason: message('ask.not_sure'),
    choices: [{ kind: 'question', id: intent, label }],
    confidence: 0.5,
  } as const;
}

function disagrees(
  { intent, question }: Asked,
  said: ReadonlySet<SymbolName>,
  {
    isOfKind,
    isOfContacts,
    isOfBarns,
    holdsBirds,
  }: Readonly<Record<'isOfKind' | 'isOfContacts' | 'isOfBarns' | 'holdsBirds', boolean>>,
): boolean {
  const isOfTreatment = KINDS_OF_TREATMENT.some((kind) => said.has(kind));
  // "Who is heavier, barn 1 or barn 2?" does not ask for a person.
  const isOfPlaces =
    intent !== 'moneySpent' && ['compare', 'highest', 'lowest'].includes(question.aggregation);
  return [
    isOfWhatComes(intent, said),
    // "Who?" does not mean everybody.
    intent === 'contact' && Object.keys(question.slots).length === 0 && !isOfContacts,
    intent === 'tasks' && said.has('verb.do') && !said.has('negation'),
    isOfTreatment && mixesKinds({ intent, question }),
    intent === 'revenue' && countsBirds(said),
    intent === 'nextPlacement' && holdsBirds && !isAhead(said),
    // The last alert may be a closed one.
    intent === 'alerts' && (said.has('agg.last') || said.has('agg.first')),
    MEDICINE.has(intent) && isOfKind && !question.slots['product'],
    // "Barn" alone is not a question.
    intent === 'barns' && !question.slots['kind'] && !isOfBarns,
    intent === 'moneySpent' && asksForOneExpense(said),
    // A target is not a breed standard.
    intent === 'weightDeviation' && said.has('targetWeight'),
    AMOUNTS_OF_FEED.has(intent) && said.has('ask.kind'),
    measuresOther(intent, said),
    isOfOneKind({ intent, question }, said),
    said.has('ask.who') && !WITH_PEOPLE.has(intent) && !isOfPlaces,
    comparesOnePlace(intent, question),
    // "Did more die in barn 1 than in barn 2" does not compare a barn with its average.
    intent === 'mortalityAgainstAverage' && question.aggregation === 'compare' && isOfTwo(question),
    isOfOtherValue(intent, said),
    isOfDayAhead({ intent, question }, said),
  ].includes(true);
}

/** "What will they weigh on Sunday" is about the next Sunday. */
function isOfDayAhead(
  { intent, question: { period } }: Pick<Asked, 'intent' | 'question'>,
  said: ReadonlySet<SymbolName>,
): boolean {
  const isAhead = said.has('future') && !said.has('past.forms');
  return OF_THE_PAST.has(intent) && isAhead && period !== undefined;
}

/** Whether the answer mixes kinds of treatment because the question names none. */
function mixesKinds({ intent, question: { slots } }: Pick<Asked, 'intent' | 'question'>): boolean {
  const isKindOf = intent === 'lastTreatment' && slots['kind'] !== undefined;
  return OF_ALL_KINDS.has(intent) && slots['product'] === undefined && !isKindOf;
}

/** These measures already compare a barn with a standard, the average or the log. */
const WITH_STANDARD: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'weightDeviation',
  'mortalityAgainstAverage',
  'cameraCount',
]);

/** A comparison of one barn requires the other side to be named. */
function comparesOnePlace(
  intent: MeasureName,
  { aggregation, scope, versus }: Asked['question'],
): boolean {
  if (WITH_STANDARD.has(intent)) return false;
  const { barnIds = [], flockIds = [] } = scope;
  return aggregation === 'compare' && !versus && barnIds.length + flockIds.length === 1;
}

function isOfTwo({ scope: { barnIds = [], flockIds = [] } }: Asked['question']): boolean {
  return barnIds.length + flockIds.length > 1;
}

/**
 * Values that no measure has: several farms at once, hours, frequency or duration; suppliers of
 * chicks.
 */
function isOfOtherValue(intent: MeasureName, said: ReadonlySet<SymbolName>): boolean {
  const isOfSupplier = said.has('supplier') || said.has('hatchery');
  return [
    said.has('farm.several') || said.has('farm.which'),
    said.has('ask.hour'),
    said.has('ask.duration') && WITHOUT_LENGTH.has(intent),
    said.has('ask.times') && intent === 'lastTreatment',
    intent === 'cheapestBid' && isOfSupplier && said.has('birds'),
  ].includes(true);
}

/** Measures whose days are due dates, not durations. */
const WITHOUT_LENGTH: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'tasks',
  'openOrders',
  'lastTreatment',
  'alerts',
]);

/** Measures that have no values for days ahead. */
const OF_THE_PAST: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'weight',
  'liveBirds',
  'pricePerKg',
]);

const AIR: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'temperature',
  'humidity',
  'ammonia',
  'co2',
]);

/** Whether the question names one kind, such as chicks, but the measure covers several. */
function isOfOneKind(
  { intent, question }: Pick<Asked, 'intent' | 'question'>,
  said: ReadonlySet<SymbolName>,
): boolean {
  // The forecast covers the weather, not the air in a barn.
  if (AIR.has(intent)) return said.has('future') && !said.has('past.forms');
  // The number of culls at the last sale is part of the sale.
  if (intent === 'culls') return said.has('agg.last') && !question.period;
  if (intent === 'moneySpent') return said.has('birds') && !question.slots['category'];
  const isOfBids = said.has('bid') || question.aggregation === 'lowest';
  return intent === 'cheapestBid' && said.has('tender') && !isOfBids;
}

/** Whether a question about the past was read as one about the future. */
function isOfWhatComes(intent: MeasureName, said: ReadonlySet<SymbolName>): boolean {
  const isPast = said.has('past.forms') || said.has('agg.last');
  return isPast && AHEAD.has(intent) && !isAhead(said) && !asksWhetherCome(intent, said);
}

function isOver(said: ReadonlySet<SymbolName>): boolean {
  return said.has('past.forms') && !isAhead(said);
}

/** "Has the feed come?" is answered with the deliveries still expected. */
function asksWhetherCome(intent: MeasureName, said: ReadonlySet<SymbolName>): boolean {
  return intent === 'deliveriesExpected' && !ASKED_OF_PAST.some((symbol) => said.has(symbol));
}

const ASKED_OF_PAST: readonly SymbolName[] = [
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
function measuresOther(intent: MeasureName, said: ReadonlySet<SymbolName>): boolean {
  if (WEIGHTS.has(intent)) return said.has('ask.heads');
  return intent === 'feedEaten' && said.has('verb.deliver') && !said.has('eaten');
}

/** One expense is not a category of expenses, and customer payments are not expenses. */
function asksForOneExpense(said: ReadonlySet<SymbolName>): boolean {
  const isOne = said.has('agg.dearest') || (said.has('agg.max') && said.has('expense'));
  return isOne || (said.has('customer') && !said.has('verb.buy'));
}

/** Birds and kilograms are not money. */
function countsBirds(said: ReadonlySet<SymbolName>): boolean {
  return said.has('ask.heads') || said.has('mass');
}

/** With placed birds, "when were they placed" refers to these. */
function isAhead(said: ReadonlySet<SymbolName>): boolean {
  return said.has('future') || said.has('next');
}

function isPlaced({ barnIds = [], flockIds = [] }: AskedScope): boolean {
  return barnIds.length + flockIds.length > 0;
}

/** No weight measure includes the number of weighed birds. */
const WEIGHTS: ReadonlySet<MeasureName> = new Set<MeasureName>(['lastWeighing', 'weight']);

function countsThem(said: ReadonlySet<SymbolName>): boolean {
  return said.has('ask.heads') || said.has('ask.times');
}

function isOfWeighings({ spans }: ReadSentence): boolean {
  return spans.flatMap(conceptsOf).includes('weighing');
}

const nearSymbols = new WeakMap<CompiledLexicon, (word: string) => readonly SymbolName[]>();

/** A treatment of another kind does not answer a question about a "vacination". */
function misspellsKind({ normal: { text } }: ReadSentence, { compiled }: SentenceContext): boolean {
  const near = nearSymbols.get(compiled) ?? createNearPhrases(compiled.symbols);
  nearSymbols.set(compiled, near);
  return text
    .split(' ')
    .some((word) => near(word).some((symbol) => KINDS_OF_TREATMENT.includes(symbol)));
}

/** The longest symbols of the sentence, in order; "the expense" is one word in Hebrew. */
function symbolsOf({ normal: { text } }: ReadSentence, { compiled }: SentenceContext) {
  const said = new Set<SymbolName>();
  const { gluedPrefixes } = compiled.lexicon;
  for (let index = 0; index < text.length; ) {
    const longest = isEdge(text, index)
      ? gluedPlaces(text, index, gluedPrefixes)
          .map((at) => compiled.symbols.matchesAt(text, at).at(-1))
          .find((match) => match !== undefined)
      : undefined;
    for (const symbol of longest?.values ?? []) said.add(symbol);
    index = longest?.end ?? index + 1;
  }
  return said;
}
