import { isEdge } from './word-edges.ts';
import { spend } from './work-limit.ts';

/** Where a phrase ends in a text, and what is known by it. */
export interface PhraseMatch<T> {
  readonly end: number;
  readonly values: readonly T[];
}

/** Phrases by their letters. */
export interface PhraseTrie<T> {
  /** Adds a phrase that is normal already; an empty one is left out. */
  add(phrase: string, value: T): void;
  /** The phrases that begin at a place of a normal text and end at the edge of a word. */
  matchesAt(text: string, index: number): readonly PhraseMatch<T>[];
  /** All phrases with their values. */
  entries(): Iterable<readonly [phrase: string, values: readonly T[]]>;
}

/** What is known of the phrases that begin with the same two letters: how long they are. */
const BEGINNING = 2;
const NO_LENGTHS: readonly number[] = [];

/**
 * An empty trie. Phrases are kept whole, with the lengths of those that begin alike: a node for every
 * letter of the lexicons would take several times the memory.
 */
export function createPhraseTrie<T>(): PhraseTrie<T> {
  const known = new Map<string, T[]>();
  const lengths = new Map<string, number[]>();
  const valuesOf = (phrase: string) => known.get(phrase) ?? known.get(unhyphened(phrase));
  return {
    add(phrase, value) {
      if (phrase === '') return;
      const values = known.get(phrase);
      if (values) {
        values.push(value);
        return;
      }
      known.set(phrase, [value]);
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
      // Loops rather than lists of lists: every place of a question comes here again and again.
      for (const beginning of beginningsAt(text, index)) {
        for (const length of lengths.get(beginning) ?? NO_LENGTHS) {
          const end = index + length;
          if (end > text.length || !isEdge(text, end)) continue;
          steps++;
          const values = valuesOf(text.slice(index, end));
          if (values) found.push({ end, values });
        }
      }
      spend(steps);
      return found;
    },
    entries: () => known.entries(),
  };
}

/** The shortest first. */
function beginningsAt(text: string, index: number): readonly string[] {
  const [first = '', second = ''] = [text[index], text[index + 1]];
  if (first === '') return [];
  return second === '-' ? [first, `${first}-`, `${first} `] : [first, first + second];
}

/** Two words joined by a hyphen are the two words. */
function unhyphened(phrase: string): string {
  return phrase.includes('-') ? phrase.replaceAll('-', ' ') : phrase;
}
