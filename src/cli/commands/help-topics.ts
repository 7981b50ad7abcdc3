import type { Command } from 'commander';
import { nearestWord } from '../../tools/nearest-word.ts';
import { environmentNames } from '../config/environment-names.ts';
import type { CommandContext } from '../context.ts';
import { usageError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { globalFlags } from '../global-flags.ts';
import { renderExamples } from '../help-examples.ts';
import type { ReadingOutput } from '../output/output.ts';
import { outputFormatMeanings } from '../output/output-format.ts';

/** A page of help that is about no single command. */
interface HelpTopic {
  readonly summary: string;
  readonly read: () => ReadingOutput;
}

/** Every topic; each is made from the table that the program itself works by. */
export const helpTopics: Readonly<Record<string, HelpTopic>> = {
  'exit-codes': { summary: 'What the exit status of a command means', read: readExitCodes },
  environment: { summary: 'The variables that farmctl reads', read: readEnvironment },
  formats: { summary: 'The forms a command can print in', read: readFormats },
};

/** Adds `help <topic>`. */
export function addHelpTopics(parent: Command, context: CommandContext): void {
  const topics = Object.entries(helpTopics);
  parent
    .command('help')
    .argument('<topic>', topics.map(([name]) => name).join(', '))
    .description('Explain a topic, or a command: farmctl help flocks list')
    .addHelpText(
      'after',
      renderExamples(
        ['farmctl help exit-codes', 'farmctl help environment'],
        listing(topics.map(([name, { summary }]) => [name, summary])).trimEnd(),
      ),
    )
    .action(async (name: string) => context.print(findTopic(name).read()));
}

function findTopic(name: string): HelpTopic {
  const topic = helpTopics[name];
  if (topic) return topic;
  const near = nearestWord(name, Object.keys(helpTopics));
  throw usageError(`there is no help on "${name}"${near ? `; did you mean ${near}?` : ''}`, {
    hint: `There is help on ${Object.keys(helpTopics).join(', ')}, and on every command`,
  });
}

function readExitCodes(): ReadingOutput {
  const data = Object.values(exitCodes).map(({ code, meaning }) => ({ code, meaning }));
  const lines = data.map(({ code, meaning }) => [String(code), meaning] as const);
  return reading(data, `The exit status of every command:\n\n${listing(lines)}`);
}

function readEnvironment(): ReadingOutput {
  const lines = environmentNames.map(({ name, meaning }) => [name, meaning] as const);
  const order =
    'A flag stands over the environment, the environment over the project file (.farmctl.json),\n' +
    'that over the profile, that over the defaults of all profiles.\n' +
    'What is in force, and why: farmctl config explain\n';
  return reading(environmentNames, `The variables that are read:\n\n${listing(lines)}\n${order}`);
}

function readFormats(): ReadingOutput {
  const data = Object.entries(outputFormatMeanings).map(([name, meaning]) => ({ name, meaning }));
  const lines = data.map(({ name, meaning }) => [name, meaning] as const);
  const { fields, header, jq } = globalFlags;
  const flags = [fields, header, jq].map((flag) => [flag.flags, flag.summary] as const);
  return reading(
    data,
    `The formats of -o and FARMCTL_OUTPUT:\n\n${listing(lines)}\nWith every format:\n\n${listing(flags)}`,
  );
}

function reading(data: unknown, text: string): ReadingOutput {
  return { kind: 'reading', data, render: () => text };
}

function listing(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}\n`).join('');
}
