import { distance } from 'fastest-levenshtein';

/** The closest word of the list to a mistyped word; undefined if none is close. */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  const lower = typed.toLowerCase().slice(0, 80);
  let nearest: string | undefined;
  // Two transposed letters count as two edits.
  let bestDistance = Math.max(lower.length < 4 ? 1 : 2, Math.floor(lower.length / 3)) + 1;
  for (const word of words) {
    const candidate = word.toLowerCase();
    const distanceTo =
      candidate.startsWith(lower) && lower.length >= 3 ? 1 : distance(lower, candidate);
    const isNearer =
      nearest !== undefined && distanceTo === bestDistance && startsAlike(lower, word, nearest);
    if (distanceTo < bestDistance || isNearer) {
      nearest = word;
      bestDistance = distanceTo;
    }
  }
  return nearest;
}

/**
 * Whether the first letter matches a word but not the other one: first letters are rarely mistyped.
 */
function startsAlike(lower: string, word: string, other: string): boolean {
  const isRight = (text: string) => text.toLowerCase().startsWith(lower.slice(0, 1));
  return isRight(word) && !isRight(other);
}

// Latin combining accents and Hebrew points. Marks of other scripts (Thai vowels) carry meaning.
const REMOVED_MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;

/**
 * Folds a text for search: no case, accents or niqqud, full-width forms narrowed. A final sigma
 * equals a medial one, so that substrings match.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(REMOVED_MARKS, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

/**
 * Converts a field name to a flag: `barnId` is `barn-id`, `placementDate_from` is
 * `placement-date-from`.
 */
export function kebabCase(name: string): string {
  return name
    .replace(/_/g, '-')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase();
}

const PLAIN = /^[\w.,:@%+/=-]+$/;

/** Quotes a text as one shell word if necessary. */
export function quoteWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const AFTER_NAME = /^\s*[:：]\s*/;

/** A text without the name that it begins with, as in `Barn 1: no power`; undefined for others. */
export function textAfterName(text: string, name: string): string | undefined {
  const following = text.startsWith(name) ? text.slice(name.length) : '';
  return AFTER_NAME.test(following) ? following.replace(AFTER_NAME, '') : undefined;
}
