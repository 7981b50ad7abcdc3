import type { PhraseTrie } from './phrase-trie.ts';
import { spend } from './work-limit.ts';

const SHORTEST = 5;
/** Phrases that are compared in about the time of one step of a template. */
const PHRASES_A_STEP = 20;

/**
 * What a word means that differs from a known one by a letter too many, missing or wrong, or by two
 * that changed places. Nothing for words of fewer than five letters, which are too near to others.
 */
export function createNearPhrases<T>(trie: PhraseTrie<T>): (word: string) => readonly T[] {
  const byLength = new Map<number, [string, readonly T[]][]>();
  for (const [phrase, values] of trie.entries()) {
    if (phrase.length < SHORTEST - 1 || phrase.includes(' ')) continue;
    const same = byLength.get(phrase.length) ?? [];
    byLength.set(phrase.length, same);
    same.push([phrase, values]);
  }
  return (word) => {
    if (word.length < SHORTEST) return [];
    for (const more of [0, 1, -1]) {
      const phrases = byLength.get(word.length + more) ?? [];
      spend(phrases.length / PHRASES_A_STEP);
      const near = phrases.find(([phrase]) => isNear(word, phrase));
      if (near) return near[1];
    }
    return [];
  };
}

/** Asked of thousands of phrases for each unknown word, of which nearly all differ early. */
function isNear(word: string, phrase: string): boolean {
  const first = firstDifference(word, phrase);
  const [behindWord, behindPhrase] = [word.slice(first + 1), phrase.slice(first + 1)];
  if (word.length > phrase.length) return behindWord === phrase.slice(first);
  if (word.length < phrase.length) return word.slice(first) === behindPhrase;
  return behindWord === behindPhrase || isSwapped(word, phrase, first);
}

function firstDifference(word: string, phrase: string): number {
  let at = 0;
  while (at < word.length && word.charCodeAt(at) === phrase.charCodeAt(at)) at++;
  return at;
}

function isSwapped(word: string, phrase: string, first: number): boolean {
  return (
    word[first] === phrase[first + 1] &&
    word[first + 1] === phrase[first] &&
    word.slice(first + 2) === phrase.slice(first + 2)
  );
}
