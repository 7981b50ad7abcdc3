import type { SentenceContext } from '../grammar/read-sentence.ts';
import type { FieldWord, Sense, SymbolName } from '../lexicon/lexicon.ts';
import { isDigit, isEdge, isSpacedLetter } from '../text/word-edges.ts';

/** The meaning of a stretch of a question: a symbol of the lexicon, or a name on the farm. */
export type Token =
  | {
      readonly kind: 'symbol';
      readonly symbol: SymbolName;
      /** Whether the form of the verb is in the past tense. */
      readonly isPast: boolean;
    }
  /** A topic in the title of a record. */
  | { readonly kind: 'topic'; readonly topic: string; readonly isPast: boolean }
  /** A word that is in no lexicon, verbatim from the title of a record. */
  | { readonly kind: 'written'; readonly text: string }
  /** A field, by name. */
  | { readonly kind: 'field'; readonly field: FieldWord }
  | Sense;

/** A stretch with one of its meanings. Its cost is 1, plus the cost of letters glued to it. */
export interface Edge {
  readonly to: number;
  readonly cost: number;
  /** Undefined for blanks and marks. */
  readonly token: Token | undefined;
}

/** Cost of a word of a title, and of each letter in scripts without spaces. */
const TITLE_COST = 2.5;
/** Cost of a word that is also in a closed list. */
const LABEL_COST = 1.9;
const TITLE_LETTER_COST = 0.8;
const MIN_TITLE_WORD_LENGTH = 2;
const MAX_TITLE_WORD_LENGTH = 8;

/** Fields by their names, and values by their labels in tables. */
export function labelEdges({ compiled }: SentenceContext, text: string, at: number): Edge[] {
  // What expires is not a duty that is due.
  const expiries = new Set(
    compiled.symbols
      .matchesAt(text, at)
      .flatMap(({ end, values }) => (values.includes('verb.expire') ? [end] : [])),
  );
  const fields = compiled.fields
    .matchesAt(text, at)
    .flatMap(({ end, values }) =>
      values
        .filter((field) => field !== 'dueDate' || !expiries.has(end))
        .map((field): Edge => ({ to: end, cost: 1, token: { kind: 'field', field } })),
    );
  const words = compiled.labels
    .matchesAt(text, at)
    .flatMap(({ end, values }) =>
      values
        .filter((word) => word !== 'due' || !expiries.has(end))
        .map((word): Edge => ({ to: end, cost: 1, token: { kind: 'word', word } })),
    );
  return [...fields, ...words];
}

/**
 * Adds words without another meaning, which may be in the title of a record; only at positions that
 * can be reached.
 */
export function addTitleEdges(edges: Edge[][], text: string, { compiled }: SentenceContext): void {
  const reached = new Set([0]);
  // A word that asks for a reason or retracts something is never part of a title.
  const isAsking = (at: number, to: number) =>
    compiled.phrases
      .matchesAt(text, at)
      .some(({ end, values }) => end === to && values.some(({ kind }) => NOT_IN_TITLES.has(kind)));
  const startsWord = (at: number) => at >= text.length || (edges[at] ?? []).length > 0;
  for (const [at, list] of edges.entries()) {
    if (!reached.has(at)) continue;
    const written = isEdge(text, at) ? titleEdges(text, at, list) : [];
    const isSpaced = isSpacedLetter(text[at]);
    list.push(...written.filter(({ to }) => (isSpaced || startsWord(to)) && !isAsking(at, to)));
    for (const { to } of list) reached.add(to);
  }
}

const NOT_IN_TITLES: ReadonlySet<Sense['kind']> = new Set(['modifier', 'refusal']);

/** Edges for a word without another meaning, which may be in the title of a record. */
function titleEdges(text: string, at: number, known: readonly Edge[]): Edge[] {
  // A word of a closed list may also be in a title: the tender for gas.
  const listed = new Set(known.filter(({ token }) => token?.kind === 'word').map(({ to }) => to));
  const taken = new Set(known.map(({ to }) => to).filter((to) => !listed.has(to)));
  // "Fan 7": titles contain numbers too.
  const ends = endsOf(text, at).filter((to) => isDigit(text[at]) || !taken.has(to));
  return ends.map((to) => {
    const cost = isSpacedLetter(text[at]) ? TITLE_COST : 1 + TITLE_LETTER_COST * (to - at);
    const isKnown = listed.has(to) || isDigit(text[at]);
    return titleEdge(text, at, to, isKnown ? LABEL_COST : cost);
  });
}

/** The possible ends of a word that begins at a position. */
function endsOf(text: string, at: number): readonly number[] {
  if (isSpacedLetter(text[at]) || isDigit(text[at])) {
    let to = at + 1;
    while (to < text.length && !isEdge(text, to)) to++;
    return isSpacedLetter(text[at]) && to - at < MIN_TITLE_WORD_LENGTH ? [] : [to];
  }
  if (!/\p{L}/u.test(text[at] ?? '')) return [];
  const [run = ''] = /^\S*/u.exec(text.slice(at, at + MAX_TITLE_WORD_LENGTH)) ?? [];
  return Array.from({ length: run.length }, (_, index) => at + index + 1).filter(
    (to) => to > at + 1 && isEdge(text, to),
  );
}

function titleEdge(text: string, at: number, to: number, cost: number): Edge {
  return { to, cost, token: { kind: 'written', text: text.slice(at, to) } };
}
