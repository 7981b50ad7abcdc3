import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { message } from '../../model/core/message.ts';
import { nearestWord } from '../../tools/words.ts';
import { environmentNames } from '../config/setting-definitions.ts';
import { renderExamples } from '../core/command-line.ts';
import { didYouMean, exitCodes, usageError } from '../core/errors.ts';
import { outputFormatMeanings, type ReadingOutput } from '../output/output.ts';
import { type CompletionShell, completionShells } from '../reference/render-completion.ts';
import type { CommandContext } from '../session/context.ts';
import {
  type GlobalFlag,
  type GlobalFlagName,
  globalFlags,
  honouredFlags,
} from '../session/global-flags.ts';
import type { ListedCommand } from '../session/root-help.ts';

/** Lists the commands; passed in, because the command table imports this module. */
type ListCommands = () => Promise<readonly ListedCommand[]>;

interface Asked {
  /** Words after the topic. */
  readonly words: readonly string[];
  readonly listCommands: ListCommands;
}

/** A help page that is not about a single command. */
interface HelpTopic {
  readonly summary: string;
  readonly read: (request: Asked) => ReadingOutput | Promise<ReadingOutput>;
}

/** All topics; each is generated from the table that the program itself uses. */
export const helpTopics: Readonly<Record<string, HelpTopic>> = {
  all: { summary: 'All commands, by group', read: readAll },
  flags: { summary: 'Global flags, or the flags of one command', read: readFlags },
  dates: { summary: 'Formats of days and times in flags', read: readDates },
  breeds: { summary: 'Breeds with a standard', read: readBreeds },
  formats: { summary: 'Output formats', read: readFormats },
  environment: { summary: 'Environment variables', read: readEnvironment },
  'exit-codes': { summary: 'Exit statuses', read: readExitCodes },
};

/** Creates the function that adds `help <topic>`. */
export function helpTopicsAdder(listCommands: ListCommands) {
  return (parent: Command, context: CommandContext) => addHelpTopics(parent, context, listCommands);
}

function addHelpTopics(parent: Command, context: CommandContext, listCommands: ListCommands): void {
  const topics = Object.entries(helpTopics);
  parent
    .command('help')
    .argument('<topic>', topics.map(([name]) => name).join(', '))
    .argument('[command...]', 'with flags: the command whose global flags are listed')
    .description('Explain a topic, or a command: farmctl help flocks list')
    .addHelpText(
      'after',
      renderExamples(
        ['farmctl help all', 'farmctl help flags flocks list', 'farmctl help exit-codes'],
        listing(topics.map(([name, { summary }]) => [name, summary])).trimEnd(),
      ),
    )
    .action(async (name: string, words: readonly string[]) => {
      if (words.length > 0 && name !== 'flags') {
        throw usageError(message('fault.helpTopicTooLong', { name }));
      }
      await context.print(await findTopic(name).read({ words, listCommands }));
    });
}

function findTopic(name: string): HelpTopic {
  const topic = Object.hasOwn(helpTopics, name) ? helpTopics[name] : undefined;
  if (topic) return topic;
  const suggestion = nearestWord(name, Object.keys(helpTopics));
  throw usageError([message('fault.noHelpOn', { name }), ...didYouMean(suggestion)], {
    hint: message('hint.helpTopics', { helpTopics: Object.keys(helpTopics).join(', ') }),
  });
}

async function readAll({ listCommands }: Asked): Promise<ReadingOutput> {
  const { renderAllCommands } = await import('../session/root-help.ts');
  const entries = await listCommands();
  const data = entries.map(({ name, summary, group }) => ({ name, summary, group }));
  return reading(data, renderAllCommands(entries));
}

