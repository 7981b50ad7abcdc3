import type { Concept } from '../grammar/concepts.ts';
import { conceptsOf } from '../grammar/rank-measures.ts';
import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { OrderWord } from '../lexicon/lexicon.ts';
import { periodOf } from '../text/scan.ts';
import { skipCourtesies } from './skip-courtesies.ts';

const COMMANDING: readonly OrderWord[] = ['log', 'add', 'set', 'finish', 'raise', 'order'];
/** Concepts that are verbs of orders as well. */
const VERBS: readonly Concept[] = ['log', 'order'];
const ASKING: readonly Concept[] = [
  'how_many',
  'how_much',
  'what',
  'when',
  'who',
  'which',
  'is_there',
  'list',
  'average',
  'total',
  'trend',
];

/**
 * Whether a sentence that is no order as a whole begins like one and asks nothing: "record deaths in
 * barn 2" lacks the number, and is no question about deaths.
 */
export function isUnfinishedOrder(sentence: ReadSentence, context: SentenceContext): boolean {
  const { normal, spans } = sentence;
  const { compiled } = context;
  if (/[?？]/u.test(normal.text)) return false;
  const begin = skipCourtesies(compiled, normal.text, 0);
  const first = spans.find((span) => span.from >= begin);
  const words = compiled.orders.matchesAt(normal.text, begin).flatMap(({ values }) => values);
  const isCommand = first?.senses.some(({ kind }) => kind === 'command') ?? false;
  const isTopic =
    first === undefined || conceptsOf(first).some((concept) => !VERBS.includes(concept));
  const begins = isCommand || words.some((word) => COMMANDING.includes(word));
  if (!begins || isTopic) return false;
  return !spans.some(
    (span) => periodOf(span) !== undefined || conceptsOf(span).some((one) => ASKING.includes(one)),
  );
}
