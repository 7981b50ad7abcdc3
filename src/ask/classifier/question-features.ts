import type { Language } from '../../model/core/message.ts';
import type { QuestionWord } from '../question-words.ts';
import { normalText } from '../text/normalise.ts';

/** A feature of a question, as the hash of its name, with its weight in the question. */
export type FeatureVector = ReadonlyMap<number, number>;

/** The number of different hashes. */
export const FEATURE_COUNT = 2 ** 17;

/** The kind of a name, day or number in a question. */
export type SlotKind = 'place' | 'time' | 'person' | 'product' | 'number';

const WEIGHT = {
  meaning: 1,
  meaningPair: 0.5,
  word: 1,
  wordPair: 1,
  letters: 0.6,
  previous: 0.15,
} as const;
/** Only the beginning of a very long question is classified. */
const MAX_WORDS = 40;
const MAX_LETTERS = 240;
const LETTER_COUNTS: Readonly<Record<Language, readonly number[]>> = {
  ...{ en: [3, 4, 5], es: [3, 4, 5], he: [2, 3, 4, 5] },
  ...{ th: [3, 4, 5], zh: [1, 2, 3] },
};
const WITHOUT_SPACES: ReadonlySet<Language> = new Set<Language>(['th', 'zh']);

/** The kind of a name, day or number; undefined for a word of the language. */
export function slotKindOf({ meanings }: QuestionWord): SlotKind | undefined {
  if (meanings.some((one) => one.startsWith('t:'))) return 'time';
  return (['place', 'time', 'person', 'product', 'number'] as const).find((kind) =>
    meanings.includes(kind),
  );
}

/**
 * The features of a question: the meanings of its words and their pairs, which are the same in all
 * languages, and its words, pairs of words and groups of letters. Names, days and numbers count only
 * by their kind. The vector has length 1.
 */
export function questionFeatures(
  words: readonly QuestionWord[],
  language: Language,
): FeatureVector {
  const features = new Map<number, number>();
  const add = (name: string, weight: number) => {
    const hash = hashOf(name);
    features.set(hash, (features.get(hash) ?? 0) + weight);
  };
  const first = words.slice(0, MAX_WORDS);
  const texts = first.map(wordOrSlot);
  addMeanings(first, add);
  for (const text of texts) add(`${language}w ${text}`, WEIGHT.word);
  const bounded = ['^', ...texts, '$'];
  for (const [index, text] of bounded.slice(1).entries())
    add(`${language}p ${bounded[index]} ${text}`, WEIGHT.wordPair);
  const joined = `^${texts.join(WITHOUT_SPACES.has(language) ? '' : ' ')}$`.slice(0, MAX_LETTERS);
  for (const count of LETTER_COUNTS[language])
    for (let at = 0; at + count <= joined.length; at++)
      add(`${language}l ${joined.slice(at, at + count)}`, WEIGHT.letters);
  return normalised(features);
}

/**
 * The features of a turn in a conversation: those of its words, and each word with the subject of
 * the previous question.
 */
export function turnFeatures(
  words: readonly QuestionWord[],
  language: Language,
  previous: string,
): FeatureVector {
  const features = new Map(questionFeatures(words, language));
  const add = (name: string) => features.set(hashOf(name), WEIGHT.previous);
  add(`before ${previous}`);
  for (const { text, meanings } of words.slice(0, MAX_WORDS)) {
    add(`before ${previous} ${language} ${text.trim()}`);
    for (const one of meanings) if (one !== '?') add(`before ${previous} ${one}`);
  }
  return normalised(features);
}

/** Whether a phrase is in a question; places and days are written `<place>` and `<time>`. */
export function hasPhrase(
  words: readonly QuestionWord[],
  phrases: readonly string[],
  language: Language,
): boolean {
  const texts = words.map(wordOrSlot);
  const typed = phrases.map(normalText);
  if (WITHOUT_SPACES.has(language)) {
    const text = texts.join('');
    return typed.some((phrase) => text.includes(phrase.replaceAll(' ', '')));
  }
  const text = ` ${texts.join(' ').replaceAll(/\s+/g, ' ')} `;
  return typed.some((phrase) => text.includes(` ${phrase} `));
}

/** The text of a word, or the kind of a name, day or number: `<place>`. */
function wordOrSlot(word: QuestionWord): string {
  const slot = slotKindOf(word);
  return slot === undefined ? word.text.trim() : `<${slot}>`;
}

const QUESTION_MEANINGS: ReadonlySet<string> = new Set([
  ...['c:how_many', 'c:how_much', 'c:when', 'c:who'],
  ...['s:ask.count', 's:ask.amount', 's:ask.when', 's:ask.who'],
]);

/** The number of words that ask for a number, a time or a person. */
export function countQuestionWords(words: readonly QuestionWord[]): number {
  return words.filter(({ meanings }) => meanings.some((one) => QUESTION_MEANINGS.has(one))).length;
}

/** The hash of a word of a language, in 32 bits. */
export function wordHash(text: string, language: Language): number {
  return longHashOf(`${language}w ${text.trim()}`);
}

function addMeanings(words: readonly QuestionWord[], add: (name: string, weight: number) => void) {
  const all = words.flatMap(({ meanings }) => meanings.filter((one) => one !== '?'));
  const meanings = [...new Set(all)].sort();
  for (const [index, one] of meanings.entries()) {
    add(`m ${one}`, WEIGHT.meaning);
    for (const other of meanings.slice(index + 1)) add(`m ${one} ${other}`, WEIGHT.meaningPair);
  }
}

function normalised(features: Map<number, number>): FeatureVector {
  const squares = [...features.values()].reduce((sum, weight) => sum + weight * weight, 0);
  const length = Math.sqrt(squares) || 1;
  for (const [hash, weight] of features) features.set(hash, weight / length);
  return features;
}

function hashOf(name: string): number {
  const hash = longHashOf(name);
  return ((hash >>> 17) ^ hash) & (FEATURE_COUNT - 1);
}

/** FNV-1a over UTF-16 units. */
function longHashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
