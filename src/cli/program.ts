import { Command, Help, Option } from 'commander';
import { message } from '../model/core/message.ts';
import type { AddCommand, CommandEntry } from './command-table.ts';
import { suggestWords } from './core/command-line.ts';
import { usageError } from './core/errors.ts';
import { resolveDateFlags } from './input/date-flags.ts';
import type { CommandContext } from './session/context.ts';
import {
  type GlobalFlag,
  type GlobalFlagName,
  type GlobalFlagValues,
  globalFlags,
  honouredFlags,
} from './session/global-flags.ts';
import { GLOBAL_FLAGS_LINE } from './session/root-help.ts';

/** Callbacks around the execution of a command. */
export interface ProgramEvents {
  /** The command that runs, its global flags, and the long names of all flags that it accepts. */
  onRun(
    command: readonly string[],
    flags: GlobalFlagValues,
    names: readonly string[],
  ): Promise<void>;
  /** Help was requested. */
  onHelp(text: string): void;
  /** Maximum width of help text, in columns. */
  readonly helpWidth: number;
}

type GlobalOptions = WeakMap<Command, ReadonlyMap<Option, GlobalFlagName>>;

/** Creates the program with only the requested commands. */
export function createProgram(
  adders: readonly AddCommand[],
  context: CommandContext,
  events: ProgramEvents,
): Command {
  const program = createRoot(events);
  for (const add of adders) add(program, context);
  const options: GlobalOptions = new WeakMap();
  addGlobalFlagsOnTheWay(program, options);
  program.hook('preAction', async (_program, command) => {
    const flags = flagsOf(command, options);
    requireHonoured(command, flags);
    const names = command.options.flatMap(({ long }) => long ?? []);
    await events.onRun(pathOf(command), flags, names);
    await resolveDateFlags(command, context);
  });
  return program;
}

/**
 * The whole program, for generating completions and reference pages; it is not run.
 * @public
 */
export async function createWholeProgram(
  entries: readonly CommandEntry[],
  context: CommandContext,
  events: ProgramEvents,
): Promise<Command> {
  const adders = await Promise.all(entries.map((entry) => entry.load()));
  const program = createRoot(events);
  for (const add of adders) add(program, context);
  addGlobalFlagsBelow(program, new WeakMap());
  return program;
}

/** One-line description of the program. */
export const DESCRIPTION = 'Operations service and command line for poultry farms';

function createRoot({ onHelp, helpWidth }: ProgramEvents): Command {
  // Positional options: a resource field may have the same name as a global flag; after the
  // command, the name refers to the field.
  return new Command('farmctl')
    .description(DESCRIPTION)
    .usage('<command> [flags]')
    .helpCommand(false)
    .helpOption('-h, --help', 'show this help')
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({ helpWidth, subcommandTerm, formatHelp })
    .configureOutput({ writeOut: onHelp, writeErr: onHelp, outputError: () => {} });
}

const GLOBAL_GROUP = 'Global flags:';
const plainHelp = new Help();

/** Omits the global flags, which have their own help page. */
function formatHelp(command: Command, helper: Help): string {
  const visibleOptions = (target: Command) =>
    helper
      .visibleOptions(target)
      .filter(({ helpGroupHeading }) => helpGroupHeading !== GLOBAL_GROUP);
  const shortened: Help = Object.assign(Object.create(helper), { visibleOptions });
  return `${plainHelp.formatHelp(command, shortened)}\n${GLOBAL_FLAGS_LINE}\n`;
}

function subcommandTerm(command: Command): string {
  const names = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '…' : '');
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...names].join(' ');
}

function addGlobalFlags(command: Command, options: GlobalOptions): void {
  const added = new Map<Option, GlobalFlagName>();
  for (const [name, flag] of Object.entries<GlobalFlag>(globalFlags)) {
    const { flags, summary, words = [] } = flag;
    const option = suggestWords(new Option(flags, summary).helpGroup(GLOBAL_GROUP), words);
    const isTaken = command.options.some(
      ({ long, short }) => long === option.long || (short !== undefined && short === option.short),
    );
    if (isTaken) continue;
    if (!isHonoured(command, name as GlobalFlagName)) option.hideHelp();
    command.addOption(option);
    added.set(option, name as GlobalFlagName);
  }
  options.set(command, added);
}

/**
 * Whether the command honours the flag as its help describes; the program itself accepts all flags.
 */
function isHonoured(command: Command, name: GlobalFlagName): boolean {
  return command.parent === null || honouredFlags(pathOf(command)).includes(name);
}

/** Throws a usage error for a flag that would be ignored, because the user expects an effect. */
function requireHonoured(command: Command, flags: GlobalFlagValues): void {
  const ignored = (Object.keys(flags) as GlobalFlagName[]).filter(
    (name) => !isHonoured(command, name),
  );
  if (ignored.length === 0) return;
  const names = ignored.map((name) => longName(globalFlags[name].flags));
  const path = pathOf(command).join(' ');
  throw usageError(`${path} does not take ${names.join(' or ')}`, {
    hint: message('hint.listFlags', { path }),
    text: [message('cli.notTaken', { path, flags: names.join(', ') })],
  });
}

/** `--output` of `-o, --output <format>`. */
function longName(flags: string): string {
  return flags.split(/[ ,]+/).find((word) => word.startsWith('--')) ?? flags;
}

/** Adds the global flags only to commands on the path of the command line, to save startup time. */
function addGlobalFlagsOnTheWay(command: Command, options: GlobalOptions): void {
  addGlobalFlags(command, options);
  command.hook('preSubcommand', (_command, subcommand) =>
    addGlobalFlagsOnTheWay(subcommand, options),
  );
}

function addGlobalFlagsBelow(command: Command, options: GlobalOptions): void {
  addGlobalFlags(command, options);
  for (const child of command.commands) addGlobalFlagsBelow(child, options);
}

/** Flag values of the command and its parents; the last one on the line takes precedence. */
function flagsOf(command: Command, options: GlobalOptions): GlobalFlagValues {
  const parentFlags = command.parent ? flagsOf(command.parent, options) : {};
  const ownFlags: Record<string, unknown> = {};
  for (const [option, name] of options.get(command) ?? []) {
    const key = option.attributeName();
    if (command.getOptionValueSource(key) === 'cli') ownFlags[name] = command.getOptionValue(key);
  }
  return { ...parentFlags, ...ownFlags };
}

/** The path of the typed command, as far as it was recognised: `flocks list`. */
export function typedPath(program: Command, words: readonly string[]): readonly string[] {
  const path: string[] = [];
  let command = program;
  for (const word of words) {
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (!child) continue;
    path.push(word);
    command = child;
  }
  return path;
}

/** The path of a command after `farmctl`. */
function pathOf(command: Command): readonly string[] {
  return command.parent ? [...pathOf(command.parent), command.name()] : [];
}
