import type { ReactNode } from 'react';

const MOST_LETTERS = 24;

/**
 * Whether a word is a code, such as `B3-261027`: Latin letters and digits joined by hyphens; or a
 * flag, such as `--data`.
 */
function isCode(word: string): boolean {
  if (word.length > MOST_LETTERS || !word.includes('-') || word.endsWith('-')) return false;
  // An address is too long for one line of a card.
  if (word.includes('@')) return false;
  return word.startsWith('--') || (/^[A-Za-z]/.test(word) && /\d/.test(word));
}

/** A possible address, or the text between addresses. */
const PARTS = /[A-Za-z\d._@-]+|[^A-Za-z\d._@-]+/g;
/** Words of Latin letters and flags, or the text between them, such as `-` in `ל-B3-261027`. */
const WORDS = /(?:--)?[A-Za-z\d][A-Za-z\d-]*|(?:(?!--[A-Za-z])[^A-Za-z\d])+/g;

/** A number, and the space before its unit or currency. */
const QUANTITY = /(\d) (?=(?:kg|g|L|t|ppm|%|°C|[A-Z]{3})(?!\p{L}))/gu;

/**
 * A text with unbroken codes and quantities: a browser breaks a line after a hyphen and before a
 * unit, and in Hebrew a number after a code would join it and change places.
 */
export function Words({ children }: { readonly children: string }): ReactNode {
  const text = children.replace(QUANTITY, '$1\u00a0');
  if (!text.includes('-')) return text;
  const words = (text.match(PARTS) ?? []).flatMap((part) =>
    part.includes('@') ? [part] : (part.match(WORDS) ?? []),
  );
  let at = 0;
  return words.map((word) => {
    at += word.length;
    return isCode(word) ? (
      <bdi key={at} data-code>
        {word}
      </bdi>
    ) : (
      word
    );
  });
}
