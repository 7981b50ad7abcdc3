import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { OrderWord } from '../lexicon/lexicon.ts';
import type { PhraseMatch } from '../text/phrase-trie.ts';
import type { OrderView } from './order-views.ts';
import type { SlotValue } from './read-slot.ts';

/** The order words that begin at a position; each position is looked up once. */
export type WordsAt = (at: number) => readonly PhraseMatch<OrderWord>[];

/** A sentence that is read as one kind of order. */
export interface OrderReading {
  readonly view: OrderView;
  readonly sentence: ReadSentence;
  readonly context: SentenceContext;
  readonly wordsAt: WordsAt;
}

/** The parts of an order filled by the beginning of a sentence. */
export interface Partial {
  /** The words of each matched phrase, separated by blanks. */
  readonly said: readonly string[];
  readonly fields: Readonly<Record<string, SlotValue>>;
  /** A figure whose number has not been read yet. */
  readonly figure?: string;
  /** Whether a place or a day separates the figure and its number. */
  readonly isParted?: true;
  /** Range of a number whose figure has not been read yet. */
  readonly number?: { readonly from: number; readonly to: number };
  readonly freeLetters: number;
  readonly cost: number;
  /** Whether the free words have been read, so that only slots may follow. */
  readonly isBehind: boolean;
  /** The previous part, where something must or must not follow it. */
  readonly last?: 'for' | 'filler';
}

export interface Step {
  readonly to: number;
  readonly partial: Partial;
}

/** The state before anything has been read. */
export const EMPTY: Partial = { said: [], fields: {}, freeLetters: 0, cost: 0, isBehind: false };
const MOST_PARTIALS = 40;

/** "Water barn 2 19" without a verb may ask for the 19th. */
export function mayBeDay({ type, says }: OrderView, value: SlotValue | undefined): boolean {
  if (type !== 'log_daily' || says.some(({ length }) => length > 1)) return false;
  return value?.kind === 'value' && Number(value.value) <= 31;
}

/** Of equal partial orders, the one with the fewest stretches is stored. */
export function keep(cell: Map<string, Partial> | undefined, partial: Partial): void {
  const { cost, ...rest } = partial;
  const key = JSON.stringify(rest);
  const known = cell?.get(key);
  const isBetter = known ? known.cost > cost : (cell?.size ?? 0) < MOST_PARTIALS;
  if (isBetter) cell?.set(key, partial);
}
