import { Fragment, type ReactNode } from 'react';

const MAX_LETTERS = 24;

/**
 * Whether a word is a code, such as `B3-261027`: Latin letters and digits joined by hyphens; or a
 * flag, such as `--data`.
 */
function isCode(word: string): boolean {
  if (word.length > MAX_LETTERS || !word.includes('-') || word.endsWith('-')) return false;
  // An address is too long for one line of a card.
  if (word.includes('@')) return false;
  return word.startsWith('--') || (/^[A-Za-z]/.test(word) && /\d/.test(word));
}

/** A possible address, or the text between addresses. */
const PARTS = /[A-Za-z\d._@-]+|[^A-Za-z\d._@-]+/g;
/** Words of Latin letters and flags, or the text between them, such as `-` in `ל-B3-261027`. */
const WORDS = /(?:--)?[A-Za-z\d][A-Za-z\d-]*|(?:(?!--[A-Za-z])[^A-Za-z\d])+/g;

/** A Latin phrase that begins with a number, such as a title in a Hebrew sentence. */
const PHRASES = /(\d[\d.,]*%? [A-Za-z]{2,}(?:[A-Za-z\d.,:%&' /-]*[A-Za-z\d%])?)/;
const HEBREW = /\p{Script=Hebrew}/u;

/** A number, and the space before its unit or currency. */
const QUANTITY = /(\d) (?=(?:kg|g|L|t|ppm|%|°C|[A-Z]{3})(?!\p{L}))/gu;

/**
 * A text with unbroken codes and quantities: a browser breaks a line after a hyphen and before a
 * unit, and in Hebrew a number after a code, or before a Latin title, would change places.
 */
export function Words({ children }: { readonly children: string }): ReactNode {
  const text = children.replace(QUANTITY, '$1\u00a0');
  if (!HEBREW.test(text)) return withCodes(text);
  const start = quotationIn(text);
  return (
    <>
      {withPhrases(text.slice(0, start))}
      {start < text.length && <bdi>{withCodes(text.slice(start))}</bdi>}
    </>
  );
}

/** The start of the text of a person in another language, after a Hebrew introduction. */
function quotationIn(text: string): number {
  const start = text.indexOf(': ') + 2;
  const isForeign =
    start > 1 && /\p{L}/u.test(text.slice(start)) && !HEBREW.test(text.slice(start));
  return isForeign ? start : text.length;
}

function withPhrases(text: string): ReactNode {
  let at = 0;
  return text.split(PHRASES).map((part, index) => {
    at += part.length;
    const shown = withCodes(part);
    const isPhrase = index % 2 === 1;
    return isPhrase ? <bdi key={at}>{shown}</bdi> : <Fragment key={`${at} `}>{shown}</Fragment>;
  });
}

function withCodes(text: string): ReactNode {
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
