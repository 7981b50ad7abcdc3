/** A top-level command, as listed in help. */
export interface ListedCommand {
  readonly name: string;
  readonly summary: string;
  readonly group: string;
}

/** Commands in the top-level help, in the order a newcomer needs them. */
export const mostUsed: readonly string[] = [
  'init',
  'demo',
  'serve',
  'digest',
  'dashboard',
  'gaps',
  'flocks',
  'daily-logs',
  'alerts',
  'tasks',
  'feed-deliveries',
  'sales',
  'ask',
  'auth',
  'doctor',
];

const USAGE = 'Usage: farmctl <command> [flags]';
const RESOURCES = 'Resources: ';

/** Line in a command's help that refers to the global flags. */
export const GLOBAL_FLAGS_LINE = 'Global flags: farmctl help flags';

const MORE_HELP = `Learn more:
  farmctl <command> --help     subcommands, flags and examples of a command
  farmctl help all             every command
  farmctl help flags           flags that most commands take
  farmctl help <topic>         dates, breeds, formats, environment, exit-codes`;

/** Top-level help: the most used commands, and the groups of the others. */
export function renderRootHelp(
  description: string,
  entries: readonly ListedCommand[],
  width: number,
): string {
  const mostUsedEntries = mostUsed.flatMap(
    (name) => entries.find((entry) => entry.name === name) ?? [],
  );
  const groups = [...new Set(entries.map(({ group }) => group))];
  const resources = groups.filter((group) => group.startsWith(RESOURCES));
  const otherGroups = groups.filter((group) => !group.startsWith(RESOURCES));
  const names = resources.map((group) => group.slice(RESOURCES.length));
  return [
    USAGE,
    '',
    description,
    '',
    'Most used:',
    ...listing(mostUsedEntries).map((line) => cut(line, width)),
    '',
    'Groups (all commands: farmctl help all):',
    ...wrapped(otherGroups.join(', '), width),
    ...wrapped(`${RESOURCES}${names.join(', ')}`, width),
    '',
    MORE_HELP,
    '',
  ].join('\n');
}

/** Every command on one line, by group. */
export function renderAllCommands(entries: readonly ListedCommand[]): string {
  const groups = [...new Set(entries.map(({ group }) => group))];
  const sections = groups.map((group) =>
    [`${group}:`, ...listing(entries.filter((entry) => entry.group === group))].join('\n'),
  );
  return `${USAGE}\n\n${sections.join('\n\n')}\n`;
}

function listing(entries: readonly ListedCommand[]): readonly string[] {
  const width = Math.max(...entries.map(({ name }) => name.length));
  return entries.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
}

function cut(line: string, width: number): string {
  return line.length > width ? `${line.slice(0, width - 1).trimEnd()}…` : line;
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length + 1 > width) lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
