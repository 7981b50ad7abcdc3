import { type Command, Option } from 'commander';
import { message } from '../../model/core/message.ts';
import { nearestWord } from '../../tools/words.ts';
import { didYouMean, usageError } from './errors.ts';

/** Collects the values of a repeatable flag. */
export function collectValue(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

const suggested = new WeakMap<Option, readonly string[]>();

/**
 * A flag whose values shells complete and help lists. Validation is left to the command:
 * commander's `choices` suggests no nearest word and accepts no commas.
 */
export function completedOption(flags: string, summary: string, words: readonly string[]): Option {
  const option = new Option(flags, summary);
  option.argChoices = [...words];
  return option;
}

/** Adds shell completion for a flag whose help is complete without the list of values. */
export function suggestWords(option: Option, words: readonly string[]): Option {
  suggested.set(option, words);
  return option;
}

/** Values that shells complete after a flag; empty if unrestricted. */
export function completionValues(option: Option): readonly string[] {
  return option.argChoices ?? suggested.get(option) ?? [];
}

/** Collects `Name: value` or `Name=value` headers; throws a usage error for invalid ones. */
export function collectHeader(
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [name, value] = parseHeader(text);
  return { ...headers, [name]: value };
}

// RFC 9110: a name is a token, which excludes both separators; a value is Latin-1.
const HEADER = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*[:=]([\t\x20-\x7e\x80-\xff]*)$/;

/** Parses `Name: value` or `Name=value` into a lower-case name and a value. */
export function parseHeader(text: string): readonly [name: string, value: string] {
  const [, name, value = ''] = HEADER.exec(text) ?? [];
  if (name !== undefined) return [name.toLowerCase(), value.trim()];
  throw usageError(message('fault.headerInvalid', { text: JSON.stringify(text) }));
}

const HEADING = 'Examples:';
const PROMPT = '  $ ';

/** Notes and examples at the end of a command's help. */
export interface HelpTail {
  /** Information that the flag descriptions do not cover; empty when there is none. */
  readonly notes: string;
  /** Example command lines; cron entries and lines of other programs are shown unchanged. */
  readonly examples: readonly string[];
}

/** Formats example command lines for help, below the note, if any. */
export function renderExamples(lines: readonly string[], note?: string): string {
  const commandLines = lines.map((line) => `${PROMPT}${line}`);
  return ['', ...(note === undefined ? [] : [note, '']), HEADING, ...commandLines].join('\n');
}

/** Returns the notes and examples of a command. */
export function helpTailOf(command: Command): HelpTail {
  const output = command.configureOutput();
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  command.configureOutput(output);
  const [notes = '', examples = ''] = text.slice(command.helpInformation().length).split(HEADING);
  const lines = examples.split('\n').filter((line) => line.trim() !== '');
  return { notes: notes.trim(), examples: lines.map(unprompted) };
}

function unprompted(line: string): string {
  return line.startsWith(PROMPT) ? line.slice(PROMPT.length) : line.trim();
}

/** Validates an enum value of a flag; throws a usage error for any other text. */
export function checkWord(flag: string, typed: string, words: readonly string[]): string {
  if (words.includes(typed)) return typed;
  const nearest = nearestWord(typed, words);
  const suggestion = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  const params = { flag, words: words.join(', '), value: JSON.stringify(typed) };
  throw usageError(
    `${flag} must be one of ${words.join(', ')}, not ${JSON.stringify(typed)}${suggestion}`,
    { text: [message('cli.oneOf', params), ...didYouMean(nearest)] },
  );
}
