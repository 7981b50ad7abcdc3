import type { Command, Option } from 'commander';
import { wordsBehind } from '../completed-option.ts';
import { isNamedResource, type NamedResource } from '../resolve-name.ts';

/** What may follow on the line: below a command other ones, values and flags; behind a flag values. */
export interface CompletionWords {
  /**
   * The command as words behind `farmctl`, and the flag where it takes certain words only:
   * `flocks list`, `webhook add --events`; empty for the program itself.
   */
  readonly path: string;
  readonly words: readonly string[];
  /** The names of its rows may follow too, those that this machine has seen. */
  readonly names?: NamedResource;
  /** The path of a file or folder may follow too. */
  readonly files?: true;
}

/** The flags behind which a row is named, in every command. */
const namedBehind: Readonly<Record<string, NamedResource>> = {
  '--farm': 'farms',
  '--farms': 'farms',
  '--barn': 'barns',
  '--barn-id': 'barns',
  '--flock': 'flocks',
  '--flock-id': 'flocks',
  '--contact-id': 'contacts',
  '--customer-id': 'contacts',
  '--supplier-id': 'contacts',
};

/** Walks the command tree: one entry a command, in the order of their declaration. */
export function completionWords(command: Command, path = ''): readonly CompletionWords[] {
  const below = command.commands.map((child) => child.name());
  const flags = command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const words = [...below, ...values, ...flags, '--help'];
  const takesFile = command.registeredArguments.some((argument) => FILE.test(argument.name()));
  const own = { path, words, ...namesOf(rowsOf(command)), ...filesOf(takesFile) };
  const behindFlags = command.options.flatMap((option) => behindFlag(option, path));
  const children = command.commands.flatMap((child) =>
    completionWords(child, path === '' ? child.name() : `${path} ${child.name()}`),
  );
  return [own, ...behindFlags, ...children];
}

function behindFlag(option: Option, path: string): readonly CompletionWords[] {
  const { long, hidden, flags } = option;
  if (!long || hidden) return [];
  const words = wordsBehind(option);
  const names = namedBehind[long];
  const takesFile = FILE.test(flags.split(/[<>[\]]/)[1] ?? '');
  if (words.length === 0 && !names && !takesFile) return [];
  return [{ path: `${path} ${long}`.trim(), words, ...namesOf(names), ...filesOf(takesFile) }];
}

/** Placeholders of paths. */
const FILE = /^(?:files?|folder)(?:\.\.\.)?$/;

function filesOf(takesFile: boolean): { readonly files?: true } {
  return takesFile ? { files: true } : {};
}

/** Whose rows the first argument of a command names: that of `flocks get`. */
function rowsOf(command: Command): NamedResource | undefined {
  const noun = command.parent?.name() ?? '';
  const [argument] = command.registeredArguments;
  return isNamedResource(noun) && argument?.name() === 'id-or-name' ? noun : undefined;
}

function namesOf(names: NamedResource | undefined): { readonly names?: NamedResource } {
  return names === undefined ? {} : { names };
}
