import { findBreed } from '../../farming/standards/breed-lookup.ts';
import { breedNames, breedTables } from '../../farming/standards/breed-tables.ts';
import { type Message, message } from '../../model/core/message.ts';
import { nearestWord } from '../../tools/words.ts';

/** Breeds with a standard table, by their common names. */
export const knownBreeds = breedNames.map((breed) => {
  const { title, kind } = breedTables[breed];
  return { name: title, kind };
});

/**
 * A message that a breed is probably misspelt, with the closest one that has a table; undefined
 * when it has a table, or no similar breed has.
 */
export function breedProblem(name: string): Message | undefined {
  if (isBreed(name)) return undefined;
  const titles = breedNames.map((breed) => breedTables[breed].title);
  const near = nearestWord(name, titles);
  return near === undefined ? undefined : message('init.noBreed', { name, near });
}

/** Whether a standard exists for the breed. */
export function isBreed(name: string): boolean {
  return findBreed(name) !== undefined;
}
