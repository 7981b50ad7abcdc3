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
export interface AppDependencies {
  readonly to: number;
  readonly cost: number;
  /** Undefined for blanks and marks. */
  readonly token: Token | undefined;
}

/** Cost of a word of a title, and of each letter in scripts without spaces. */
const WRITTEN_COST = 2.5;
/** Cost of a word that is also in a closed list. */
const LISTED_COST = 1.9;
const LETTER_COST = 0.8;
const SHORTEST_WRITTEN = 2;
const LONGEST_WRITTEN = 8;

/** Fields by their names, and values by their labels in tables. */
export function labelEdges(
  { compiled }: SentenceContext,
  text: string,
  at: number,
): AppDependencies[] {
  const fields = compiled.fields
    .matchesAt(text, at)
    .flatMap(({ end, values }) =>
      values.map(
        (field): AppDependencies => ({ to: end, cost: 1, token: { kind: 'field', field } }),
      ),
    );
  const words = compiled.labels
    .matchesAt(text, at)
    .flatMap(({ end, values }) =>
      values.map((word): AppDependencies => ({ to: end, cost: 1, token: { kind: 'word', word } })),
    );
  return [...fields, ...words];
}

/**
 * Adds words without another meaning, which may be in the title of a record; only at positions that
 * can be reached.
 */
export function addWritten(
  edges: AppDependencies[][],
  text: string,
  { compiled }: SentenceContext,
): void {
  const reached = new Set([0]);
  // A word that asks for a reason or retracts something is never part of a title.
  const isAsking = (at: number, to: number) =>
    compiled.phrases
      .matchesAt(text, at)
      .some(({ end, values }) => end === to && values.some(({ kind }) => NOT_WRITTEN.has(kind)));
  const begins = (at: number) => at >= text.length || (edges[at] ?? []).length > 0;
  for (const [at, list] of edges.entries()) {
    if (!reached.has(at)) continue;
    const written = isEdge(text, at) ? writtenEdges(text, at, list) : [];
    const isSpaced = isSpacedLetter(text[at]);
    list.push(...written.filter(({ to }) => (isSpaced || begins(to)) && !isAsking(at, to)));
    for (const { to } of list) reached.add(to);
  }
}

const NOT_WRITTEN: ReadonlySet<Sense['kind']> = new Set(['modifier', 'refusal']);

/** Edges for a word without another meaning, which may be in the title of a record. */
function writtenEdges(
  text: string,
  at: number,
  known: readonly AppDependencies[],
): AppDependencies[] {
  // A word of a closed list may also be in a title: the tender for gas.
  const listed = new Set(known.filter(({ token }) => token?.kind === 'word').map(({ to }) => to));
  const taken = new Set(known.map(({ to }) => to).filter((to) => !listed.has(to)));
  // "Fan 7": titles contain numbers too.
  const ends = endsOf(text, at).filter((to) => isDigit(text[at]) || !taken.has(to));
  return ends.map((to) => {
    const cost = isSpacedLetter(text[at]) ? WRITTEN_COST : 1 + LETTER_COST * (to - at);
    const isKnown = listed.has(to) || isDigit(text[at]);
    return writtenEdge(text, at, to, isKnown ? LISTED_COST : cost);
  });
}

/** The possible ends of a word that begins at a position. */
function endsOf(text: string, at: number): readonly number[] {
  if (isSpacedLetter(text[at]) || isDigit(text[at])) {
    let to = at + 1;
    while (to < text.length && !isEdge(text, to)) to++;
    return isSpacedLetter(text[at]) && to - at < SHORTEST_WRITTEN ? [] : [to];
  }
  if (!/\p{L}/u.test(text[at] ?? '')) return [];
  const [run = ''] = /^\S*/u.exec(text.slice(at, at + LONGEST_WRITTEN)) ?? [];
  return Array.from({ length: run.length }, (_, index) => at + index + 1).filter(
    (to) => to > at + 1 && isEdge(text, to),
  );
}

function writtenEdge(text: string, at: number, to: number, cost: number): AppDependencies {
  return { to, cost, token: { kind: 'written', text: text.slice(at, to) } };
}
