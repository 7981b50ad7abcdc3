import { distance } from 'fastest-levenshtein';
import type { PhraseTrie } from './phrase-trie.ts';

const SHORTEST = 5;

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
    const candidates = [0, 1, -1].flatMap((more) => byLength.get(word.length + more) ?? []);
    const near = candidates.find(([phrase]) => isNear(word, phrase));
    return near?.[1] ?? [];
  };
}

function isNear(word: string, phrase: string): boolean {
  return distance(word, phrase) <= 1 || isSwapped(word, phrase);
}

function isSwapped(word: string, phrase: string): boolean {
  if (word.length !== phrase.length) return false;
  const first = [...word].findIndex((letter, index) => letter !== phrase[index]);
  const [a, b] = [word[first], word[first + 1]];
  return (
    a === phrase[first + 1] &&
    b === phrase[first] &&
    word.slice(first + 2) === phrase.slice(first + 2)
  );
}
