import type { Measure } from './text-layout.ts';

// Scripts that are written without spaces between words.
const SPACELESS = /[\p{Script=Thai}\p{Script=Han}]/u;
const CLOSING = /^[\p{P}\p{S}\p{M}]/u;

/**
 * The text in lines of at most so many columns, broken at spaces and, where a script has none,
 * between words. A word longer than a line stays whole.
 */
export function wrapText(
  text: string,
  { width, widthOf, language }: WrapOptions,
): readonly string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text, language)) {
    if (line !== '' && widthOf((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += line === '' ? piece.trimStart() : piece;
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}

/** What a text is fitted into. */
export interface WrapOptions {
  readonly width: number;
  readonly widthOf: Measure;
  /** By whose rules words are found. */
  readonly language: string;
}

/** Parts of the text between which a line may end; together they are the text. */
function piecesOf(text: string, language: string): readonly string[] {
  return text
    .split(/(?<= )(?! )/)
    .flatMap((word) => (SPACELESS.test(word) ? wordsOf(word, language) : [word]));
}

function wordsOf(text: string, language: string): readonly string[] {
  const words: string[] = [];
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const last = words.at(-1);
    const isBound =
      last !== undefined && (CLOSING.test(segment) || segment === ' ' || !mayBreak(last, segment));
    if (isBound) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
}

/** Numbers and Latin words keep together; beside a script without spaces a line may end. */
function mayBreak(before: string, after: string): boolean {
  return SPACELESS.test(before) || SPACELESS.test(after);
}
