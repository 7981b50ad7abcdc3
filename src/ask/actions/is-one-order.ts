import type { OrderType } from '../../model/resources/record-orders.ts';
import { askingConcepts, type Concept } from '../grammar/concepts.ts';
import { findConcepts } from '../grammar/rank-measures.ts';
import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import { type CompiledLexicon, endsWithAccent } from '../lexicon/compile-lexicon.ts';
import type { OrderWord, SymbolName } from '../lexicon/lexicon.ts';
import { findPeriod, prefixEnds, type Span } from '../text/scan.ts';
import { isEdge, skipBlanks } from '../text/word-edges.ts';
import { skipCourtesies } from './free-words.ts';
import type { WordsAt } from './read-slot.ts';

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
  if (isAskedFor(sentence, context, begin)) return false;
  const isTopic =
    first === undefined || findConcepts(first).some((concept) => !VERBS.includes(concept));
  const begins = isCommand || words.some((word) => COMMAND_WORDS.includes(word));
  if (!begins || isTopic) return false;
  return !spans.some(
    (span) =>
      findPeriod(span) !== undefined || findConcepts(span).some((one) => ASKING.includes(one)),
  );
}

/** "Give me the weights" asks; "the feed we ordered" and "when must I order" order nothing. */
function isAskedFor(sentence: ReadSentence, context: SentenceContext, begin: number): boolean {
  const first = context.compiled.notOrders.matchesAt(sentence.normal.text, begin);
  return (
    first.some(({ values }) => values.includes('requested')) || isNoOrder(sentence, context, true)
  );
}

const QUESTION_WORDS: readonly SymbolName[] = ['ask.when', 'ask.who', 'ask.where'];

/** Whether a question word begins the sentence, or its first verb describes a noun: "订的料". */
export function isNoOrder(
  { normal: { text }, spans }: ReadSentence,
  { compiled }: SentenceContext,
  mayFollowCommand = false,
): boolean {
  const begin = skipCourtesies(compiled, text, 0);
  const first = compiled.symbols.matchesAt(text, begin).flatMap(({ values }) => values);
  if (first.some((symbol) => QUESTION_WORDS.includes(symbol))) return true;
  const isDescribed = (place: number) =>
    compiled.notOrders.matchesAt(text, place).some(({ values }) => values.includes('described'));
  const end = text.search(/[:«"“]/u);
  const places = Array.from({ length: end < 0 ? text.length : end }, (_, at) => at);
  const at = places.find((place) => isEdge(text, place) && isDescribed(place));
  if (at === undefined || mayFollowCommand) return at !== undefined;
  return !spans.some(
    ({ senses, from }) => from < at && senses.some(({ kind }) => kind === 'command'),
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

/** All order words anywhere in a sentence: most sentences have none. */
export function orderWordsIn(
  { normal: { text } }: ReadSentence,
  { compiled }: SentenceContext,
  wordsAt: WordsAt,
) {
  const orderWords = new Set<OrderWord>();
  for (let index = 0; index < text.length; index++) {
    if (!isEdge(text, index)) continue;
    for (const at of prefixEnds(text, index, compiled.lexicon.gluedPrefixes)) {
      for (const { values } of wordsAt(at)) {
        for (const word of values) orderWords.add(word);
      }
    }
  }
  return orderWords;
}

/** "Anoté" tells, "anote" orders. */
export function isPastForm(typed: string, { accentedOrders }: CompiledLexicon): boolean {
  return endsWithAccent(typed) && !accentedOrders.has(typed.toLowerCase());
}

/** No order begins with one of these: "should I log …" asks. */
const NOT_FIRST: ReadonlySet<OrderWord> = new Set<OrderWord>(['that', 'had', 'me', 'more', 'and']);

/** Whether the longest of the phrases at a position begins no order. */
export function isNoBeginning(matches: ReturnType<WordsAt>): boolean {
  return matches.at(-1)?.values.every((word) => NOT_FIRST.has(word)) ?? false;
}

/** Adds the words of a phrase to those of the others. */
export function wordGroups(
  foundWords: readonly string[],
  words: readonly OrderWord[],
): readonly string[] {
  return words.length === 0
    ? foundWords
    : [...new Set([...foundWords, [...words].sort().join(' ')])].sort();
}
