import { feedType } from '../../model/core/vocabulary.ts';
import type { Concept } from '../grammar/concepts.ts';
import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import { isBarnNotDay } from '../grammar/resolve-spans.ts';
import type { Sense, SymbolName } from '../lexicon/lexicon.ts';
import { topicAt } from '../names/topics.ts';
import { prefixEnds } from '../text/scan.ts';
import { isDigit, isEdge } from '../text/word-edges.ts';
import { countWork } from '../text/work-limit.ts';

import { addTitleEdges, type Edge, labelEdges } from './open-edges.ts';

export type { Edge, Token } from './open-edges.ts';

/** The edges that begin at each position, only those on a path through the whole question. */
export type Lattice = readonly (readonly Edge[])[];

const PREFIX_COST = 0.2;
/** Symbols with a meaning only after another question. */
const CONVERSATION_SYMBOLS: ReadonlySet<SymbolName> = new Set([
  'pronoun',
  'previous',
  'following',
  'verdict',
  'others',
  'undo',
]);
/**
 * Paths with more additional stretches than this, compared with the shortest one, are not followed.
 */
const MAX_EXTRA_COST = 1.01;
const SILENT_CHARACTERS = /[\s?.!,;:()¿¡"'-]/u;
const QUOTED_TEXT = /["“”«»]|'[^']{3,}'/u;
/** Kinds of senses for fields with closed lists, and for joined barns. */
const LISTED_WORD_KINDS: ReadonlySet<string> = new Set(['word', 'conjunction', 'everything']);

/** Options for reading a question. */
interface LatticeOptions {
  /** Whether words of questions about figures are included. */
  readonly isBroad: boolean;
  /** Whether words such as "they" refer to the previous question. */
  readonly isContinued?: true;
  /** Whether names of fields and values, and words of titles, are included. */
  readonly isOpen?: boolean;
}

/**
 * All ways to split a question into known stretches; undefined where a part of it is unknown, or
 * where it quotes other people.
 */
export function readLattice(
  sentence: ReadSentence,
  context: SentenceContext,
  options: LatticeOptions,
): Lattice | undefined {
  const { text } = sentence.normal;
  if (QUOTED_TEXT.test(text)) return undefined;
  const edges = Array.from(text, () => [] as Edge[]);
  while (edges.length < text.length) edges.push([]);
  for (let index = 0; index < text.length; index++) {
    if (SILENT_CHARACTERS.test(text[index] ?? '')) {
      edges[index]?.push({ to: index + 1, cost: 0, token: undefined });
    }
    if (isEdge(text, index)) edges[index]?.push(...edgesAt(sentence, context, index, options));
  }
  if (options.isOpen) addTitleEdges(edges, text, context);
  return edgesOnPaths(options.isBroad ? withoutContainedWords(edges) : edges, text.length);
}

/** "下次" is not "下" and "次": a word inside a longer meaningful one is ignored. */
function withoutContainedWords(edges: readonly Edge[][]): readonly Edge[][] {
  const ends = (family: (symbol: SymbolName) => boolean) => {
    let furthest = 0;
    return edges.map((list) => {
      for (const { to, token } of list) {
        // "One" of "the filters one" may have no meaning.
        const isContent =
          token !== undefined && token.kind !== 'number' && token.kind !== 'written';
        const isCovering = token?.kind === 'symbol' ? family(token.symbol) : isContent;
        if (isCovering) furthest = Math.max(furthest, to);
      }
      return furthest;
    });
  };
  // "On" is a state of automations, and has no meaning elsewhere.
  const hasContent = (symbol: SymbolName) => symbol !== 'filler' && symbol !== 'value.on';
  const [content, questionEnds] = [ends(hasContent), ends(isQuestionSymbol)];
  return edges.map((list, index) =>
    list.filter(({ to, token }) => {
      if (token?.kind !== 'symbol') return true;
      if (token.symbol === 'filler') return to > (content[index] ?? 0);
      return !isQuestionSymbol(token.symbol) || to >= (questionEnds[index] ?? 0);
    }),
  );
}

function isQuestionSymbol(symbol: SymbolName): boolean {
  return symbol.startsWith('ask.');
}

function edgesAt(
  sentence: ReadSentence,
  context: SentenceContext,
  index: number,
  { isBroad, isContinued, isOpen }: LatticeOptions,
): Edge[] {
  const { gluedPrefixes } = context.compiled.lexicon;
  const { text } = sentence.normal;
  const { symbols: symbolTrie, phrases } = context.compiled;
  const whole = new Set(
    [symbolTrie, phrases].flatMap((trie) => trie.matchesAt(text, index).map(({ end }) => end)),
  );
  const places = prefixEnds(text, index, gluedPrefixes);
  const edges = [...places.entries()].flatMap(([glued, at]) => {
    // A word known as a whole is not separated from its first letter.
    const splitsWord = ({ to }: Edge) => glued > 0 && whole.has(to);
    const facts = factEdges(sentence, at).filter((edge) => !isNamePart(edge, glued > 0, whole));
    const symbols = symbolEdges(context, text, at, isContinued).filter(
      (edge) => !splitsWord(edge) && !isPartOfTime(edge, facts),
    );
    const broad = isBroad
      ? [...conceptEdges(context, text, at), ...topicEdges(context, text, at)]
      : [];
    const named = isOpen ? labelEdges(context, text, at) : [];
    const own = [...symbols, ...broad, ...named, ...facts];
    return own.map((edge) => ({ ...edge, cost: edge.cost + PREFIX_COST * glued }));
  });
  countWork(edges.length);
  return edges;
}

/** Whether a name is within a longer word: "כבר" (already) does not contain the name "בר". */
function isNamePart({ to, token }: Edge, isGlued: boolean, whole: ReadonlySet<number>): boolean {
  const isPerson = token?.kind === 'record' && token.record.kind === 'person';
  return isGlued && isPerson && whole.has(to);
}

/** The "day" of "today" does not ask for a day. */
function isPartOfTime({ to, token }: Edge, facts: readonly Edge[]): boolean {
  const isDay = token?.kind === 'symbol' && token.symbol === 'day';
  return isDay && facts.some((fact) => fact.token?.kind === 'time' && fact.to >= to);
}

function symbolEdges(
  { compiled }: SentenceContext,
  text: string,
  at: number,
  isContinued = false,
): Edge[] {
  const symbols = compiled.symbols.matchesAt(text, at).flatMap(({ end, values }) => {
    const isPast = values.includes('past.forms');
    return effectiveSymbols(values, isContinued)
      .filter((symbol) => symbol !== 'past.forms' && !CONVERSATION_SYMBOLS.has(symbol))
      .map(
        (symbol): Edge => ({
          to: end,
          cost: 1,
          token: { kind: 'symbol', symbol, isPast },
        }),
      );
  });
  const words = compiled.phrases
    .matchesAt(text, at)
    .flatMap(({ end, values }) =>
      values
        .filter(({ kind }) => LISTED_WORD_KINDS.has(kind))
        .map((token): Edge => ({ to: end, cost: 1, token })),
    );
  return [...symbols, ...words];
}

/** Of two meanings of a phrase the second applies: "the next one" is one, not all future ones. */
const NARROWER_SYMBOLS: readonly (readonly [SymbolName, SymbolName])[] = [
  ['future', 'next'],
  ['verb.raise', 'ask.exists'],
  ['agg.min', 'agg.cheapest'],
  ['agg.max', 'agg.dearest'],
  ['user', 'user.worker'],
];

/** "They" adds no meaning. */
function effectiveSymbols(
  values: readonly SymbolName[],
  isContinued: boolean,
): readonly SymbolName[] {
  return values
    .filter(
      (one) => !NARROWER_SYMBOLS.some(([wide, narrow]) => one === wide && values.includes(narrow)),
    )
    .map((symbol) => (isContinued && symbol === 'pronoun' ? 'filler' : symbol));
}

/** Words of questions about figures, mapped to symbols with the same meaning. */
export const SYMBOL_OF_CONCEPT: Readonly<Partial<Record<Concept, SymbolName>>> = {
  alert: 'alert',
  medicine: 'medicine',
  task: 'task',
  birds: 'birds',
  barn: 'barn',
  flock: 'flock',
  feed: 'feed',
  price: 'price',
  phone: 'phone',
  open: 'value.open',
  expiry: 'verb.expire',
  stock: 'left',
  left: 'left',
  spent: 'verb.spend',
  cost: 'cost',
  money: 'money',
  weighing: 'weighing',
  next: 'next',
  each: 'each',
  how_many: 'ask.count',
  how_much: 'ask.amount',
  what: 'ask.which',
  which: 'ask.which',
  list: 'ask.which',
  who: 'ask.who',
  when: 'ask.when',
  is_there: 'ask.exists',
  highest: 'agg.max',
  lowest: 'agg.min',
  cheapest: 'agg.cheapest',
  last: 'agg.last',
  total: 'agg.sum',
  average: 'agg.mean',
};
const SILENT_KINDS: ReadonlySet<string> = new Set(['filler', 'courtesy', 'asking']);
/** Added cost of a word without a meaning, so that other readings are preferred. */
const SILENT_COST = 1.3;

/**
 * Added cost of reading a word as only the topic of a record, so that other readings are preferred.
 */
const TOPIC_COST = 1.2;

function topicEdges({ compiled }: SentenceContext, text: string, at: number): Edge[] {
  const found = topicAt(text, at);
  if (found === undefined) return [];
  const { end, topic } = found;
  const isPast = compiled.symbols
    .matchesAt(text, at)
    .some((one) => one.end === end && one.values.includes('past.forms'));
  return [{ to: end, cost: TOPIC_COST, token: { kind: 'topic', topic, isPast } }];
}

function conceptEdges({ compiled }: SentenceContext, text: string, at: number): Edge[] {
  const hasSymbol = (end: number, symbols: ReadonlySet<SymbolName>) =>
    compiled.symbols
      .matchesAt(text, at)
      .some((one) => one.end === end && one.values.some((symbol) => symbols.has(symbol)));
  return compiled.phrases.matchesAt(text, at).flatMap(({ end, values }) =>
    values.flatMap((sense, _, all): Edge[] => {
      // "The cheapest offer" is not the cheapest delivery.
      if (all.some((one) => isConcept(one, 'bid'))) return [];
      // "How long" and "at what time" are not answered with a day.
      if (isConcept(sense, 'when') && hasSymbol(end, DURATION_SYMBOLS)) return [];
      const symbol = symbolOfSense(sense, all, hasSymbol(end, COUNT_SYMBOLS));
      const cost = symbol === 'filler' ? SILENT_COST : 1;
      return symbol ? [{ to: end, cost, token: { kind: 'symbol', symbol, isPast: false } }] : [];
    }),
  );
}

const COUNT_SYMBOLS: ReadonlySet<SymbolName> = new Set(['ask.count', 'ask.amount']);
const DURATION_SYMBOLS: ReadonlySet<SymbolName> = new Set(['ask.duration', 'ask.hour']);
const FEED_TYPES: ReadonlySet<string> = new Set(feedType.words);

function isConcept(sense: Sense, concept: Concept): boolean {
  return sense.kind === 'concept' && sense.concept === concept;
}

/** The symbol of a sense in a question about figures. */
function symbolOfSense(
  sense: Sense,
  all: readonly Sense[],
  asksForNumber: boolean,
): SymbolName | undefined {
  if (sense.kind !== 'concept') return SILENT_KINDS.has(sense.kind) ? 'filler' : undefined;
  const words = all.flatMap((one) => (one.kind === 'word' ? [one.word] : []));
  // "Vitamins" are medicine of one kind, "starter" feed of one.
  if (sense.concept === 'medicine' && words.length > 0) return undefined;
  // "Gas" is a kind of spending.
  if (sense.concept === 'spent' && words.length > 0) return undefined;
  // "Cheaper" compares prices, not amounts.
  if (sense.concept === 'lowest' && all.some((one) => isConcept(one, 'cheapest'))) return undefined;
  if (sense.concept === 'feed' && words.some((word) => FEED_TYPES.has(word))) return undefined;
  // "How old" asks for an age, not for a list.
  if (sense.concept === 'what' && all.some((one) => isConcept(one, 'age'))) return undefined;
  // "How many" does not ask for a list.
  return sense.concept === 'what' && asksForNumber ? undefined : SYMBOL_OF_CONCEPT[sense.concept];
}

function factEdges({ normal: { text }, factsAt, spans }: ReadSentence, at: number): Edge[] {
  const facts = factsAt(at).filter(({ end, sense }) => !isUncertainName(sense, text, end));
  const named = Math.max(at, ...facts.map(({ end, sense }) => (isPlace(sense) ? end : at)));
  // "1号舍" is a barn, not the first of the month and a barn.
  // "7号风机" is fan 7, not a day.
  const isNumbered = (end: number) => text[end - 1] === '号' && topicAt(text, end) !== undefined;
  const isBarn = facts.some(({ sense }) => isPlace(sense)) && isBarnNotDay(spans, at);
  const isNoDay = (end: number, sense: Sense) =>
    sense.kind === 'time' && (isBarn || isNumbered(end) || isWeekly(sense));
  return facts
    .filter(({ end, sense }) => !isNoDay(end, sense))
    .filter(({ end, sense }) => end >= named || (sense.kind !== 'time' && sense.kind !== 'number'))
    .map(({ end, sense }) => ({ to: end, cost: 1, token: sense }));
}

/** Records have no usual week. */
function isWeekly({ period }: Extract<Sense, { readonly kind: 'time' }>): boolean {
  return 'isWeekly' in period;
}

function isPlace({ kind }: Sense): boolean {
  return kind === 'record' || kind === 'nobody';
}

/** An unknown name may be any words after "barn"; only a number is certain. */
function isUncertainName(sense: Sense, text: string, end: number): boolean {
  return sense.kind === 'nobody' && !isDigit(text[end - 1]);
}

function edgesOnPaths(edges: readonly Edge[][], length: number): Lattice | undefined {
  const costToEnd = new Array<number>(length + 1).fill(Number.POSITIVE_INFINITY);
  costToEnd[length] = 0;
  for (let index = length - 1; index >= 0; index--) {
    for (const { to, cost } of edges[index] ?? []) {
      costToEnd[index] = Math.min(costToEnd[index] ?? 0, cost + (costToEnd[to] ?? 0));
    }
  }
  const best = costToEnd[0] ?? Number.POSITIVE_INFINITY;
  if (!Number.isFinite(best)) return undefined;
  const costFromStart = new Array<number>(length + 1).fill(Number.POSITIVE_INFINITY);
  costFromStart[0] = 0;
  return edges.map((list, index) => {
    const onPath = list.filter(
      ({ to, cost }) =>
        (costFromStart[index] ?? 0) + cost + (costToEnd[to] ?? 0) <= best + MAX_EXTRA_COST,
    );
    for (const { to, cost } of onPath) {
      costFromStart[to] = Math.min(costFromStart[to] ?? 0, (costFromStart[index] ?? 0) + cost);
    }
    return onPath;
  });
}
