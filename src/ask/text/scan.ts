import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { Sense } from '../lexicon/lexicon.ts';
import type { PeriodReference } from '../time/time-meanings.ts';
import { isDigit, isEdge, isSpacedLetter } from './word-edges.ts';

/** A stretch of a question with its possible meanings; empty where it is unknown. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly senses: readonly Sense[];
  /** The number of words, where it is unknown. */
  readonly words: number;
  /** Whether it was matched to a word that differs by a letter. */
  readonly isTypo: boolean;
}

/** A sense that begins at a position of the text. */
export interface FoundSense {
  readonly end: number;
  readonly sense: Sense;
}

/** The lookups for every position of a text. */
export interface ScanSources {
  readonly compiled: CompiledLexicon;
  /** Names of the farm, mentions of them, numbers and times that begin at a position. */
  readonly sensesAt: (index: number) => readonly FoundSense[];
  /** The senses of words that differ by one letter. */
  readonly nearSenses: (word: string) => readonly Sense[];
}

const MAX_PREFIX_LENGTH = 3;
/**
 * "Barn 3" of "by barn 3" is the barn: a name is preferred between splits with equally many
 * stretches.
 */
const SPAN_COST = {
  span: 1,
  named: 0.9,
  glued: 0.2,
  typo: 3,
  unknownWord: 20,
  unknownLetter: 8,
} as const;

/**
 * Splits the text so that as little as possible is unknown and, of equal splits, the one with the
 * fewest stretches is used: the longest phrases win.
 */
export function scan(text: string, sources: ScanSources): readonly Span[] {
  const steps = new Map<number, { readonly cost: number; readonly span: Span | undefined }>();
  steps.set(text.length, { cost: 0, span: undefined });
  for (let index = text.length - 1; index >= 0; index--) {
    let best = { cost: Number.POSITIVE_INFINITY, span: undefined as Span | undefined };
    for (const { span, cost } of isEdge(text, index) ? spansAt(text, index, sources) : []) {
      const rest = steps.get(span.to)?.cost ?? Number.POSITIVE_INFINITY;
      if (cost + rest < best.cost) best = { cost: cost + rest, span };
    }
    steps.set(index, best);
  }
  return joinUnknown(text, walk(text, steps));
}

interface CostedSpan {
  readonly span: Span;
  readonly cost: number;
}

function spansAt(text: string, index: number, sources: ScanSources): CostedSpan[] {
  const letter = text[index] ?? '';
  const isWord = isSpacedLetter(letter) || isDigit(letter) || /\p{L}/u.test(letter);
  const matched = matchedSpans(text, index, sources);
  if (matched.length === 0 && !isWord) return [{ span: markCost(index), cost: 0 }];
  return [
    ...matched,
    ...(isWord ? unknownSpans(text, index, sources) : [{ span: markCost(index), cost: 0 }]),
  ];
}

function markCost(index: number): Span {
  return { from: index, to: index + 1, senses: [{ kind: 'mark' }], words: 0, isTypo: false };
}

/** The longest first, so that of equal splits the one with the longest first stretch wins. */
function matchedSpans(text: string, index: number, sources: ScanSources): CostedSpan[] {
  const spans = new Map<string, CostedSpan>();
  const places = prefixEnds(text, index, sources.compiled.lexicon.gluedPrefixes);
  for (const [glued, at] of places.entries()) {
    for (const { end, sense } of sources.sensesAt(at)) {
      const key = `${glued} ${end}`;
      const senses = [...(spans.get(key)?.span.senses ?? []), sense];
      const span = { from: index, to: end, senses, words: 0, isTypo: false };
      const isNamed = senses.some(({ kind }) => kind === 'record');
      const cost = (isNamed ? SPAN_COST.named : SPAN_COST.span) + SPAN_COST.glued * glued;
      spans.set(key, { span, cost });
    }
  }
  return [...spans.values()].sort((a, b) => b.span.to - a.span.to);
}

/** The position itself, and those after letters that may be written together with the next word. */
export function prefixEnds(
  text: string,
  index: number,
  prefixes: readonly string[],
): readonly number[] {
  const places = [index];
  for (let glued = 1; glued <= MAX_PREFIX_LENGTH; glued++) {
    const end = index + glued;
    if (!prefixes.includes(text[end - 1] ?? '')) break;
    places.push(text[end] === '-' ? end + 1 : end);
  }
  return places;
}

function unknownSpans(text: string, index: number, sources: ScanSources): CostedSpan[] {
  const isSpaced = isSpacedLetter(text[index]) || isDigit(text[index]);
  let to = index + 1;
  while (to < text.length && !(isEdge(text, to) && !(isSpaced && isDigit(text[to])))) to++;
  const unknown = { from: index, to, senses: [], words: 1, isTypo: false };
  const cost = isSpaced ? SPAN_COST.unknownWord : SPAN_COST.unknownLetter;
  const { gluedPrefixes } = sources.compiled.lexicon;
  const near = (isSpaced ? prefixEnds(text, index, gluedPrefixes) : [])
    .map((place) => sources.nearSenses(text.slice(place, to)))
    .find((senses) => senses.length > 0);
  if (!near) return [{ span: unknown, cost }];
  return [{ span: { ...unknown, senses: near, words: 0, isTypo: true }, cost: SPAN_COST.typo }];
}

function walk(
  text: string,
  steps: ReadonlyMap<number, { readonly span: Span | undefined }>,
): readonly Span[] {
  const spans: Span[] = [];
  for (let index = 0; index < text.length; ) {
    const span = steps.get(index)?.span ?? markCost(index);
    spans.push(span);
    index = span.to;
  }
  return spans.filter(({ from, to }) => text.slice(from, to) !== ' ');
}

/** Joins unknown letters of a script without spaces, and counts them as words. */
function joinUnknown(text: string, spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const continues =
      last !== undefined &&
      last.to === span.from &&
      [last, span].every(({ senses, from }) => senses.length === 0 && !isSpacedLetter(text[from]));
    if (!continues || last === undefined) joined.push(span);
    else joined[joined.length - 1] = { ...last, to: span.to };
  }
  return joined.map((span) =>
    span.senses.length > 0 ? span : { ...span, words: countWords(text, span) },
  );
}

let segmenter: Intl.Segmenter | undefined;

const ONE_WORD = /^[\p{Script=Latin}\p{Script=Hebrew}]+$/u;

function countWords(text: string, { from, to }: Span): number {
  if (ONE_WORD.test(text.slice(from, to))) return 1;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const segments = [...segmenter.segment(text.slice(from, to))];
  return Math.max(1, segments.filter(({ isWordLike }) => isWordLike).length);
}

/** Whether a span has a sense of one of the kinds. */
export function hasKind({ senses }: Pick<Span, 'senses'>, ...kinds: readonly Sense['kind'][]) {
  return senses.some(({ kind }) => kinds.includes(kind));
}

/** The number that a span may mean. */
export function findNumber({ senses }: Span): number | undefined {
  return senses.flatMap((sense) => (sense.kind === 'number' ? [sense.value] : []))[0];
}

/** The period that a span may mean. */
export function findPeriod(span: Span): PeriodReference | undefined {
  return span.senses.flatMap((sense) => (sense.kind === 'time' ? [sense.period] : []))[0];
}
