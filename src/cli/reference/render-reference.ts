import type { Command, Option } from 'commander';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { resourceNames, resources } from '../../model/resources/registry.ts';
import { environmentNames } from '../config/setting-definitions.ts';
import { type HelpTail, helpTailOf } from '../core/command-line.ts';
import { exitCodes } from '../core/errors.ts';
import { outputFormatMeanings } from '../output/output.ts';

/** A flag in the reference pages. */
export interface FlagEntry {
  /** In help syntax: `-o, --output <format>`. */
  readonly flags: string;
  readonly meaning: string;
  /** Its heading in help; undefined for most. */
  readonly group: string | undefined;
}

/** A runnable command in the reference pages. */
export interface CommandPage extends HelpTail {
  /** Path after `farmctl`: `flocks list`. */
  readonly path: string;
  /** Full usage line: `farmctl flocks get <id-or-name>`. */
  readonly usage: string;
  readonly summary: string;
  /** Excludes the global flags. */
  readonly flags: readonly FlagEntry[];
}

export function globalFlagEntries(program: Command): readonly FlagEntry[] {
  return program.options.filter(isShown).map(flagEntry);
}

/** All runnable commands, in declaration order. */
export function commandPages(program: Command): readonly CommandPage[] {
  const shared = new Set(program.options.map(({ flags }) => flags));
  return runnableCommands(program).map(({ path, command }) => ({
    path,
    usage: usageOf(path, command),
    summary: command.description(),
    flags: command.options
      .filter((option) => isShown(option) && !shared.has(option.flags))
      .map(flagEntry),
    ...helpTailOf(command),
  }));
}

interface FoundCommand {
  readonly path: string;
  readonly command: Command;
}

/** A command with subcommands is also runnable if it takes arguments. */
function runnableCommands(command: Command, path = ''): readonly FoundCommand[] {
  const subcommandLines = command.commands.flatMap((child) =>
    runnableCommands(child, `${path} ${child.name()}`.trim()),
  );
  const isRunnable = command.commands.length === 0 || command.registeredArguments.length > 0;
  return isRunnable ? [{ path, command }, ...subcommandLines] : subcommandLines;
}

function usageOf(path: string, command: Command): string {
  const names = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '…' : '');
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return ['farmctl', path, ...names].join(' ');
}

function isShown({ hidden }: Option): boolean {
  return !hidden;
}

function flagEntry({ flags, description, helpGroupHeading }: Option): FlagEntry {
  return { flags, meaning: description, group: helpGroupHeading };
}

/** The commands of one resource. */
export interface ResourcePart {
  readonly definition: ResourceDefinition;
  readonly verbs: readonly string[];
  readonly filters: readonly FlagEntry[];
  readonly fields: readonly FlagEntry[];
  /** Commands that other resources do not have. */
  readonly own: readonly CommandPage[];
}

/** The commands grouped by how they are documented: individually, or once for all resources. */
export interface ReferenceParts {
  /** Commands that do not belong to a resource. */
  readonly written: readonly CommandPage[];
  /**
   * Commands common to all resources, documented with one resource as the example; without filters
   * and fields.
   */
  readonly shared: readonly CommandPage[];
  readonly resources: readonly ResourcePart[];
}

/** The resource used as the example for all. */
const SAMPLE = 'flocks';

/** Groups the pages, so that the commands common to 32 resources are documented once. */
export function referenceParts(pages: readonly CommandPage[]): ReferenceParts {
  const pagesOf = (noun: string) => pages.filter(({ path }) => path.split(' ')[0] === noun);
  const isResource = new Set<string>(resourceNames);
  const common = commonVerbs(resourceNames.map((name) => pagesOf(name).map(verbOf)));
  return {
    written: pages.filter(({ path }) => !isResource.has(path.split(' ')[0] ?? '')),
    shared: pagesOf(SAMPLE)
      .filter((page) => common.has(verbOf(page)))
      .map((page) => ({ ...page, flags: page.flags.filter(({ group }) => group === undefined) })),
    resources: resourceNames.map((name) => resourcePart(resources[name], pagesOf(name), common)),
  };
}

