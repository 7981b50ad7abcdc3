// Latin combining accents and Hebrew points. Marks of other scripts (Thai vowels) carry meaning.
const REMOVED_MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;

/**
 * The text as search compares it: without case, accents and niqqud, full-width forms narrowed.
 * A sigma is the same at the end of a word, so that a part of a text is found in it.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(REMOVED_MARKS, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}
