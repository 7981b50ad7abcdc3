import { isEdge } from './word-edges.ts';
import { countWork } from './work-limit.ts';

/** The end of a phrase in a text, and the values of the phrase. */
export interface PhraseMatch<T> {
  readonly end: number;
  readonly values: readonly T[];
}

/** An index of phrases by their letters. */
export interface PhraseTrie<T> {
  /** Adds a phrase in normal form; an empty one is ignored. */
  add(phrase: string, value: T): void;
  /** The phrases that begin at a position of a normal text and end at the edge of a word. */
  matchesAt(text: string, index: number): readonly PhraseMatch<T>[];
  /** All phrases with their values. */
  entries(): Iterable<readonly [phrase: string, values: readonly T[]]>;
}

/** Number of letters by which phrases are grouped, to store the lengths of those in a group. */
const BEGINNING = 2;
const NO_LENGTHS: readonly number[] = [];

/**
 * Creates an empty trie. Phrases are stored whole, with the lengths of those with the same
 * beginning: a node for every letter of the lexicons would take several times the memory.
 */
export function createPhraseTrie<T>(): PhraseTrie<T> {
  const index = new Map<string, T[]>();
  const lengths = new Map<string, number[]>();
  const valuesOf = (phrase: string) => index.get(phrase) ?? index.get(unhyphened(phrase));
  return {
    add(phrase, value) {
      if (phrase === '') return;
      const values = index.get(phrase);
      if (values) {
        values.push(value);
        return;
      }
      index.set(phrase, [value]);
      const beginning = phrase.slice(0, BEGINNING);
      const same = lengths.get(beginning) ?? [];
      lengths.set(beginning, same);
      if (same.includes(phrase.length)) return;
      same.push(phrase.length);
      same.sort((left, right) => left - right);
    },
    matchesAt(text, index) {
      const found: { readonly end: number; readonly values: readonly T[] }[] = [];
      let steps = 1;
      // Loops rather than nested lists: this runs for every position of a question.
      for (const beginning of beginningsAt(text, index)) {
        for (const length of lengths.get(beginning) ?? NO_LENGTHS) {
          const end = index + length;
          if (end > text.length || !isEdge(text, end)) continue;
          steps++;
          const values = valuesOf(text.slice(index, end));
          if (values) found.push({ end, values });
        }
      }
      countWork(steps);
      return found;
    },
    entries: () => index.entries(),
  };
}

/** The shortest first. */
function beginningsAt(text: string, index: number): readonly string[] {
  const [first = '', second = ''] = [text[index], text[index + 1]];
  if (first === '') return [];
  return second === '-' ? [first, `${first}-`, `${first} `] : [first, first + second];
}

/** Two words joined by a hyphen are two words. */
function unhyphened(phrase: string): string {
  return phrase.includes('-') ? phrase.replaceAll('-', ' ') : phrase;
}

const SHORTEST = 5;
/** Number of phrases compared in about the time of one step of a template. */
const PHRASES_PER_STEP = 20;

/**
 * Returns the meanings of a word that differs from a known one by an additional, missing or wrong
 * letter, or by two swapped letters. Empty for words of fewer than five letters, which are too
 * similar to others.
 */
export function createNearPhrases<T>(trie: PhraseTrie<T>): (word: string) => readonly T[] {
  const byLength = new Map<number, number>();
  const byEnds = new Map<string, PhraseIndex<T>[]>();
  for (const [order, [phrase, values]] of [...trie.entries()].entries()) {
    if (phrase.length < SHORTEST - 1 || phrase.includes(' ')) continue;
    byLength.set(phrase.length, (byLength.get(phrase.length) ?? 0) + 1);
    for (const key of endsOf(phrase, phrase.length)) {
      const same = byEnds.get(key) ?? [];
      byEnds.set(key, same);
      same.push({ phrase, values, order });
    }
  }
  return (word) => {
    if (word.length < SHORTEST) return [];
    for (const more of [0, 1, -1]) {
      const length = word.length + more;
      countWork((byLength.get(length) ?? 0) / PHRASES_PER_STEP);
      const near = endsOf(word, length)
        .flatMap((key) => byEnds.get(key)?.find(({ phrase }) => isNear(word, phrase)) ?? [])
        .toSorted((a, b) => a.order - b.order)[0];
      if (near) return near.values;
    }
    return [];
  };
}

interface PhraseIndex<T> {
  readonly phrase: string;
  readonly values: readonly T[];
  readonly order: number;
}

/** Words that differ by one letter or two swapped ones have the same first or last two letters. */
function endsOf(word: string, length: number): readonly string[] {
  return [`${length}^${word.slice(0, 2)}`, `${length}$${word.slice(-2)}`];
}

/** Called with many phrases for each unknown word; nearly all of them differ early. */
function isNear(word: string, phrase: string): boolean {
  const first = firstDifference(word, phrase);
  if (first === 0 && word.length === phrase.length && !mayBegin(word, phrase)) return false;
  const [behindWord, behindPhrase] = [word.slice(first + 1), phrase.slice(first + 1)];
  if (word.length > phrase.length) return behindWord === phrase.slice(first);
  if (word.length < phrase.length) return word.slice(first) === behindPhrase;
  return behindWord === behindPhrase || isSwapped(word, phrase, first);
}

/** Letters with the same sound; another first letter is another word: "ganado" is not "dañado". */
const SAME_SOUNDS = ['bv', 'ckqsz', 'gj', 'iy', 'lr', 'טת', 'כקח', 'אעה', 'סשצ', 'בו'];

function mayBegin(word: string, phrase: string): boolean {
  const [own = '', other = ''] = [word[0], phrase[0]];
  const isSwapped = own === phrase[1] && other === word[1];
  return isSwapped || SAME_SOUNDS.some((group) => group.includes(own) && group.includes(other));
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
