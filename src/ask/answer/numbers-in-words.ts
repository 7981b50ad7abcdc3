import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import { normalText } from '../text/normalise.ts';
import { readNumber } from '../text/read-number.ts';
import { isEdge } from '../text/word-edges.ts';

/** Up to a dozen, number words are said without meaning a figure: "one of them", "十分". */
const MOST_WITHOUT_MEANING = 12;
/** Words of Chinese that look like numbers: "by all means", "in case", "per cent". */
const NO_NUMBERS = /千万(?=[不别要记])|万一|百分(?=[之比点])/g;

/** The numbers that a text says in words, or in digits with a word behind: "12 thousand", "1.2万". */
export function numbersInWords(text: string, { writing }: CompiledLexicon): readonly number[] {
  const normal = normalText(text).replace(NO_NUMBERS, ' ');
  const found: number[] = [];
  for (let index = 0; index < normal.length; ) {
    const number = isEdge(normal, index) ? readNumber(normal, index, writing) : undefined;
    const said = number && normal.slice(index, number.end);
    if (number && said && /\p{L}/u.test(said) && number.value > MOST_WITHOUT_MEANING) {
      found.push(number.value);
    }
    index = Math.max(index + 1, number?.end ?? 0);
  }
  return found;
}
