import { message } from '../../model/core/message.ts';
import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { SymbolName } from '../lexicon/lexicon.ts';
import type { MeasureName } from '../measures/measures.ts';
import { createNearPhrases } from '../text/near-phrases.ts';
import { isEdge } from '../text/word-edges.ts';
import { conceptsOf } from './rank-measures.ts';
import type { ReadSentence, SentenceContext } from './read-sentence.ts';
import type { Understanding } from './understanding.ts';

type Asked = Extract<Understanding, { kind: 'question' }>;

/** Measures of days ahead: they do not answer what has happened. */
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

/** Figures of feed, which do not tell what feed it is. */
const AMOUNTS_OF_FEED: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'feedEaten',
  'feedPerBird',
  'feedPrice',
]);

/** Figures of days that add up: those of one period are no comparison with another. */
const SUMS_OF_DAYS: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'mortality',
  'culls',
  'feedEaten',
  'waterUsed',
  'eggs',
  'moneySpent',
  'revenue',
]);

/**
 * A measure that was found by its words, checked against words that it does not account for: tense,
 * the kind of answer that is asked for, what is counted. Where they disagree it is asked back.
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
  // Money that was earned in a period is not the profit that a flock is expected to make.
  const { period } = question;
  if (intent === 'flockProfit' && period && period.to <= context.calendar.today) {
    return { ...asked, intent: 'netMoney', question: { ...question, aggregation: 'value' } };
  }
  const isAnswered =
    !disagrees(intent, said) &&
    !(AS_OF_NOW.has(intent) && period && period.from < context.calendar.today) &&
    !countsWeighings(intent, sentence) &&
    !(intent === 'lastTreatment' && misspellsKind(sentence, context)) &&
    !comparesPeriods(asked, sentence);
  if (isAnswered) return asked;
  const label = context.compiled.lexicon.examples[intent];
  return {
    kind: 'unclear',
    intent: null,
    reason: message('ask.not_sure'),
    choices: [{ kind: 'question', id: intent, label }],
    confidence: 0.5,
  };
}

function disagrees(intent: MeasureName, said: ReadonlySet<SymbolName>): boolean {
  const isPast = said.has('past.forms') || said.has('agg.last');
  if (AHEAD.has(intent) && isPast && !said.has('future')) return true;
  if (intent === 'tasks' && said.has('verb.do') && !said.has('negation')) return true;
  if (OF_ALL_KINDS.has(intent)) return KINDS_OF_TREATMENT.some((kind) => said.has(kind));
  if (intent === 'density' && said.has('ask.heads')) return true;
  if (intent === 'revenue' && said.has('ask.heads')) return true;
  if (AMOUNTS_OF_FEED.has(intent) && said.has('ask.kind')) return true;
  return said.has('ask.who') && !WITH_PEOPLE.has(intent);
}

/** "Did they eat more than last week?": neither barns nor flocks are compared, but periods. */
function comparesPeriods({ intent, question }: Asked, { spans }: ReadSentence): boolean {
  if (!SUMS_OF_DAYS.has(intent) || question.period === undefined) return false;
  const concepts = new Set(spans.flatMap(conceptsOf));
  const { barnIds = [], flockIds = [] } = question.scope;
  const places = barnIds.length + flockIds.length;
  const isOfPlaces = places === 0 ? concepts.has('barn') || concepts.has('flock') : places > 1;
  return concepts.has('compare') && !isOfPlaces;
}

/** Whether a question asks for the number of weighings or weighed birds, which no weight measure has. */
function countsWeighings(intent: MeasureName, { spans }: ReadSentence): boolean {
  if (intent !== 'lastWeighing' && intent !== 'weight') return false;
  const concepts = new Set(spans.flatMap(conceptsOf));
  return concepts.has('weighing') && concepts.has('how_many');
}

const nearSymbols = new WeakMap<CompiledLexicon, (word: string) => readonly SymbolName[]>();

/** A treatment of another kind is no answer to a question about a "vacination". */
function misspellsKind({ normal: { text } }: ReadSentence, { compiled }: SentenceContext): boolean {
  const near = nearSymbols.get(compiled) ?? createNearPhrases(compiled.symbols);
  nearSymbols.set(compiled, near);
  return text
    .split(' ')
    .some((word) => near(word).some((symbol) => KINDS_OF_TREATMENT.includes(symbol)));
}

/** The longest symbols of the sentence, from its beginning to its end. */
function symbolsOf({ normal: { text } }: ReadSentence, { compiled }: SentenceContext) {
  const said = new Set<SymbolName>();
  for (let index = 0; index < text.length; ) {
    const longest = isEdge(text, index)
      ? compiled.symbols.matchesAt(text, index).at(-1)
      : undefined;
    for (const symbol of longest?.values ?? []) said.add(symbol);
    index = longest?.end ?? index + 1;
  }
  return said;
}
