import * as z from 'zod';
import type { Language } from '../../model/core/message.ts';
import { measureNames } from '../../model/measures.ts';
import { modifierNames, modifiers, topics } from '../grammar/concepts.ts';
import english from '../lexicons/en.json' with { type: 'json' };
import { timeMeanings } from '../time/time-meanings.ts';
import { type Lexicon, type Phrase, unitNames } from './lexicon.ts';

/** Further forms of a phrase in each language, such as its plural or common misspellings. */
const inflections: Readonly<Record<Language, (phrase: Phrase) => readonly Phrase[]>> = {
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

/** The phrases of a comma-separated list. */
const phrases = z.string().transform((list) => parted(list, ','));
/** Templates contain commas, so they are separated by semicolons. */
const templates = z.string().transform((list) => parted(list, ';'));
const numbers = phrases.transform((list) =>
  Object.fromEntries(
    list.map((pair) => {
      const [word = '', value = ''] = pair.split('=');
      return [word, Number(value)] as const;
    }),
  ),
);

/** A file of `src/ask/lexicons`: every language has all keys, with values of the same types. */
const schema = z.strictObject({
  dateOrder: z.enum(['dmy', 'mdy', 'ymd']),
  decimal: z.enum(['.', ',']),
  gluedPrefixes: phrases,
  shortTail: z.literal(true).optional(),
  fillers: phrases,
  courtesies: phrases,
  askings: phrases,
  refusals: phrases,
  openings: phrases,
  asides: phrases,
  corrections: phrases,
  commands: phrases,
  notOrders: phrases,
  limiting: phrases,
  requests: phrases,
  assents: phrases,
  dissents: phrases,
  details: phrases,
  conjunctions: phrases,
  loose: phrases,
  notAnimals: phrases,
  numbers,
  multipliers: phrases.transform((list) => list.map(Number)),
  months: z.array(phrases).length(12),
  weekdays: z.array(phrases).length(7),
  dates: templates,
  units: z.partialRecord(z.enum(unitNames), phrases),
  mentions: z.strictObject({
    barn: templates,
    flock: templates,
    farm: templates,
    previousFlock: phrases,
    everything: phrases,
  }),
  times: z.record(z.enum(timeMeanings), templates),
  symbols: z.record(z.enum(typedKeys(english.symbols)), phrases),
  fields: z.record(z.enum(typedKeys(english.fields)), phrases),
  orders: z.record(z.enum(typedKeys(english.orders)), phrases),
  concepts: z.record(z.enum([...topics, ...modifiers]), phrases),
  modifiers: z.record(z.enum(modifierNames), phrases),
  words: z.record(z.string(), phrases),
  /** Replaces "which farm" when the question is read for a single farm. */
  whichBarn: z.string().min(1),
  examples: z.record(z.enum(measureNames), z.string().min(1)),
});

/** Reads the lexicon of a language from its file. Throws on a missing or unknown key. */
export function readLexicon(language: Language, file: unknown): Lexicon {
  return { ...schema.parse(file), language, inflect: inflections[language] };
}

function parted(list: string, mark: ',' | ';'): readonly string[] {
  return list
    .split(mark)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

function typedKeys<T extends object>(value: T): readonly (keyof T & string)[] {
  return Object.keys(value) as (keyof T & string)[];
}
