import type { Phrase } from '../lexicon.ts';

/** The phrases of a list that parts them by `|`. */
export function phrases(list: string): readonly Phrase[] {
  return list.split('|').map((phrase) => phrase.trim());
}
