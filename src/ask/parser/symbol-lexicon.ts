import * as z from 'zod';
import english from '../lexicons/en.json' with { type: 'json' };
import { normalText } from '../text/normalise.ts';
import { createPhraseTrie, type PhraseTrie } from '../text/phrase-trie.ts';

/** What phrases stand for in every language: the keys of the lexicon files. */
export type SymbolName = keyof typeof english;

/** A lexicon file: the phrases of each symbol, with commas between. */
export type SymbolPhrases = Readonly<Record<SymbolName, string>>;

// Every language has all symbols of the English file, and no other.
const schema = z.record(z.enum(Object.keys(english) as SymbolName[]), z.string().min(1));

/** The symbols of a language by their phrases. Throws where one is missing, unknown or empty. */
export function compileSymbols(phrases: SymbolPhrases): PhraseTrie<SymbolName> {
  const trie = createPhraseTrie<SymbolName>();
  for (const [symbol, list] of Object.entries(schema.parse(phrases)) as [SymbolName, string][]) {
    for (const phrase of new Set(list.split(',').map(normalText))) trie.add(phrase, symbol);
  }
  return trie;
}
