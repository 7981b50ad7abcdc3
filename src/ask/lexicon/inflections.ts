import type { Language } from '../../model/core/message.ts';
import type { Phrase } from './lexicon.ts';

/** Further forms of a phrase in each language, such as its plural or common misspellings. */
export const inflections: Readonly<Record<Language, (phrase: Phrase) => readonly Phrase[]>> = {
  en: englishPlural,
  he: withArticle,
  th: misspellings,
  es: spanishPlural,
  zh: () => [],
};

/** `eggs`, `batches`, `deliveries`; no plural of phrases that end in an s or not in a letter. */
function englishPlural(phrase: Phrase): readonly Phrase[] {
  if (/[^aeiou]y$/.test(phrase)) return [`${phrase.slice(0, -1)}ies`];
  if (/(ch|sh|x|ss)$/.test(phrase)) return [`${phrase}es`];
  return /[a-rt-z]$/.test(phrase) ? [`${phrase}s`] : [];
}

/** Plurals in -s and -es. */
function spanishPlural(phrase: Phrase): readonly Phrase[] {
  // "las más bajas" are deaths.
  if (phrase === 'más baja') return [];
  if (/z$/.test(phrase)) return [`${phrase.slice(0, -1)}ces`];
  if (/[aeiouáéíóú]$/.test(phrase)) return [`${phrase}s`];
  return /[lnrd]$/.test(phrase) ? [`${phrase}es`] : [];
}

/** The article precedes the second of two words: `ציון הבריאות`. */
function withArticle(phrase: Phrase): readonly Phrase[] {
  const [first, second, ...more] = phrase.split(' ');
  return second === undefined || more.length > 0 ? [] : [`${first} ה${second}`];
}

const TONE_MARKS = /[\u0e48-\u0e4c]/g;
const SHORTEST = 5;
/**
 * Letters that are often confused in typing: short and long vowels, letters with the same sound.
 */
const CONFUSED: readonly (readonly [string, string])[] = [
  ['ุ', 'ู'],
  ['ิ', 'ี'],
  ['ึ', 'ื'],
  ['ี', 'ื'],
  ['ณ', 'น'],
  ['ใ', 'ไ'],
  ['ร', 'ล'],
  ['ซ', 'ช'],
  ['ศ', 'ส'],
  ['ษ', 'ส'],
  ['ฎ', 'ฏ'],
];
const LONG = 7;

/**
 * Common misspellings of a Thai phrase: without its tone marks, with a confused letter, or with one
 * letter missing.
 */
function misspellings(phrase: string): readonly string[] {
  if (phrase.length < SHORTEST) return [];
  const bare = phrase.replace(TONE_MARKS, '');
  const confused = CONFUSED.flatMap(([a, b]) => [swap(phrase, a, b), swap(phrase, b, a)]);
  return [bare, ...confused, ...(phrase.length >= LONG ? shorter(phrase) : [])].filter(
    (form) => form !== phrase && form.length >= SHORTEST - 1,
  );
}

function swap(phrase: string, letter: string, other: string): string {
  return phrase.replace(letter, other);
}

/** Only a vowel or mark above or below the line is left out; consonants carry the word. */
function shorter(phrase: string): string[] {
  return [...phrase].flatMap((letter, index) =>
    /\p{M}/u.test(letter) ? [phrase.slice(0, index) + phrase.slice(index + 1)] : [],
  );
}
