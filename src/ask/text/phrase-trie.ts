import { isEdge } from './word-edges.ts';
import { spend } from './work-limit.ts';

interface Node<T> {
  readonly next: Map<string, Node<T>>;
  readonly values: T[];
}

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

/** An empty trie. */
export function createPhraseTrie<T>(): PhraseTrie<T> {
  const root: Node<T> = { next: new Map(), values: [] };
  const known = new Map<string, T[]>();
  return {
    add(phrase, value) {
      if (phrase === '') return;
      const node = nodeOf(root, phrase);
      node.values.push(value);
      known.set(phrase, node.values);
    },
    matchesAt: (text, index) => collect(root, text, index),
    entries: () => known.entries(),
  };
}

function nodeOf<T>(root: Node<T>, phrase: string): Node<T> {
  let node = root;
  for (const letter of phrase) {
    const next = node.next.get(letter) ?? { next: new Map(), values: [] };
    node.next.set(letter, next);
    node = next;
  }
  return node;
}

function collect<T>(root: Node<T>, text: string, index: number): PhraseMatch<T>[] {
  const found: PhraseMatch<T>[] = [];
  let node: Node<T> | undefined = root;
  let at = index;
  while (at < text.length) {
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
    // Two words joined by a hyphen are the two words.
    node = node.next.get(letter) ?? (letter === '-' ? node.next.get(' ') : undefined);
    if (!node) break;
    at += letter.length;
    if (node.values.length > 0 && isEdge(text, at)) found.push({ end: at, values: node.values });
  }
  spend(at - index + 1);
  return found;
}
