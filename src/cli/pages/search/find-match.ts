import { foldText } from '../../../tools/text-folding.ts';

/** The text before what was found, what was found, and the text behind it. */
export type Match = readonly [before: string, found: string, behind: string];

/** Where a text holds what was looked for, whatever the case and the accents; undefined: nowhere. */
export function findMatch(text: string, wanted: string): Match | undefined {
  const folded = foldText(wanted.trim());
  if (folded === '') return undefined;
  const characters = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);
  // Folding changes the number of characters: for each unit of the folded text, its character.
  const origin: number[] = [];
  let whole = '';
  for (const [index, character] of characters.entries()) {
    const part = foldText(character);
    for (let unit = 0; unit < part.length; unit++) origin.push(index);
    whole += part;
  }
  const at = whole.indexOf(folded);
  const [first, last] = [origin[at], origin[at + folded.length - 1]];
  if (at < 0 || first === undefined || last === undefined) return undefined;
  const join = (from: number, to?: number) => characters.slice(from, to).join('');
  return [join(0, first), join(first, last + 1), join(last + 1)];
}
