import { Option } from 'commander';

/**
 * A flag whose words shells complete and help lists. What else is typed is for the command to
 * refuse: `choices` of commander would know no nearest word, and no commas.
 */
export function completedOption(flags: string, summary: string, words: readonly string[]): Option {
  const option = new Option(flags, summary);
  option.argChoices = [...words];
  return option;
}
