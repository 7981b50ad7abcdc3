import { message } from '../../model/message.ts';
import { nearestWord } from '../../tools/nearest-word.ts';
import { didYouMean, usageError } from '../errors.ts';

/** The word that was typed for a flag; throws a usage error when it is none of the words. */
export function checkWord(flag: string, typed: string, words: readonly string[]): string {
  if (words.includes(typed)) return typed;
  const near = nearestWord(typed, words);
  const suggestion = near === undefined ? '' : `; did you mean ${near}?`;
  const params = { flag, words: words.join(', '), value: JSON.stringify(typed) };
  throw usageError(
    `${flag} must be one of ${words.join(', ')}, not ${JSON.stringify(typed)}${suggestion}`,
    { text: [message('cli.oneOf', params), ...didYouMean(near)] },
  );
}
