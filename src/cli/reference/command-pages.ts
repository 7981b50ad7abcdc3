import type { Command, Option } from 'commander';
import { type HelpTail, helpTailOf } from '../help-examples.ts';

/** A flag as reference pages show it. */
export interface FlagEntry {
  /** As it is typed: `-o, --output <format>`. */
  readonly flags: string;
  readonly meaning: string;
  /** The heading that the help puts it under; undefined for most. */
  readonly group: string | undefined;
}

/** A command that can be run, as reference pages show it. */
export interface CommandPage extends HelpTail {
  /** Words behind `farmctl`: `flocks list`. */
  readonly path: string;
  /** The whole line: `farmctl flocks get <id-or-name>`. */
  readonly usage: string;
  readonly summary: string;
  /** Without those that every command takes. */
  readonly flags: readonly FlagEntry[];
}

/** The flags that every command takes. */
export function globalFlagEntries(program: Command): readonly FlagEntry[] {
  return program.options.filter(isShown).map(flagEntry);
}

/** Every command that can be run, in the order of their declaration. */
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

/** A command with others below it can be run too where it takes arguments. */
function runnableCommands(command: Command, path = ''): readonly FoundCommand[] {
  const below = command.commands.flatMap((child) =>
    runnableCommands(child, `${path} ${child.name()}`.trim()),
  );
  const isRunnable = command.commands.length === 0 || command.registeredArguments.length > 0;
  return isRunnable ? [{ path, command }, ...below] : below;
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
