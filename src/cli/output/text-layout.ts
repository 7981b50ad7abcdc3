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
