const TONE_MARKS = /[\u0e48-\u0e4c]/g;
const SHORTEST = 5;
/** Letters that are taken for each other when typing: short and long vowels, letters of one sound. */
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

/** How a Thai phrase is often mistyped: without its tone marks, with a confused letter, a letter short. */
export function misspellings(phrase: string): readonly string[] {
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

/** A vowel or mark above or below the line is what is left out; a consonant is what is read. */
function shorter(phrase: string): string[] {
  return [...phrase].flatMap((letter, index) =>
    /\p{M}/u.test(letter) ? [phrase.slice(0, index) + phrase.slice(index + 1)] : [],
  );
}
