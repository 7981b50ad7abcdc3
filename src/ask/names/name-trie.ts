import type { NamedRecord } from '../lexicon/lexicon.ts';
import { normalText } from '../text/normalise.ts';
import { createPhraseTrie, type PhraseTrie } from '../text/phrase-trie.ts';
import type { FarmNames } from './farm-names.ts';

const SHORTEST_PART = 2;
/**
 * Minimum number of letters in the name of a product, in a script with spaces, in Thai and in
 * Chinese.
 */
const SHORTEST_PRODUCT = { spaced: 4, thai: 5, han: 2 } as const;
const UNSPACED = /^[\p{Script=Thai}\p{Script=Han}]/u;
const MOST_BEGINNINGS = 12;
const SHORTEST_ENDING = 3;
const HAN = /^\p{Script=Han}/u;
/** Text after one of these is the size or the purpose of a product. */
const NAME_ENDS = /[\d(,，（;；]/u;

/**
 * The names of a farm by their letters; people also by a part of their name. The id of a record
 * also names it, which distinguishes records with the same name.
 */
export function nameTrie(
  names: FarmNames,
  isWord: (phrase: string) => boolean,
  isSaid: (phrase: string) => boolean = isWord,
): PhraseTrie<NamedRecord> {
  const trie = createPhraseTrie<NamedRecord>();
  const records = [...names.barns, ...names.flocks, ...names.products, ...names.farms];
  for (const record of records) {
    const name = normalText(record.name);
    // A barn named 2 matches only "barn 2".
    if (!/^\d*$/.test(name)) trie.add(name, record);
    trie.add(normalText(record.id), record);
  }
  for (const product of names.products) {
    for (const part of partsOfProduct(normalText(product.name), isWord)) trie.add(part, product);
  }
  for (const person of names.people) {
    trie.add(normalText(person.id), person);
    for (const name of namesOf(person, isWord)) trie.add(name, person);
  }
  for (const company of names.companies ?? []) trie.add(normalText(company.name), company);
  for (const [part, company] of partsOfCompanies(names.companies ?? [], isSaid))
    trie.add(part, company);
  return trie;
}

/** "Galilee" of "Galilee Processing", where no other company or person has that name. */
function partsOfCompanies(
  companies: readonly NamedRecord[],
  isWord: (phrase: string) => boolean,
): ReadonlyMap<string, NamedRecord> {
  const found = new Map<string, NamedRecord | undefined>();
  for (const company of companies) {
    for (const part of partsOfProduct(normalText(company.name), isWord))
      found.set(part, found.has(part) ? undefined : company);
  }
  return new Map([...found].flatMap(([part, company]) => (company ? [[part, company]] : [])));
}

/** "Amoxicillin" of "Amoxicillin 80%", "Gumboro" of "Gumboro vaccine, 1000 doses". */
function partsOfProduct(whole: string, isWord: (phrase: string) => boolean): ReadonlySet<string> {
  const [name = ''] = whole.split(NAME_ENDS);
  const pieces = name.split(/\s+/).filter((piece) => piece !== '' && !isWord(piece));
  // "Vitamin C" of "Vitamin C for heat stress".
  const [first = '', second = ''] = name.split(/\s+/);
  const beginning = second === '' || UNSPACED.test(first) ? [] : [`${first} ${second}`];
  const parts = pieces.flatMap((piece) => {
    if (UNSPACED.test(piece)) {
      const rest = withoutWords(piece, isWord);
      return [...beginningsOf(rest), ...endingsOf(rest)];
    }
    return piece.length >= SHORTEST_PRODUCT.spaced ? [piece] : [];
  });
  return new Set([...beginning, ...parts].filter((part) => part !== whole && !isWord(part)));
}

/** "法氏囊中等毒力疫苗" is known by its beginning. */
function beginningsOf(piece: string): readonly string[] {
  const shortest = SHORTEST_PRODUCT[HAN.test(piece) ? 'han' : 'thai'];
  const lengths = Array.from(
    { length: piece.length - shortest + 1 },
    (_, index) => shortest + index,
  );
  return lengths
    .map((length) => piece.slice(0, length))
    .filter((_, index) => index < MOST_BEGINNINGS);
}

/** "泰乐菌素" of "酒石酸泰乐菌素". */
function endingsOf(piece: string): readonly string[] {
  if (!HAN.test(piece)) return [];
  const count = Math.max(0, piece.length - SHORTEST_ENDING);
  return Array.from({ length: count }, (_, index) => piece.slice(index + 1));
}

/** "วัคซีนกัมโบโร" without the word for a vaccine. */
function withoutWords(piece: string, isWord: (phrase: string) => boolean): string {
  for (let length = piece.length - 1; length > 1; length--) {
    if (isWord(piece.slice(0, length))) return withoutWords(piece.slice(length), isWord);
  }
  return piece;
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
