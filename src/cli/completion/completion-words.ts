import type { Command } from 'commander';

/** What may follow a command on the line: the commands below it, then its flags. */
export interface CompletionWords {
  /** The command as words behind `farmctl`: `flocks list`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly string[];
}

/** Walks the command tree: one entry a command, in the order of their declaration. */
export function completionWords(command: Command, path = ''): readonly CompletionWords[] {
  const below = command.commands.map((child) => child.name());
  const flags = command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
  const own = { path, words: [...below, ...flags, '--help'] };
  const children = command.commands.flatMap((child) =>
    completionWords(child, path === '' ? child.name() : `${path} ${child.name()}`),
  );
  return [own, ...children];
}
