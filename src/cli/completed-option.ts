import { Option } from 'commander';

const suggested = new WeakMap<Option, readonly string[]>();

/**
 * A flag whose words shells complete and help lists. What else is typed is for the command to
 * refuse: `choices` of commander would know no nearest word, and no commas.
 */
export function completedOption(flags: string, summary: string, words: readonly string[]): Option {
  const option = new Option(flags, summary);
  option.argChoices = [...words];
  return option;
}

/** Makes shells complete the words behind a flag whose help is complete without them. */
export function suggestWords(option: Option, words: readonly string[]): Option {
  suggested.set(option, words);
  return option;
}

/** The words that shells complete behind a flag; empty where any may follow. */
export function wordsBehind(option: Option): readonly string[] {
  return option.argChoices ?? suggested.get(option) ?? [];
}
