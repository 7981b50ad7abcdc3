import type { Command } from 'commander';

/** What may follow on the line: below a command other ones, values and flags; behind a flag values. */
export interface CompletionWords {
  /**
   * The command as words behind `farmctl`, and the flag where it takes certain words only:
   * `flocks list`, `webhook add --events`; empty for the program itself.
   */
  readonly path: string;
  readonly words: readonly string[];
}

/** Walks the command tree: one entry a command, in the order of their declaration. */
export function completionWords(command: Command, path = ''): readonly CompletionWords[] {
  const below = command.commands.map((child) => child.name());
  const flags = command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const own = { path, words: [...below, ...values, ...flags, '--help'] };
  const behindFlags = command.options.flatMap(({ long, hidden, argChoices: words }) =>
    long && !hidden && words ? [{ path: `${path} ${long}`.trim(), words }] : [],
  );
  const children = command.commands.flatMap((child) =>
    completionWords(child, path === '' ? child.name() : `${path} ${child.name()}`),
  );
  return [own, ...behindFlags, ...children];
}
