const SPACED_LETTER = /[\p{L}\p{M}'](?<![\p{Script=Thai}\p{Script=Han}])/u;
const DIGIT = /\p{Nd}/u;
const MARK = /\p{M}/u;
// Thai vowels that are written before the consonant they belong to.
const LEADING_VOWEL = /[\u0e40-\u0e44]/;

const POSSESSIVE = /^'s(?!\p{L})/u;

const KNOWN = 1;
const IS_SPACED_LETTER = 2;
const IS_DIGIT = 4;
const IS_MARK = 8;
const IS_LEADING_VOWEL = 16;

/** What each letter is, by its code: every place of a question is asked about again and again. */
const kinds = new Uint8Array(0x10000);

function kindOf(letter: string | undefined): number {
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

/** Whether a word may end and another begin at this place; Thai and Chinese are written without spaces. */
export function isEdge(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  const before = kindOf(text[index - 1]);
  const after = kindOf(text[index]);
  if (after & IS_MARK || before & IS_LEADING_VOWEL) return false;
  if (text[index] === "'" && POSSESSIVE.test(text.slice(index, index + 3))) return true;
  return !(before & after & (IS_SPACED_LETTER | IS_DIGIT));
}

/** Whether a letter belongs to a script that parts words by spaces. */
export function isSpacedLetter(letter: string | undefined): boolean {
  return (kindOf(letter) & IS_SPACED_LETTER) !== 0;
}

/** Whether it is a digit. */
export function isDigit(letter: string | undefined): boolean {
  return (kindOf(letter) & IS_DIGIT) !== 0;
}

/** The first place at or after this one that is no blank. */
export function skipBlanks(text: string, index: number): number {
  let at = index;
  while (text[at] === ' ') at++;
  return at;
}
