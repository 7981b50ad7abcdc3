const SPACED_LETTER = /[\p{L}\p{M}'](?<![\p{Script=Thai}\p{Script=Han}])/u;
const DIGIT = /\p{Nd}/u;
const MARK = /\p{M}/u;
// Thai vowels that are written before their consonant.
const LEADING_VOWEL = /[\u0e40-\u0e44]/;

const POSSESSIVE = /^'s(?!\p{L})/u;

const KNOWN = 1;
const IS_SPACED_LETTER = 2;
const IS_DIGIT = 4;
const IS_MARK = 8;
const IS_LEADING_VOWEL = 16;

/**
 * The kind of each letter by its code, as a table because every position of a question is checked
 * repeatedly.
 */
const kinds = new Uint8Array(0x10000);

function characterKind(letter: string | undefined): number {
  if (letter === undefined || letter === '') return KNOWN;
  const code = letter.charCodeAt(0);
  return kinds[code] || readKind(letter.slice(0, 1), code);
}

function readKind(letter: string, code: number): number {
  const kind =
    KNOWN |
    (SPACED_LETTER.test(letter) ? IS_SPACED_LETTER : 0) |
    (DIGIT.test(letter) ? IS_DIGIT : 0) |
    (MARK.test(letter) ? IS_MARK : 0) |
    (LEADING_VOWEL.test(letter) ? IS_LEADING_VOWEL : 0);
  kinds[code] = kind;
  return kind;
}

/** Whether one word may end and another begin at this position; Thai and Chinese have no spaces. */
export function isEdge(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  const before = characterKind(text[index - 1]);
  const after = characterKind(text[index]);
  if (after & IS_MARK || before & IS_LEADING_VOWEL) return false;
  if (text[index] === "'" && POSSESSIVE.test(text.slice(index, index + 3))) return true;
  return !(before & after & (IS_SPACED_LETTER | IS_DIGIT));
}

/** Whether a letter belongs to a script with spaces between words. */
export function isSpacedLetter(letter: string | undefined): boolean {
  return (characterKind(letter) & IS_SPACED_LETTER) !== 0;
}

export function isDigit(letter: string | undefined): boolean {
  return (characterKind(letter) & IS_DIGIT) !== 0;
}

/** The first position at or after this one that is not a blank. */
export function skipBlanks(text: string, index: number): number {
  let at = index;
  while (text[at] === ' ') at++;
  return at;
}
