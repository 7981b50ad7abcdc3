import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { NamedRecord, SymbolName } from '../lexicon/lexicon.ts';
import barnWords from '../lexicons/barn-words.json' with { type: 'json' };
import { normalText } from '../text/normalise.ts';
import { createPhraseTrie, type PhraseTrie } from '../text/phrase-trie.ts';
import { prefixEnds } from '../text/scan.ts';
import type { FarmNames } from './farm-names.ts';
import { topicAt } from './topics.ts';

const MIN_PART_LENGTH = 2;
/**
 * Minimum number of letters in the name of a product, in a script with spaces, in Thai and in
 * Chinese.
 */
const MIN_PRODUCT_LENGTH = { spaced: 4, thai: 5, han: 2 } as const;
const UNSPACED = /^[\p{Script=Thai}\p{Script=Han}]/u;
const MAX_BEGINNINGS = 12;
const MIN_ENDING_LENGTH = 3;
const HAN = /^\p{Script=Han}/u;
/** Text after one of these is the size or the purpose of a product. */
const NAME_ENDS = /[\d(,，（;；]/u;

/**
 * The names of a farm by their letters; people also by a part of their name. The id of a record
 * also names it, which distinguishes records with the same name.
 */
export function nameTrie(names: FarmNames, compiled: CompiledLexicon): PhraseTrie<NamedRecord> {
  const isWord = (phrase: string) =>
    compiled.phrases.matchesAt(phrase, 0).some(({ end }) => end === phrase.length);
  // "The vet" is not a distinctive part of a company's name.
  const isSaid = (phrase: string) => isKnownPhrase(compiled, phrase);
  const trie = createPhraseTrie<NamedRecord>();
  const records = [...names.barns, ...names.flocks, ...names.products, ...names.farms];
  for (const record of records) {
    const name = normalText(record.name);
    // A barn named 2 matches only "barn 2".
    if (!/^\d*$/.test(name)) trie.add(name, record);
    trie.add(normalText(record.id), record);
  }
  for (const [name, barn] of aliasesOf(names.barns)) trie.add(name, barn);
  for (const product of names.products) {
    for (const part of partsOfProduct(normalText(product.name), isWord)) trie.add(part, product);
  }
  for (const person of names.people) {
    const isNoun = (part: string) => isWord(part) || (part.startsWith('ה') && isSaid(part));
    const called = [normalText(person.id), ...listNames(person, isNoun)];
    for (const name of new Set(called)) trie.add(name, person);
  }
  for (const company of names.companies ?? []) trie.add(normalText(company.name), company);
  for (const [part, company] of partsOfCompanies(names.companies ?? [], isSaid))
    trie.add(part, company);
  return trie;
}

/** Whether a text is a phrase of the lexicon, also with a prefix. */
export function isKnownPhrase(compiled: CompiledLexicon, phrase: string): boolean {
  return (
    prefixEnds(phrase, 0, compiled.lexicon.gluedPrefixes).some((at) =>
      [compiled.phrases, compiled.symbols, compiled.labels].some((trie) =>
        trie.matchesAt(phrase, at).some(({ end }) => end === phrase.length),
      ),
    ) || topicAt(phrase, 0)?.end === phrase.length
  );
}

const wordsOf = (key: keyof typeof barnWords) => barnWords[key].split(', ');

/** "North house" is also called "north barn", and "เล้าเหนือ" also "โรงเรือนเหนือ". */
const WORD_AFTER = new RegExp(`^(.*\\D) (?:${wordsOf('afterSpace').join('|')})$`, 'u');
const WORD_BEFORE = new RegExp(`^(?:${wordsOf('before').join('|')})(?=\\D)`, 'u');
const ENDING = new RegExp(`^([^\\d]*?)(?:${wordsOf('endings').join('|')})$`, 'u');
/** Hebrew writes the article before both words: "הלול הצפוני". */
const HEBREW_PAIR = /^([א-ת]+) ([א-ת]{2,})$/u;
/** A Hebrew prefix replaces the article: "הלול הישן" is "בלול הישן" with "in". */
const HEBREW_ARTICLE = /^ה(?=[א-ת]{2,} ה[א-ת]{2,}$)/u;

/** The aliases of all barns, except the names of others. */
function aliasesOf(barns: FarmNames['barns']): readonly (readonly [string, NamedRecord])[] {
  const known = new Set(barns.map(({ name }) => normalText(name)));
  return barns.flatMap((barn) =>
    [...barnAliases(normalText(barn.name))]
      .filter((alias) => !known.has(alias))
      .map((alias) => [alias, barn] as const),
  );
}

/** Other names of a barn: with another word for a barn, with the article, or without an apostrophe. */
function barnAliases(name: string): ReadonlySet<string> {
  const first = WORD_AFTER.exec(name)?.[1];
  const stem = ENDING.exec(name)?.[1] ?? '';
  // "A栋舍" is also called "A栋", but not "A栋棚".
  const isWhole = wordsOf('wholeEndings').some((ending) => stem.endsWith(ending));
  const [, noun, adjective] = HEBREW_PAIR.exec(name) ?? [];
  const aliases = [
    name.replaceAll("'", ''),
    name.replace(HEBREW_ARTICLE, ''),
    ...(first ? wordsOf('afterSpace').map((word) => `${first} ${word}`) : []),
    ...(WORD_BEFORE.test(name)
      ? wordsOf('before').map((word) => name.replace(WORD_BEFORE, word))
      : []),
    ...(isWhole ? [stem] : []),
    ...(stem && !isWhole ? wordsOf('otherEndings').map((ending) => stem + ending) : []),
    ...(adjective && !adjective.startsWith('ה')
      ? [`${noun} ה${adjective}`, `ה${noun} ה${adjective}`]
      : []),
  ];
  return new Set(aliases.filter((alias) => alias !== name && alias.length > 1));
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
      return [...listBeginnings(rest), ...listEndings(rest)];
    }
    return piece.length >= MIN_PRODUCT_LENGTH.spaced ? [piece] : [];
  });
  return new Set([...beginning, ...parts].filter((part) => part !== whole && !isWord(part)));
}