function resourcePart(
  definition: ResourceDefinition,
  pages: readonly CommandPage[],
  common: ReadonlySet<string>,
): ResourcePart {
  const flagsOf = (verb: string, heading: string) =>
    pages.find((page) => verbOf(page) === verb)?.flags.filter(({ group }) => group === heading);
  return {
    definition,
    verbs: pages.map(verbOf).filter((verb) => common.has(verb)),
    filters: flagsOf('list', 'Filters:') ?? [],
    fields: flagsOf('create', 'Fields:') ?? [],
    own: pages.filter((page) => !common.has(verbOf(page))),
  };
}

/** The verbs of more than one resource. */
function commonVerbs(verbs: readonly (readonly string[])[]): ReadonlySet<string> {
  const seenVerbs = new Set<string>();
  const common = new Set<string>();
  for (const verb of verbs.flatMap((verbNames) => [...new Set(verbNames)])) {
    if (seenVerbs.has(verb)) common.add(verb);
    seenVerbs.add(verb);
  }
  return common;
}

function verbOf({ path }: CommandPage): string {
  return path.split(' ').slice(1).join(' ');
}

/** The reference of the command line as a Markdown document. */
export function renderMarkdown(parts: ReferenceParts, globalFlags: readonly FlagEntry[]): string {
  return [
    '# The commands of farmctl\n',
    'Generated from the commands. In a terminal: `farmctl <command> --help`.\n',
    '## Global flags\n',
    'Each command accepts the global flags listed in its help and rejects the others with exit status 2.\n',
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

/** Escapes text that Markdown would interpret as a tag. */
function text(prose: string): string {
  return prose.replaceAll('<', '\\<').replaceAll('*', '\\*');
}

/** The CLI reference as a manual page, in the macros of man(7). */
export function renderMan(
  parts: ReferenceParts,
  {
    globalFlags,
    description,
  }: {
    readonly globalFlags: readonly FlagEntry[];
    readonly description: string;
  },
): string {
  return `${[
    '.TH FARMCTL 1 "" farmctl "User Commands"',
    '.SH NAME',
    roff(`farmctl - ${description}`),
    '.SH SYNOPSIS',
    '.B farmctl',
    roff('<command> [flags]'),
    '.SH COMMANDS',
    ...parts.written.flatMap(pageLines),
    '.SH RESOURCES',
    roff('The commands of the 32 resources are alike; here with flocks.'),
    ...parts.shared.flatMap(pageLines),
    ...parts.resources.flatMap(resourceLines),
    '.SH OPTIONS',
    roff('Every command takes these.'),
    ...globalFlags.flatMap(flagLines),
    '.SH EXIT STATUS',
    ...Object.values(exitCodes).flatMap(({ code, meaning }) => entry(String(code), meaning)),
    '.SH ENVIRONMENT',
    ...environmentNames.flatMap(({ name, meaning }) => entry(name, meaning)),
  ].join('\n')}\n`;
}

function pageLines({ usage, summary, flags, notes, examples }: CommandPage): readonly string[] {
  return [
    `.SS "${quoted(usage)}"`,
    roff(`${summary}.`),
    ...flags.flatMap(flagLines),
    ...(notes ? ['.PP', ...verbatim(notes.split('\n'))] : []),
    ...(examples.length > 0 ? ['.PP', 'Examples:', ...verbatim(examples)] : []),
  ];
}

function resourceLines({ definition, verbs, filters, own }: ResourcePart): readonly string[] {
  const { name, summary } = definition;
  const flags = filters.map((flag) => flag.flags.split(' ')[0]).join(', ');
  return [
    ...entry(name, `${summary}. Commands: ${verbs.join(', ')}. Filters: ${flags || 'none'}.`),
    ...own.flatMap(pageLines),
  ];
}

function flagLines({ flags, meaning }: FlagEntry): readonly string[] {
  return entry(flags, meaning);
}

function entry(term: string, meaning: string): readonly string[] {
  return ['.TP', `.B ${roff(term)}`, roff(meaning) || '\\&'];
}

function verbatim(lines: readonly string[]): readonly string[] {
  return ['.RS 4', '.nf', ...lines.map((line) => roff(line) || '.sp'), '.fi', '.RE'];
}

/** Text that roff prints literally: without escapes, hyphens that break copying, or requests. */
function roff(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll("'", '\\(aq');
  return /^[.]/.test(escaped) ? `\\&${escaped}` : escaped;
}

/** Quotes text as a macro argument. */
function quoted(text: string): string {
  return roff(text).replaceAll('"', '\\(dq');
}