function readFlags({ words }: Asked): ReadingOutput {
  const flagNames = words.length === 0 ? undefined : honouredFlags(words);
  if (flagNames?.length === 0) {
    throw usageError(
      message('fault.unknownDemoCommand', { words: JSON.stringify(words.join(' ')) }),
      {
        hint: message('hint.help', { command: 'farmctl help all' }),
      },
    );
  }
  const listedFlags = Object.entries<GlobalFlag>(globalFlags).filter(
    ([name]) => !flagNames || flagNames.includes(name as GlobalFlagName),
  );
  const data = listedFlags.map(([, { flags, summary }]) => ({ flags, meaning: summary }));
  const lines = listing(listedFlags.map(([, { flags, summary }]) => [flags, summary]));
  const title = flagNames ? `Global flags of ${words.join(' ')}:` : 'Global flags:';
  const note = flagNames
    ? ''
    : '\nThey may stand before or behind the command. A command refuses those that do not concern\n' +
      'it; those of one command: farmctl help flags flocks list\n';
  return reading(data, `${title}\n\n${lines}${note}`);
}

const DATE_FORMS = [
  ['2026-11-20', 'a day'],
  ['2026-11-20T06:30:00Z', 'a time in UTC, or with an offset such as +02:00'],
  ["2026-11-20T06:30, '2026-11-20 06:30'", 'a time in the time zone of the farm'],
  ['today, yesterday, tomorrow', 'a day in the time zone of the farm'],
  ['today-14d, today+2w', 'days or weeks before or after it'],
  ["'today 06:30', 'today-1d 23:59'", 'a time of such a day'],
  ['now, now-90m, now+2h', 'seconds (s), minutes (m), hours (h), days (d) or weeks (w) away'],
] as const;

function readDates(): ReadingOutput {
  const data = DATE_FORMS.map(([form, meaning]) => ({ form, meaning }));
  const rules =
    'Where a flag takes a day, a time gives the day in which it lies; where it takes a time, a day\n' +
    'gives its first moment. "today" follows the clock of the server and the time zone of the\n' +
    'chosen farm (--farm), or of the organisation where several farms are meant.\n';
  return reading(
    data,
    `Flags with <day>, <time> or <day or time> take:\n\n${listing(DATE_FORMS)}\n${rules}`,
  );
}

async function readBreeds(): Promise<ReadingOutput> {
  const { setupHints } = await import('../../server/setup-hints.ts');
  const { breeds } = setupHints;
  const lines = breeds.map(({ name, kind }) => [name, kind] as const);
  const note =
    'Spelling is free in case, spaces and hyphens. Other breeds are stored as well, but their flocks\n' +
    'have no standard to be compared with.\n';
  return reading(breeds, `Breeds with a standard:\n\n${listing(lines)}\n${note}`);
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

/** Adds `completion`: prints the shell completion script. */
export function addCompletion(parent: Command, context: CommandContext): void {
  const command = parent
    .command('completion')
    .description('Print the completion script of a shell');
  for (const shell of completionShells) {
    command
      .command(shell)
      .description(`Print the completion script of ${shell}`)
      .addHelpText('after', renderExamples(usage[shell]))
      .action(async () => {
        await context.io.stdout.write(await readFile(findScript(`farmctl.${shell}`), 'utf8'));
      });
  }
}

/** How to enable the script in the current and in later shells. */
const usage: Readonly<Record<CompletionShell, readonly string[]>> = {
  bash: ['source <(farmctl completion bash)', 'farmctl completion bash >> ~/.bash_completion'],
  zsh: ['source <(farmctl completion zsh)', 'farmctl completion zsh > ~/.zsh/_farmctl'],
  fish: [
    'farmctl completion fish | source',
    'farmctl completion fish > ~/.config/fish/completions/farmctl.fish',
  ],
};

/** The scripts are in the package root, above any build output directory. */
function findScript(name: string): URL {
  let folder = new URL('.', import.meta.url);
  while (folder.pathname !== '/') {
    const script = new URL(`completions/${name}`, folder);
    if (existsSync(script)) return script;
    folder = new URL('..', folder);
  }
  throw new Error(`the package lacks completions/${name}`);
}
