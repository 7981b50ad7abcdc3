import type { OrderType } from '../../model/resources/record-orders.ts';
import { askingConcepts, type Concept } from '../grammar/concepts.ts';
import { findConcepts } from '../grammar/rank-measures.ts';
import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { OrderWord } from '../lexicon/lexicon.ts';
import { findPeriod, type Span } from '../text/scan.ts';
import { isEdge, skipBlanks } from '../text/word-edges.ts';
import { skipCourtesies } from './free-words.ts';

// A full stop after a short word belongs to the word: "Dr. Levi".
const SENTENCE_END = /(?:[^\s.]{4}[.]|[!?;])\s*\S/;

/**
 * Whether the free words of an order contain neither a second sentence nor, after a word such as
 * "and", a second order. Quoted words are not checked: they are a name.
 */
export function isSingleOrder({ phrases, lexicon }: CompiledLexicon, words: string): boolean {
  // "and" may be a letter of the next word.
  const glued = lexicon.gluedPrefixes.filter((letter) => lexicon.conjunctions.includes(letter));
  if (SENTENCE_END.test(words)) return false;
  for (let index = 0; index < words.length; index++) {
    if (!isEdge(words, index)) continue;
    const joints = phrases
      .matchesAt(words, index)
      .filter(({ values }) => values.some(({ kind }) => kind === 'conjunction'));
    if (glued.includes(words[index] ?? '') && startsOrder(phrases, words, index + 1)) return false;
    if (joints.some(({ end }) => startsOrder(phrases, words, skipBlanks(words, end)))) return false;
    if (words[index] === ',' && startsOrder(phrases, words, skipBlanks(words, index + 1)))
      return false;
  }
  return true;
}

function startsOrder(phrases: CompiledLexicon['phrases'], words: string, index: number): boolean {
  return phrases
    .matchesAt(words, index)
    .some(({ values }) => values.some(({ kind }) => kind === 'command'));
}

const COMMAND_WORDS: readonly OrderWord[] = ['log', 'add', 'set', 'finish', 'raise', 'order'];
/** Concepts that are also verbs of orders. */
const VERBS: readonly Concept[] = ['log', 'order'];
const ASKING: readonly Concept[] = [...askingConcepts, 'list', 'average', 'total', 'trend'];

/**
 * Whether a sentence that is not a complete order begins like one and asks nothing: "record deaths
 * in barn 2" lacks the number, and is not a question about deaths.
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
    first === undefined || findConcepts(first).some((concept) => !VERBS.includes(concept));
  const begins = isCommand || words.some((word) => COMMAND_WORDS.includes(word));
  if (!begins || isTopic) return false;
  return !spans.some(
    (span) =>
      findPeriod(span) !== undefined || findConcepts(span).some((one) => ASKING.includes(one)),
  );
}

/** Whether any stretch is a command word. */
export function isCommanded({ spans }: ReadSentence): boolean {
  return spans.some(({ senses }) => senses.some(({ kind }) => kind === 'command'));
}

/** Actions that record past events. */
const REPORTS: readonly OrderType[] = ['log_daily', 'create_feed_delivery', 'create_expense'];

/** "12 dead in barn 1", "8 tons arrived": without a word that records it is told, not ordered. */
export function isToldAsFact(
  type: OrderType,
  { spans, normal: { text } }: ReadSentence,
  { compiled }: SentenceContext,
): boolean {
  if (!REPORTS.includes(type)) return false;
  const wordsAt = (at: number) =>
    compiled.orders.matchesAt(text, at).flatMap(({ values }) => values);
  const orders = (at: number) => wordsAt(at).some((word) => RECORDING.includes(word));
  const tells = (at: number) => wordsAt(at).some((word) => TELLING.includes(word));
  const isCommand = ({ senses, from }: Span) =>
    senses.some(({ kind }) => kind === 'command') && !tells(from);
  const places = Array.from(text, (_, at) => at).filter((at) => isEdge(text, at));
  return !spans.some(isCommand) && !places.some((at) => orders(at) && !tells(at));
}

/** Words that order to record something or to correct it, and words that report it. */
const RECORDING: readonly OrderWord[] = ['log', 'correct'];
const TELLING: readonly OrderWord[] = ['told', 'spend', 'deliver'];
