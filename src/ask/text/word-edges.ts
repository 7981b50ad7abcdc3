const SPACED_LETTER = /[\p{L}\p{M}'](?<![\p{Script=Thai}\p{Script=Han}])/u;
const DIGIT = /\p{Nd}/u;
const MARK = /\p{M}/u;
// Thai vowels that are written before the consonant they belong to.
const LEADING_VOWEL = /[\u0e40-\u0e44]/;

const POSSESSIVE = /^'s(?!\p{L})/u;

/** Whether a word may end and another begin at this place; Thai and Chinese are written without spaces. */
export function isEdge(text: string, index: number): boolean {
  const before = text[index - 1];
  const after = text[index];
  if (before === undefined || after === undefined) return true;
  if (MARK.test(after) || LEADING_VOWEL.test(before)) return false;
  if (POSSESSIVE.test(text.slice(index, index + 3))) return true;
  if (SPACED_LETTER.test(before) && SPACED_LETTER.test(after)) return false;
  return !(DIGIT.test(before) && DIGIT.test(after));
}

/** Whether a letter belongs to a script that parts words by spaces. */
export function isSpacedLetter(letter: string | undefined): boolean {
  return letter !== undefined && SPACED_LETTER.test(letter);
}

/** Whether it is a digit. */
export function isDigit(letter: string | undefined): boolean {
  return letter !== undefined && DIGIT.test(letter);
}

/** The first place at or after this one that is no blank. */
export function skipBlanks(text: string, index: number): number {
  let at = index;
  while (text[at] === ' ') at++;
  return at;
}
