import { environmentNames } from '../config/environment-names.ts';
import { exitCodes } from '../exit-codes.ts';
import type { CommandPage, FlagEntry } from './command-pages.ts';
import type { ReferenceParts, ResourcePart } from './reference-parts.ts';

/** The reference of the command line as a manual page, in the macros of man(7). */
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

/** Text that roff prints as it stands: no escapes, no hyphens that break copies, no requests. */
function roff(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll("'", '\\(aq');
  return /^[.]/.test(escaped) ? `\\&${escaped}` : escaped;
}

/** Text as an argument of a macro. */
function quoted(text: string): string {
  return roff(text).replaceAll('"', '\\(dq');
}
