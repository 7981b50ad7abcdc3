import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import { isEdge, skipBlanks } from '../text/word-edges.ts';

// A point behind a short word belongs to it: "Dr. Levi".
const SENTENCE_END = /(?:[^\s.]{4}[.]|[!?;])\s*\S/;

/**
 * Whether free words of an order are one thing: they hold no second sentence and, behind a word
 * such as "and", no second order. Words in quotes are not looked at: they are a name.
 */
export function isOneOrder({ phrases, lexicon }: CompiledLexicon, words: string): boolean {
  // "and" may be a letter of the next word.
  const glued = lexicon.gluedPrefixes.filter((letter) => lexicon.conjunctions.includes(letter));
  if (SENTENCE_END.test(words)) return false;
  for (let index = 0; index < words.length; index++) {
    if (!isEdge(words, index)) continue;
    const joints = phrases
      .matchesAt(words, index)
      .filter(({ values }) => values.some(({ kind }) => kind === 'conjunction'));
    if (glued.includes(words[index] ?? '') && beginsOrder(phrases, words, index + 1)) return false;
    if (joints.some(({ end }) => beginsOrder(phrases, words, skipBlanks(words, end)))) return false;
    if (words[index] === ',' && beginsOrder(phrases, words, skipBlanks(words, index + 1)))
      return false;
  }
  return true;
}

function beginsOrder(phrases: CompiledLexicon['phrases'], words: string, index: number): boolean {
  return phrases
    .matchesAt(words, index)
    .some(({ values }) => values.some(({ kind }) => kind === 'command'));
}
