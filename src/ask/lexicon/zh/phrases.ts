import type { Phrase } from '../lexicon.ts';

/** The phrases of a list that blanks part; Chinese phrases have none themselves. */
export function phrases(list: string): readonly Phrase[] {
  return list.trim().split(/\s+/);
}
