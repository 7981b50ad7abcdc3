import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { OrderWord } from '../lexicon/lexicon.ts';
import type { PhraseMatch } from '../text/phrase-trie.ts';
import type { OrderView } from './order-views.ts';
import type { SlotValue } from './read-slot.ts';

/** The words of orders that begin at a place; each place is looked at once. */
export type WordsAt = (at: number) => readonly PhraseMatch<OrderWord>[];

/** A sentence that is read as one kind of order. */
export interface OrderReading {
  readonly view: OrderView;
  readonly sentence: ReadSentence;
  readonly context: SentenceContext;
  readonly wordsAt: WordsAt;
}

/** What the beginning of a sentence has filled of an order. */
export interface Partial {
  /** The words of each phrase that was said, with a blank between. */
  readonly said: readonly string[];
  readonly fields: Readonly<Record<string, SlotValue>>;
  /** A figure that waits for its number. */
  readonly figure?: string;
  /** A place or a day stands between the figure and its number. */
  readonly isParted?: true;
  /** A number that waits for its figure, from where to where. */
  readonly number?: { readonly from: number; readonly to: number };
  readonly freeLetters: number;
  readonly cost: number;
  /** Whether the words as they are have been read: only slots stand behind them. */
  readonly isBehind: boolean;
  /** What stood last, where something has to follow it, or must not. */
  readonly last?: 'for' | 'filler';
}

export interface Step {
  readonly to: number;
  readonly partial: Partial;
}

/** A sentence of which nothing has been read. */
export const EMPTY: Partial = { said: [], fields: {}, freeLetters: 0, cost: 0, isBehind: false };
const MOST_PARTIALS = 40;

/** "Water barn 2 19" without a verb may ask for the 19th. */
export function mayBeDay({ type, says }: OrderView, value: SlotValue | undefined): boolean {
  if (type !== 'log_daily' || says.some(({ length }) => length > 1)) return false;
  return value?.kind === 'value' && Number(value.value) <= 31;
}

/** Of equal partial orders the one with the fewest stretches is kept. */
export function keep(cell: Map<string, Partial> | undefined, partial: Partial): void {
  const { cost, ...rest } = partial;
  const key = JSON.stringify(rest);
  const known = cell?.get(key);
  const isBetter = known ? known.cost > cost : (cell?.size ?? 0) < MOST_PARTIALS;
  if (isBetter) cell?.set(key, partial);
}
