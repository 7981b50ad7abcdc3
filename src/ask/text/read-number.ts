import type { PhraseTrie } from './phrase-trie.ts';
import { isDigit, isEdge, skipBlanks } from './word-edges.ts';

/** A number in a text and where it ends. */
export interface ReadNumber {
  readonly end: number;
  readonly value: number;
}

/** How a language writes numbers. */
export interface NumberWriting {
  readonly decimal: '.' | ',';
  readonly numberWords: PhraseTrie<number>;
  readonly multipliers: ReadonlySet<number>;
}

const DIGITS = /-?\d[\d.,]*/y;
const MOST_WORDS = 8;

/** The number that begins at a place, in digits or in words; undefined where none does. */
export function readNumber(
  text: string,
  index: number,
  writing: NumberWriting,
): ReadNumber | undefined {
  return readDigits(text, index, writing.decimal) ?? readWords(text, index, writing);
}

function readDigits(text: string, index: number, decimal: '.' | ','): ReadNumber | undefined {
  if (isDigit(text[index - 1])) return undefined;
  DIGITS.lastIndex = index;
  const found = DIGITS.exec(text)?.[0].replace(/[.,]+$/, '');
  if (found === undefined) return undefined;
  const value = parseDigits(found, decimal);
  return value === undefined ? undefined : { end: index + found.length, value };
}

/** A separator with three digits behind it parts thousands, unless the language has it for decimals. */
function parseDigits(digits: string, decimal: '.' | ','): number | undefined {
  const grouping = decimal === '.' ? ',' : '.';
  const groups = new RegExp(`^-?\\d{1,3}(\\${grouping}\\d{3})+(\\${decimal}\\d+)?$`);
  if (groups.test(digits)) return Number(digits.replaceAll(grouping, '').replace(decimal, '.'));
  if (/^-?\d+([.,]\d+)?$/.test(digits)) return Number(digits.replace(',', '.'));
  return undefined;
}

function readWords(text: string, index: number, writing: NumberWriting): ReadNumber | undefined {
  let [end, total, current] = [index, 0, 0];
  let at = index;
  for (let count = 0; count < MOST_WORDS; count++) {
    const match = writing.numberWords.matchesAt(text, at).at(-1);
    const value = match?.values[0];
    if (match === undefined || value === undefined) break;
    // Only what grows smaller is added: "twenty five" is one number, "five six" are two.
    if (writing.multipliers.has(value)) [total, current] = multiply(total, current, value);
    else if (current === 0 || (current % 10 === 0 && value < 10)) current += value;
    else break;
    end = match.end;
    at = skipBlanks(text, end);
  }
  if (end === index || !isEdge(text, end)) return undefined;
  return { end, value: total + current };
}

function multiply(total: number, current: number, by: number): [number, number] {
  // Ten is said within what comes before a hundred; a thousand takes all that was said.
  if (by < 1000) return [total, Math.max(current, 1) * by];
  return [total + Math.max(current, 1) * by, 0];
}
