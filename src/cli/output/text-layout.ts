/** How many columns of a terminal a text takes; wide characters take two, marks none. */
export type Measure = (text: string) => number;

const PLAIN = /^[ -~]*$/;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

let widthOfAny: Measure | undefined;

/** The measure for texts that may hold any script; the tables of Unicode are loaded for it. */
export async function loadMeasure(): Promise<Measure> {
  widthOfAny ??= (await import('string-width')).default;
  return terminalWidth;
}

/**
 * How many columns a text takes. Other scripts than ASCII need `loadMeasure` before; where nothing
 * but ASCII is shown, loading the tables of Unicode would be a waste. cli-table3 measures with it,
 * too: its own string-width 4 counts the marks of Thai and Hebrew.
 */
export function terminalWidth(text: string): number {
  if (widthOfAny === undefined || PLAIN.test(text)) return text.length;
  return widthOfAny(text) + countSpacingVowels(text);
}

// The AM vowels of Thai and Lao belong to the letter before, and still take a column of their own.
const SPACING_VOWELS = /[\u0e33\u0eb3](?<=[\u0e01-\u0e2e\u0e81-\u0eae]\p{M}*[\u0e33\u0eb3])/gu;

function countSpacingVowels(text: string): number {
  return text.match(SPACING_VOWELS)?.length ?? 0;
}

/** Whether the text is printable ASCII. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** The text cut to that many columns, its end then marked with `…`; characters stay whole. */
export function cutTo(text: string, width: number, widthOf: Measure): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let keptWidth = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    const next = keptWidth + widthOf(segment);
    if (next > width - 1) break;
    kept += segment;
    keptWidth = next;
  }
  return `${kept}…`;
}

/** Right-to-left text between isolates, which take no columns; other text as it is. */
export function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;
}

/** The text without isolates, for where nothing is laid out by direction. */
export function withoutIsolates(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '');
}

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
