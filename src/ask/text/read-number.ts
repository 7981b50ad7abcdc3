import { trimEndOf } from '../../tools/text.ts';
import type { PhraseTrie } from './phrase-trie.ts';
import { isDigit, isEdge, skipBlanks } from './word-edges.ts';

/** A number in a text and where it ends. */
export interface ReadNumber {
  readonly end: number;
  readonly value: number;
}

/** The number format of a language. */
export interface NumberWriting {
  readonly decimal: '.' | ',';
  readonly numberWords: PhraseTrie<number>;
  readonly multipliers: ReadonlySet<number>;
  /** Phrases of units; one that begins like a multiplier (`千克`) is a unit. */
  readonly units: PhraseTrie<unknown>;
  /** Whether the last digit after a hundred or more counts the next lower unit: `三千五` is 3500. */
  readonly shortTail?: true | undefined;
}

const DIGITS = /-?\d[\d.,]*/y;
/** Whole numbers in groups of three, by decimal separator. */
const GROUPED = {
  '.': /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/,
  ',': /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/,
} as const;
const HEBREW = /[א-ת]/;
const MAX_WORDS = 12;
/** The smallest number word that multiplies digits. */
const MIN_BEHIND_DIGITS = 100;

/** The number that begins at a position, in digits or in words; undefined where there is none. */
export function readNumber(
  text: string,
  index: number,
  writing: NumberWriting,
): ReadNumber | undefined {
  return readWords(text, index, writing);
}

function readDigits(text: string, index: number, decimal: '.' | ','): ReadNumber | undefined {
  if (isDigit(text[index - 1])) return undefined;
  DIGITS.lastIndex = index;
  const found = trimEndOf(DIGITS.exec(text)?.[0] ?? '', '.,');
  if (found === '') return undefined;
  // "מ-32", "ל-5": a hyphen between a Hebrew letter and a number is not a minus sign.
  if (found.startsWith('-') && HEBREW.test(text.charAt(index - 1))) return undefined;
  const value = parseDigits(found, decimal);
  return value === undefined ? undefined : { end: index + found.length, value };
}

/**
 * A separator before three digits separates thousands, unless it is the decimal separator of the
 * language.
 */
function parseDigits(digits: string, decimal: '.' | ','): number | undefined {
  const grouping = decimal === '.' ? ',' : '.';
  if (GROUPED[decimal].test(digits))
    return Number(digits.replaceAll(grouping, '').replace(decimal, '.'));
  if (/^-?\d+([.,]\d+)?$/.test(digits)) return Number(digits.replace(',', '.'));
  return undefined;
}

/**
 * A number in words, or one that continues in words: "two hundred thirty", `两百三十`, `1.2 million`,
 * `2万5`. A word is added only if it fits into the trailing zeros of the number so far: "twenty
 * five" is one number, "five six" are two.
 */
function readWords(text: string, index: number, writing: NumberWriting): ReadNumber | undefined {
  const digits = readDigits(text, index, writing.decimal);
  let read: SpokenNumber = { end: digits?.end ?? index, value: digits?.value ?? 0, by: undefined };
  for (let count = 0; count < MAX_WORDS; count++) {
    const next = readNextWord(text, read, { writing, isFirst: read.end === index });
    if (next === undefined) break;
    read = next;
  }
  if (read.end === index || !isEdge(text, read.end)) return undefined;
  return { end: read.end, value: read.value };
}

interface SpokenNumber extends ReadNumber {
  /** The factor of the last word, where it multiplied. */
  readonly by: number | undefined;
}

function readNextWord(
  text: string,
  spoken: SpokenNumber,
  { writing, isFirst }: { readonly writing: NumberWriting; readonly isFirst: boolean },
): SpokenNumber | undefined {
  const { end, value, by } = spoken;
  const at = isFirst ? end : skipBlanks(text, end);
  const word = wordAt(text, at, writing);
  // "barn 2 fifteen birds" has two numbers; "2 thousand" is one.
  const isBareDigits = by === undefined && isDigit(text[end - 1]) && !isFirst;
  if (isBareDigits && (word?.value ?? MIN_BEHIND_DIGITS) < MIN_BEHIND_DIGITS) return undefined;
  if (word === undefined) return by === undefined ? undefined : readTail(text, spoken, writing);
  if (!writing.multipliers.has(word.value)) {
    return isFirst || fitsIn(value, word.value)
      ? added(text, spoken, { word, writing })
      : undefined;
  }
  const isUnit = writing.units.matchesAt(text, at).some((unit) => unit.end > word.end);
  if (isUnit && !isFirst) return undefined;
  return { end: word.end, value: multiply(value, word.value), by: word.value };
}

/** Digits continue a number only directly after a multiplier: `2万5`. */
function readTail(
  text: string,
  spoken: SpokenNumber,
  writing: NumberWriting,
): SpokenNumber | undefined {
  const word = readDigits(text, spoken.end, writing.decimal);
  return word && fitsIn(spoken.value, word.value)
    ? added(text, spoken, { word, writing })
    : undefined;
}

function added(
  text: string,
  { value, by = 0 }: SpokenNumber,
  { word, writing }: { readonly word: ReadNumber; readonly writing: NumberWriting },
): SpokenNumber {
  const isShort = writing.shortTail === true && by >= 100 && isLastDigit(text, word, writing);
  const more = isShort ? (word.value * by) / 10 : word.value;
  return { end: word.end, value: value + more, by: undefined };
}

function wordAt(text: string, index: number, writing: NumberWriting): ReadNumber | undefined {
  const match = writing.numberWords.matchesAt(text, index).at(-1);
  const value = match?.values[0];
  return match === undefined || value === undefined ? undefined : { end: match.end, value };
}

/** `三千五` is 3500, `三千五百` has its explicit value. */
function isLastDigit(text: string, { end, value }: ReadNumber, writing: NumberWriting): boolean {
  return value >= 1 && value <= 9 && wordAt(text, end, writing) === undefined;
}

/** Whether a number fits into the trailing zeros of another. */
function fitsIn(value: number, next: number): boolean {
  return value === 0 || value % 10 ** String(Math.trunc(next)).length === 0;
}

/** A word multiplies the part smaller than itself: `两百三十` is 200 and three times ten. */
function multiply(value: number, by: number): number {
  const low = value % by;
  return Number((value - low + (low === 0 ? 1 : low) * by).toPrecision(12));
}
