import { message } from '../../model/core/message.ts';
import type { SymbolName } from '../lexicon/lexicon.ts';
import type { MeasureName } from '../measures/measures.ts';
import { isEdge } from '../text/word-edges.ts';
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
  if (!disagrees(intent, said)) return asked;
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
  if (intent === 'lastTreatment') return KINDS_OF_TREATMENT.some((kind) => said.has(kind));
  if (intent === 'revenue' && said.has('ask.heads')) return true;
  return said.has('ask.who') && !WITH_PEOPLE.has(intent);
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
