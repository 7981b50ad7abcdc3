import { type Command, Option } from 'commander';
import { message } from '../../model/core/message.ts';
import { nearestWord } from '../../tools/words.ts';
import { didYouMean, usageError } from './errors.ts';

/** Collects the values of a flag that may be given again. */
export function collectValue(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

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

/** Collects headers, written as `Name: value` or `Name=value`; throws a usage error for others. */
export function collectHeader(
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [name, value] = parseHeader(text);
  return { ...headers, [name]: value };
}

// RFC 9110: a name is a token, and neither sign that ends it here is part of one; a value is Latin-1.
const HEADER = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*[:=]([\t\x20-\x7e\x80-\xff]*)$/;

/** A header in lower case and its value, from `Name: value` or `Name=value`. */
export function parseHeader(text: string): readonly [name: string, value: string] {
  const [, name, value = ''] = HEADER.exec(text) ?? [];
  if (name !== undefined) return [name.toLowerCase(), value.trim()];
  throw usageError(message('fault.headerInvalid', { text: JSON.stringify(text) }));
}

const HEADING = 'Examples:';
const PROMPT = '  $ ';

/** What stands at the end of the help of a command. */
export interface HelpTail {
  /** What the flags cannot say; empty when there is nothing. */
  readonly notes: string;
  /** Lines as they are typed; a line of cron or of another program stands as it is. */
  readonly examples: readonly string[];
}

/** Command lines as the help shows them, below a note where there is one. */
export function renderExamples(lines: readonly string[], note?: string): string {
  const shown = lines.map((line) => `${PROMPT}${line}`);
  return ['', ...(note === undefined ? [] : [note, '']), HEADING, ...shown].join('\n');
}

/** Reads back what a command shows behind its flags. */
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
