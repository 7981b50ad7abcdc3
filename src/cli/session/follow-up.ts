import type { Texts } from '../../i18n/en.ts';
import { quoteWord } from '../../tools/words.ts';
import { declaredFlags, type GlobalFlagValues, globalFlags } from './global-flags.ts';

/** Context for rendering command lines in texts. */
export interface FollowUp {
  /** Flags of the command that prints them. */
  readonly flags: GlobalFlagValues;
  readonly texts: Texts;
}

/**
 * Rewrites the command lines in a text so that they can be run as they are: adds the profile,
 * server and directory flags of the current command and translates placeholders.
 */
export function writeCommands(text: string, { flags, texts }: FollowUp): string {
  return withPlace(withPlaceholders(text, texts), flags);
}

/** An error report with its hint rewritten in this way. */
export function writeHint<R extends { readonly hint?: string }>(report: R, followUp: FollowUp): R {
  const { hint } = report;
  return hint === undefined ? report : { ...report, hint: writeCommands(hint, followUp) };
}

const PLACEHOLDER = /<([a-z]+(?: [a-z]+)*)>/g;

function withPlaceholders(text: string, texts: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (typed: string, words: string) => {
    const key = `placeholder.${words.replace(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
    return Object.hasOwn(texts, key) ? `<${texts[key]}>` : typed;
  });
}

/** Flags that select where a command runs. */
const PLACES = ['profile', 'server', 'dataDir'] as const;

const COMMAND = /\bfarmctl ([a-z][\w-]*(?: [a-z][\w-]*)*)/g;
/** The part of a text that may contain the flags of a command line. */
const REST = /^[^;\n]*/;
/** A command line that already selects where it runs, or need not. */
const IS_PLACED = / --(?:profile|server|data|database|help|mock)\b/;
const MOST_WORDS = 3;

/** Omits flags that the command does not accept. */
function withPlace(text: string, flags: GlobalFlagValues): string {
  if (PLACES.every((name) => flags[name] === undefined)) return text;
  return text.replace(COMMAND, (line: string, words: string, at: number) => {
    const [rest = ''] = REST.exec(text.slice(at)) ?? [];
    const path = IS_PLACED.test(rest) ? undefined : pathOf(words.split(' '));
    if (path === undefined) return line;
    const typed = PLACES.flatMap((name) => {
      const value = flags[name];
      if (value === undefined || !declaredFlags(path)?.includes(name)) return [];
      return ` ${globalFlags[name].flags.split(' ')[0]} ${quoteWord(value)}`;
    });
    const pathText = path.join(' ');
    return `farmctl ${pathText}${typed.join('')}${words.slice(pathText.length)}`;
  });
}

/** The command at the start of a line; undefined for prose. */
function pathOf(words: readonly string[]): readonly string[] | undefined {
  const maximum = words[0] === 'act' ? 2 : MOST_WORDS;
  for (let count = Math.min(maximum, words.length); count > 0; count--) {
    const path = words.slice(0, count);
    if (declaredFlags(path)) return path;
  }
  return undefined;
}
