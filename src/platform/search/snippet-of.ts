import { foldText } from '../../tools/text-folding.ts';

const BEFORE = 30;
const LENGTH = 120;

/** The part of a text around what was found, in one line; undefined when the text does not hold it. */
export function snippetOf(text: string, wanted: string): string | undefined {
  if (!foldText(text).includes(wanted)) return undefined;
  const line = [...text.replace(/\s+/g, ' ').trim()];
  const at = placeOf(line, wanted);
  const start = Math.max(0, at - BEFORE);
  const part = line.slice(start, start + LENGTH).join('');
  const end = start + LENGTH < line.length ? '…' : '';
  return `${start > 0 ? '…' : ''}${part}${end}`;
}

/** Where the folded text begins in the characters; folding changes their number. */
function placeOf(characters: readonly string[], wanted: string): number {
  const folded: number[] = [];
  let text = '';
  for (const [index, character] of characters.entries()) {
    const part = foldText(character);
    for (let unit = 0; unit < part.length; unit++) folded.push(index);
    text += part;
  }
  return folded[Math.max(0, text.indexOf(wanted))] ?? 0;
}
