import { nearestWord } from '../../tools/nearest-word.ts';
import { usageError } from '../errors.ts';

/** The word that was typed for a flag; throws a usage error when it is none of the words. */
export function checkWord(flag: string, typed: string, words: readonly string[]): string {
  if (words.includes(typed)) return typed;
  const near = nearestWord(typed, words);
  const suggestion = near === undefined ? '' : `; did you mean ${near}?`;
  throw usageError(
    `${flag} must be one of ${words.join(', ')}, not ${JSON.stringify(typed)}${suggestion}`,
  );
}
