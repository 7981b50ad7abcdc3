import { kebabCase } from './kebab-case.ts';
import { neutralise } from './output/neutralise.ts';
import type { Values } from './output/output.ts';
import { quoteWord } from './quote-word.ts';

/** The command line that runs an action, from its body, in the parts between which it may be broken. */
export function actCommandParts({ type, farmId, ...fields }: Values): readonly string[] {
  const farm = typeof farmId === 'string' ? [`--farm ${quoteWord(farmId)}`] : [];
  const flags = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // Before a dash, only = makes it the value of the flag.
    return `--${kebabCase(name)}${text.startsWith('-') ? '=' : ' '}${quoteWord(text)}`;
  });
  return [`farmctl act ${String(type)}`, ...farm, ...flags].map(neutralise);
}
