import { globalFlags } from './global-flags.ts';

/** The names of the global flags, and whether a value follows. */
const takesValue: ReadonlyMap<string, boolean> = new Map(
  Object.values(globalFlags).flatMap(({ flags }) => {
    const [names = '', value] = flags.split(' <');
    return names.split(', ').map((name) => [name, value !== undefined] as const);
  }),
);

/**
 * The first word of the line that is neither a flag nor the value of a global one: the command.
 * Undefined when there is none, or behind a flag that is not known: it might take a value.
 */
export function findNoun(argv: readonly string[]): string | undefined {
  return argv[wordFrom(argv, 0)];
}

/** The word after the command that is such a one too: what the command is to do. */
export function findVerb(argv: readonly string[]): string | undefined {
  return argv[wordFrom(argv, wordFrom(argv, 0) + 1)];
}

/** Where the next word stands; behind the end when there is none. */
function wordFrom(argv: readonly string[], start: number): number {
  for (let index = start; index < argv.length; index++) {
    const word = argv[index] ?? '';
    if (word === '--') return index + 1;
    if (!word.startsWith('-')) return index;
    if (!isKnownFlag(word)) return argv.length;
    if (takesValue.get(word)) index += 1;
  }
  return argv.length;
}

/** Also with its value behind `=`, and a short flag with its value right behind it. */
function isKnownFlag(word: string): boolean {
  const [long = ''] = word.split('=');
  return takesValue.has(long) || (!word.startsWith('--') && takesValue.has(word.slice(0, 2)));
}

/** The language that the line asks for, where the line itself was not understood. */
export function findLanguageFlag(argv: readonly string[]): string | undefined {
  const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
  const joined = words.findLast((word) => word.startsWith('--lang='));
  const at = words.lastIndexOf('--lang');
  return joined?.slice('--lang='.length) ?? (at < 0 ? undefined : words[at + 1]);
}

/** The format that the line asks for, where the line itself was not understood. */
export function findFormatFlag(argv: readonly string[]): string | undefined {
  let format: string | undefined;
  for (const [index, word] of argv.entries()) {
    if (word === '--') break;
    if (word === '-o' || word === '--output') format = argv[index + 1];
    else if (word.startsWith('--output=')) format = word.slice('--output='.length);
    else if (/^-o./.test(word)) format = word.slice(2);
  }
  return format;
}
