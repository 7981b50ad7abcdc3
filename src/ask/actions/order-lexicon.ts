import * as z from 'zod';
import english from '../lexicons/en-orders.json' with { type: 'json' };
import { normalText } from '../text/normalise.ts';
import { createPhraseTrie, type PhraseTrie } from '../text/phrase-trie.ts';

/** What words of orders stand for in every language. */
export type OrderWord = keyof typeof english;

/** A lexicon file: the phrases of each word of orders, with commas between. */
export type OrderPhrases = Readonly<Record<OrderWord, string>>;

// Every language has all words of the English file, and no other; some need no phrase of their own.
const schema = z.record(z.enum(Object.keys(english) as OrderWord[]), z.string());

/** The words of orders of a language by their phrases. Throws where one is missing or unknown. */
export function compileOrders(phrases: OrderPhrases): PhraseTrie<OrderWord> {
  const trie = createPhraseTrie<OrderWord>();
  for (const [word, list] of Object.entries(schema.parse(phrases)) as [OrderWord, string][]) {
    for (const phrase of new Set(list.split(',').map(normalText))) trie.add(phrase, word);
  }
  return trie;
}
