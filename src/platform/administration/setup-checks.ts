import { findBreed } from '../../farming/standards/breed-lookup.ts';
import { breedNames, breedTables } from '../../farming/standards/breed-tables.ts';
import { type Message, message } from '../../model/core/message.ts';
import { nearestWord } from '../../tools/words.ts';

/** The breeds that have a table, as people call them. */
export const knownBreeds = breedNames.map((breed) => {
  const { title, kind } = breedTables[breed];
  return { name: title, kind };
});

/**
 * Why a breed was probably not written as it was meant, with the nearest one that has a table;
 * undefined where it has one, or is like none of them.
 */
export function breedProblem(name: string): Message | undefined {
  if (isBreed(name)) return undefined;
  const titles = breedNames.map((breed) => breedTables[breed].title);
  const near = nearestWord(name, titles);
  return near === undefined ? undefined : message('init.noBreed', { name, near });
}

/** Whether flocks of the breed are compared with a standard. */
export function isBreed(name: string): boolean {
  return findBreed(name) !== undefined;
}
