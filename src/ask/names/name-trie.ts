import type { NamedRecord } from '../lexicon/sense.ts';
import { normalText } from '../text/normalise.ts';
import { createPhraseTrie, type PhraseTrie } from '../text/phrase-trie.ts';
import type { FarmNames } from './farm-names.ts';

const SHORTEST_PART = 2;

/**
 * The names of a farm by their letters; people also by a part of their name. The id of a record
 * names it too, which tells apart what shares a name.
 */
export function nameTrie(
  names: FarmNames,
  isWord: (phrase: string) => boolean,
): PhraseTrie<NamedRecord> {
  const trie = createPhraseTrie<NamedRecord>();
  const records = [...names.barns, ...names.flocks, ...names.products, ...names.farms];
  for (const record of records) {
    const name = normalText(record.name);
    // A barn that is called 2 is found as "barn 2" only.
    if (!/^\d*$/.test(name)) trie.add(name, record);
    trie.add(normalText(record.id), record);
  }
  for (const person of names.people) {
    trie.add(normalText(person.id), person);
    for (const name of namesOf(person, isWord)) trie.add(name, person);
  }
  for (const company of names.companies ?? []) trie.add(normalText(company.name), company);
  return trie;
}

function namesOf({ name }: NamedRecord, isWord: (phrase: string) => boolean): readonly string[] {
  const whole = normalText(name);
  const words = whole.split(/[\s.,]+/).filter((part) => part !== '');
  const parts = words.filter(
    (part) => part.length >= SHORTEST_PART && !/\d/.test(part) && !isWord(part),
  );
  // "Juan Carlos" of "Juan Carlos Méndez".
  const beginnings = words.slice(1, -1).map((_, index) => words.slice(0, index + 2).join(' '));
  return [...new Set([whole, ...beginnings, ...parts])];
}
