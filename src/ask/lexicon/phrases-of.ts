import type { Phrase } from './lexicon.ts';

/** The phrases of a list that parts them by commas, over as many lines as it likes. */
export function phrasesOf(list: string): readonly Phrase[] {
  return list
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}
