import type { Fact } from '../measure.ts';
import { isInLanguage } from './is-in-language.ts';
import { type FactReading, misplacedNumbers } from './misplaced-numbers.ts';
import { numbersInWords } from './numbers-in-words.ts';
import { plainDigits } from './plain-digits.ts';
import { type Grounds, unfoundedNumbers } from './unfounded-numbers.ts';

/** What is wrong with an answer that somebody outside has worded. */
export type AnswerFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'language' }
  | {
      /** Numbers of no fact, and numbers of facts about something else. */
      readonly kind: 'numbers' | 'misplaced';
      readonly numbers: readonly string[];
    };

/** Names of gases, units and strains whose digits are no figures. */
const NAMES_WITH_DIGITS = /\b(?:CO2|NH3|H2S|H2O|H[579]N\d|PM2\.5|PM10|[mM][23])(?![\d])/g;

/**
 * What is wrong with the words of an answer in the language of a lexicon; undefined where every
 * number, in digits and in words, rests on a fact about the same barn, quantity and unit.
 */
export function faultOfAnswer(
  answer: string,
  { grounds, reading }: { readonly grounds: Grounds; readonly reading: FactReading },
): AnswerFault | undefined {
  const { compiled } = reading;
  if (!/\p{L}/u.test(answer)) return { kind: 'empty' };
  if (!isInLanguage(answer, compiled.lexicon.language)) return { kind: 'language' };
  const figures = [figuresOf(answer), ...numbersInWords(answer, compiled)].join(' ');
  const numbers = unfoundedNumbers(figures, grounds);
  if (numbers.length > 0) return { kind: 'numbers', numbers };
  const misplaced = misplacedNumbers(figuresOf(answer), grounds.facts, reading);
  return misplaced.length > 0 ? { kind: 'misplaced', numbers: misplaced } : undefined;
}

/** The facts that hold a number of the answer; all of them where it says no number. */
export function factsTold(answer: string, facts: readonly Fact[], zone: string): readonly Fact[] {
  const figures = figuresOf(answer);
  const all = unfoundedNumbers(figures, { facts: [], zone }).length;
  if (all === 0) return facts;
  return facts.filter((fact) => unfoundedNumbers(figures, { facts: [fact], zone }).length < all);
}

/** A day with points between, as it is written in half of Europe and in Israel. */
const POINTED_DAY = /\b(\d{1,2})\.(\d{1,2})\.(\d{2,4})\b/g;

/** Full-width and other scripts' digits, superscripts and fractions as they are counted. */
function figuresOf(answer: string): string {
  return plainDigits(answer.normalize('NFKC'))
    .replace(NAMES_WITH_DIGITS, '')
    .replace(POINTED_DAY, '$1/$2/$3');
}
