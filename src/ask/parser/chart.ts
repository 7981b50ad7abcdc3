import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { SymbolName } from '../lexicon/lexicon.ts';
import type { Sense } from '../lexicon/sense.ts';
import { gluedPlaces } from '../text/scan.ts';
import { isDigit, isEdge } from '../text/word-edges.ts';
import { spend } from '../text/work-limit.ts';

/** What a stretch of a question may be: a symbol of the lexicon, or something that the farm names. */
export type Token =
  | {
      readonly kind: 'symbol';
      readonly symbol: SymbolName;
      /** Whether the form of the verb says that it is past. */
      readonly isPast: boolean;
    }
  | Sense;

/** A stretch with one of its meanings. Its cost is 1; letters that are glued to it add to that. */
export interface Edge {
  readonly to: number;
  readonly cost: number;
  /** Undefined for blanks and marks. */
  readonly token: Token | undefined;
}

/** The edges that begin at each place, only those on a way through the whole question. */
export type Lattice = readonly (readonly Edge[])[];

const GLUED = 0.2;
/** A way that needs more stretches than this above the shortest one is not followed. */
const SLACK = 1.01;
const SILENT = /[\s?.!,;:()¿¡"'-]/u;
const QUOTED = /["“”«»]|'[^']{3,}'/u;
/** Kinds of the old lexicon that fields with closed lists, and joined barns, are read by. */
const TAKEN: ReadonlySet<string> = new Set(['word', 'conjunction', 'everything']);

/**
 * All ways to cut a question into known stretches; undefined where a part of it is unknown, or where
 * it quotes words of somebody else.
 */
export function readLattice(sentence: ReadSentence, context: SentenceContext): Lattice | undefined {
  const { text } = sentence.normal;
  if (QUOTED.test(text)) return undefined;
  const edges = Array.from(text, () => [] as Edge[]);
  while (edges.length < text.length) edges.push([]);
  for (let index = 0; index < text.length; index++) {
    if (SILENT.test(text[index] ?? '')) {
      edges[index]?.push({ to: index + 1, cost: 0, token: undefined });
    }
    if (isEdge(text, index)) edges[index]?.push(...edgesAt(sentence, context, index));
  }
  return onWayThrough(edges, text.length);
}

function edgesAt(sentence: ReadSentence, context: SentenceContext, index: number): Edge[] {
  const { gluedPrefixes } = context.compiled.lexicon;
  const { text } = sentence.normal;
  const whole = new Set(context.compiled.symbols.matchesAt(text, index).map(({ end }) => end));
  const places = gluedPlaces(text, index, gluedPrefixes);
  const edges = [...places.entries()].flatMap(([glued, at]) => {
    // A word that is known as it stands is not parted from its first letter.
    const isParted = ({ to }: Edge) => glued > 0 && whole.has(to);
    const facts = factEdges(sentence, at);
    const symbols = symbolEdges(context, text, at).filter(
      (edge) => !isParted(edge) && !isPartOfTime(edge, facts),
    );
    const own = [...symbols, ...facts];
    return own.map((edge) => ({ ...edge, cost: 1 + GLUED * glued }));
  });
  spend(edges.length);
  return edges;
}

/** The "day" of "today" is not a day that is asked for. */
function isPartOfTime({ to, token }: Edge, facts: readonly Edge[]): boolean {
  const isDay = token?.kind === 'symbol' && token.symbol === 'day';
  return isDay && facts.some((fact) => fact.token?.kind === 'time' && fact.to >= to);
}

function symbolEdges({ compiled }: SentenceContext, text: string, at: number): Edge[] {
  const symbols = compiled.symbols.matchesAt(text, at).flatMap(({ end, values }) => {
    const isPast = values.includes('past.forms');
    return values
      .filter((symbol) => symbol !== 'past.forms')
      .map((symbol): Edge => ({ to: end, cost: 1, token: { kind: 'symbol', symbol, isPast } }));
  });
  const words = compiled.phrases
    .matchesAt(text, at)
    .flatMap(({ end, values }) =>
      values
        .filter(({ kind }) => TAKEN.has(kind))
        .map((token): Edge => ({ to: end, cost: 1, token })),
    );
  return [...symbols, ...words];
}

function factEdges({ normal: { text }, factsAt }: ReadSentence, at: number): Edge[] {
  const facts = factsAt(at).filter(({ end, sense }) => !isGuess(sense, text, end));
  const named = Math.max(at, ...facts.map(({ end, sense }) => (isPlace(sense) ? end : at)));
  // "1号舍" is a barn, not the first of the month and a barn.
  return facts
    .filter(({ end, sense }) => end >= named || (sense.kind !== 'time' && sense.kind !== 'number'))
    .map(({ end, sense }) => ({ to: end, cost: 1, token: sense }));
}

function isPlace({ kind }: Sense): boolean {
  return kind === 'record' || kind === 'nobody';
}

/** A name that nobody has may be any words behind "barn"; only a number is certain to be meant. */
function isGuess(sense: Sense, text: string, end: number): boolean {
  return sense.kind === 'nobody' && !isDigit(text[end - 1]);
}

function onWayThrough(edges: readonly Edge[][], length: number): Lattice | undefined {
  const ahead = new Array<number>(length + 1).fill(Number.POSITIVE_INFINITY);
  ahead[length] = 0;
  for (let index = length - 1; index >= 0; index--) {
    for (const { to, cost } of edges[index] ?? []) {
      ahead[index] = Math.min(ahead[index] ?? 0, cost + (ahead[to] ?? 0));
    }
  }
  const best = ahead[0] ?? Number.POSITIVE_INFINITY;
  if (!Number.isFinite(best)) return undefined;
  const behind = new Array<number>(length + 1).fill(Number.POSITIVE_INFINITY);
  behind[0] = 0;
  return edges.map((list, index) => {
    const kept = list.filter(
      ({ to, cost }) => (behind[index] ?? 0) + cost + (ahead[to] ?? 0) <= best + SLACK,
    );
    for (const { to, cost } of kept) {
      behind[to] = Math.min(behind[to] ?? 0, (behind[index] ?? 0) + cost);
    }
    return kept;
  });
}
