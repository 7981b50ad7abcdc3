import { environmentNames } from '../config/environment-names.ts';
import { exitCodes } from '../exit-codes.ts';
import { outputFormatMeanings } from '../output/output-format.ts';
import type { CommandPage, FlagEntry } from './command-pages.ts';
import type { ReferenceParts, ResourcePart } from './reference-parts.ts';

/** The reference of the command line as a Markdown document. */
export function renderMarkdown(parts: ReferenceParts, globalFlags: readonly FlagEntry[]): string {
  return [
    '# The commands of farmctl\n',
    'Made from the commands themselves. On a terminal: `farmctl <command> --help`.\n',
    '## Global flags\n',
    'A command takes those that its help shows and refuses the others with exit status 2.\n',
    flagTable(globalFlags),
    '## Commands\n',
    ...parts.written.map((page) => renderPage(page, '###')),
    '## Resources\n',
    'The commands of the 32 resources are alike; here with `flocks`.\n',
    ...parts.shared.map((page) => renderPage(page, '###')),
    ...parts.resources.map(renderResource),
    '## Exit status\n',
    table(
      ['status', 'meaning'],
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
    ),
    '## Formats\n',
    table(
      ['`-o`', 'meaning'],
      Object.entries(outputFormatMeanings).map(([name, meaning]) => [code(name), meaning]),
    ),
    '## Environment\n',
    table(
      ['variable', 'meaning'],
      environmentNames.map(({ name, meaning }) => [code(name), meaning]),
    ),
  ].join('\n');
}

function renderPage(page: CommandPage, heading: '###' | '####'): string {
  const { usage, summary, flags, notes, examples } = page;
  return [
    `${heading} ${usage.replaceAll('<', '\\<')}\n`,
    `${text(summary)}.\n`,
    ...(flags.length > 0 ? [flagTable(flags)] : []),
    ...(notes ? [fenced('text', notes)] : []),
    ...(examples.length > 0 ? [fenced('sh', examples.join('\n'))] : []),
  ].join('\n');
}

function renderResource({ definition, verbs, filters, fields, own }: ResourcePart): string {
  const { name, summary } = definition;
  return [
    `### ${name}\n`,
    `${text(summary)}. Commands: ${verbs.map(code).join(', ')}.\n`,
    ...(filters.length > 0 ? [`Filters of \`${name} list\`:\n`, flagTable(filters)] : []),
    ...(fields.length > 0
      ? [`Fields of \`${name} create\` and \`${name} update\`:\n`, flagTable(fields)]
      : []),
    ...own.map((page) => renderPage(page, '####')),
  ].join('\n');
}

function flagTable(flags: readonly FlagEntry[]): string {
  return table(
    ['flag', 'meaning'],
    flags.map((flag) => [code(flag.flags), text(flag.meaning)]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('');
}

function fenced(language: string, content: string): string {
  return `\`\`\`${language}\n${content}\n\`\`\`\n`;
}

function code(word: string): string {
  return `\`${word}\``;
}

/** What Markdown would take for a tag is shown as it stands. */
function text(prose: string): string {
  return prose.replaceAll('<', '\\<').replaceAll('*', '\\*');
}
