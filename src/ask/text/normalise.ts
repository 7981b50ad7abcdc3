import { foldText } from '../../tools/words.ts';
import { simplifyCharacter } from './simplified-characters.ts';

/** A text as questions are compared, with the way back to what was typed. */
export interface NormalText {
  readonly text: string;
  readonly original: string;
  /** For each unit of `text` where it begins in `original`, and one more for the end. */
  readonly starts: readonly number[];
}

// Marks of direction, joiners, soft hyphens: nobody sees them, and they part words.
const INVISIBLE =
  /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\ufe00-\ufe0f]/;
const BLANK = /[\s\p{Cc}\p{Cn}]/u;
const THAI_ZERO = 0x0e50;
const SAME_MARKS: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '「': '"',
  '」': '"',
  '״': '"',
  '’': "'",
  '‘': "'",
  '׳': "'",
  '`': "'",
  '־': '-',
  '–': '-',
  '—': '-',
  // Never a part of a number, unlike the plain comma.
  '，': ', ',
  '、': ', ',
  '。': '.',
  '：': ':',
  '；': ';',
  '？': '?',
  '！': '!',
  '؟': '?',
};

/**
 * The text without case, accents, niqqud, invisible marks and double blanks; Thai and full-width
 * digits and marks become plain ones, and the traditional characters of the trade simplified.
 */
export function normalise(typed: string): NormalText {
  const original = typed.normalize('NFC');
  const units: string[] = [];
  const starts: number[] = [];
  let offset = 0;
  for (const character of original) {
    const folded = foldCharacter(character);
    const isRepeated = folded === ' ' && (units.length === 0 || units.at(-1) === ' ');
    for (const unit of isRepeated ? '' : folded) {
      units.push(unit);
      for (let index = 0; index < unit.length; index++) starts.push(offset);
    }
    offset += character.length;
  }
  if (units.at(-1) === ' ') {
    units.pop();
    starts.pop();
  }
  return { text: units.join(''), original, starts: [...starts, offset] };
}

/** The text alone, for the phrases of lexicons and for names. */
export function normalText(typed: string): string {
  return normalise(typed).text;
}

/** What was typed between two places of the normal text, without blanks around. */
export function typedBetween({ original, starts }: NormalText, from: number, to: number): string {
  return original.slice(starts[from] ?? 0, starts[to] ?? original.length).trim();
}

/** More than the five languages write; whoever sends every character there is gains no room. */
const MOST_KEPT = 20_000;

const kept = new Map<string, string>();

function foldCharacter(character: string): string {
  const known = kept.get(character);
  if (known !== undefined) return known;
  const folded = foldAnew(character);
  if (kept.size < MOST_KEPT) kept.set(character, folded);
  return folded;
}

function foldAnew(character: string): string {
  if (INVISIBLE.test(character)) return '';
  if (BLANK.test(character)) return ' ';
  const mark = SAME_MARKS[character];
  if (mark !== undefined) return mark;
  const thaiDigit = (character.codePointAt(0) ?? 0) - THAI_ZERO;
  if (thaiDigit >= 0 && thaiDigit <= 9) return String(thaiDigit);
  return simplifyCharacter(foldText(character));
}