/** "法氏囊中等毒力疫苗" is known by its beginning. */
function listBeginnings(piece: string): readonly string[] {
  const shortest = MIN_PRODUCT_LENGTH[HAN.test(piece) ? 'han' : 'thai'];
  const lengths = Array.from(
    { length: piece.length - shortest + 1 },
    (_, index) => shortest + index,
  );
  return lengths
    .map((length) => piece.slice(0, length))
    .filter((_, index) => index < MAX_BEGINNINGS);
}

/** "泰乐菌素" of "酒石酸泰乐菌素". */
function listEndings(piece: string): readonly string[] {
  if (!HAN.test(piece)) return [];
  const count = Math.max(0, piece.length - MIN_ENDING_LENGTH);
  return Array.from({ length: count }, (_, index) => piece.slice(index + 1));
}

/** "วัคซีนกัมโบโร" without the word for a vaccine. */
function withoutWords(piece: string, isWord: (phrase: string) => boolean): string {
  for (let length = piece.length - 1; length > 1; length--) {
    if (isWord(piece.slice(0, length))) return withoutWords(piece.slice(length), isWord);
  }
  return piece;
}

function listNames({ name }: NamedRecord, isWord: (phrase: string) => boolean): readonly string[] {
  const whole = normalText(name);
  const words = whole.split(/[\s.,]+/).filter((part) => part !== '');
  const parts = words.filter(
    (part) => part.length >= MIN_PART_LENGTH && !/\d/.test(part) && !isWord(part),
  );
  // "Juan Carlos" of "Juan Carlos Méndez".
  const beginnings = words.slice(1, -1).map((_, index) => words.slice(0, index + 2).join(' '));
  return [...new Set([whole, ...beginnings, ...parts])];
}

/**
 * Whether a name is also a word of the language, and is written like that word: "la" is not the
 * flock LA.
 */
export function isOnlyWord(
  {
    compiled,
    text,
    typed,
  }: {
    readonly compiled: CompiledLexicon;
    readonly text: string;
    readonly typed: (from: number, to: number) => string;
  },
  {
    index,
    end,
    values,
  }: { readonly index: number; readonly end: number; readonly values: readonly NamedRecord[] },
): boolean {
  const written = typed(index, end);
  const isCased = values.every(
    ({ kind, name }) => kind !== 'person' && /\p{Lu}/u.test(name) && !name.includes(' '),
  );
  if (
    !isCased ||
    values.some(({ name }) => name === written && /\p{Ll}/u.test(typed(0, text.length)))
  )
    return false;
  return [compiled.phrases, compiled.symbols].some((trie) =>
    trie.matchesAt(text, index).some((match) => match.end === end),
  );
}

const NOT_NAMED: readonly SymbolName[] = ['others', 'known'];

/**
 * "Other barns" and the most crowded barn have no name, and the word after "which barn" is not one
 * either.
 */
export function isNoName(
  { compiled, text }: { readonly compiled: CompiledLexicon; readonly text: string },
  index: number,
  name = index,
): boolean {
  if (/\d/.test(text[name] ?? '')) return false;
  const before = text.slice(0, index).trimEnd();
  const isAsked = /\p{L}{1,12}$/u.exec(before);
  const isSymbol = (at: number, symbols: readonly SymbolName[], end?: number) =>
    compiled.symbols
      .matchesAt(text, at)
      .some(
        (match) => match.values.some((one) => symbols.includes(one)) && (!end || match.end === end),
      );
  return (
    [index, name].some((at) => isSymbol(at, NOT_NAMED)) ||
    (isAsked !== null && isSymbol(isAsked.index, ['ask.which'], before.length))
  );
}

/** A capitalised word within a sentence. */
const FIRST_NAME = /(?<=[\p{Ll},:] )\p{Lu}\p{Ll}+(?!\p{L})/gu;

/** "Does Will have tasks": a first name that is also a word is completed where it is capitalised. */
export function withFullNames(
  question: string,
  { compiled, names }: { readonly compiled: CompiledLexicon; readonly names: FarmNames },
): string {
  const isWord = (name: string) =>
    [compiled.symbols, compiled.phrases].some((trie) =>
      trie.matchesAt(normalText(name), 0).some(({ end }) => end === name.length),
    );
  return names.people.reduce((text, { name }) => {
    const [first = '', second] = name.split(' ');
    const isNamed = second !== undefined && /^\p{Lu}\p{Ll}+$/u.test(first) && text.includes(first);
    if (!isNamed || text.includes(name) || !isWord(first)) return text;
    const [, ...others] = names.people.filter((one) => one.name.startsWith(`${first} `));
    if (others.length > 0) return text;
    return text.replace(FIRST_NAME, (word) => (word === first ? name : word));
  }, question);
}
