/** Display width of a text in terminal columns; wide characters take two, combining marks none. */
export type Measure = (text: string) => number;

const PLAIN = /^[ -~]*$/;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

let widthOfAny: Measure | undefined;

/** Loads the measure for text in any script, which needs the Unicode tables. */
export async function loadMeasure(): Promise<Measure> {
  widthOfAny ??= (await import('string-width')).default;
  return terminalWidth;
}

/**
 * Display width of a text. Scripts other than ASCII require `loadMeasure` first; the Unicode tables
 * are not loaded for ASCII only. cli-table3 uses this measure as well: its own string-width 4
 * counts Thai and Hebrew combining marks.
 */
export function terminalWidth(text: string): number {
  if (widthOfAny === undefined || PLAIN.test(text)) return text.length;
  return widthOfAny(text) + (text.match(SPACING_VOWELS)?.length ?? 0);
}

// Thai and Lao AM vowels combine with the preceding letter, but take a column of their own.
const SPACING_VOWELS = /[\u0e33\u0eb3](?<=[\u0e01-\u0e2e\u0e81-\u0eae]\p{M}*[\u0e33\u0eb3])/gu;

/** Whether the text is printable ASCII. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Truncates the text to that many columns and appends `…`; characters are not split. */
export function cutTo(text: string, width: number, widthOf: Measure): string {
  if (widthOf(text) <= width) return text;
  let fittingText = '';
  let keptWidth = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    const next = keptWidth + widthOf(segment);
    if (next > width - 1) break;
    fittingText += segment;
    keptWidth = next;
  }
  return `${fittingText}…`;
}

/** Right-to-left text in isolates, which take no columns; other text unchanged. */
export function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;
}

/** Removes isolates, for output without bidirectional layout. */
export function withoutIsolates(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '');
}

// Scripts written without spaces between words.
const SPACELESS = /[\p{Script=Thai}\p{Script=Han}]/u;
const CLOSING = /^[\p{P}\p{S}\p{M}]/u;

/**
 * Wraps the text to lines of at most `width` columns, at spaces or, in scripts without spaces,
 * between words. A word longer than a line is not broken.
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

export interface WrapOptions {
  readonly width: number;
  readonly widthOf: Measure;
  /** Language whose word-breaking rules apply. */
  readonly language: string;
}

/** Segments between which a line may be broken; joined, they form the text. */
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

/** Numbers and Latin words are not broken; a line may break next to a script without spaces. */
function mayBreak(before: string, after: string): boolean {
  return SPACELESS.test(before) || SPACELESS.test(after);
}
