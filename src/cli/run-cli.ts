import type { Command, CommanderError } from 'commander';
import type { Translator } from '../i18n/render-message.ts';
import { type Message, message } from '../model/core/message.ts';
import { nearestWord } from '../tools/words.ts';
import { findCommand, listCommands } from './command-table.ts';
import {
  CliError,
  didYouMean,
  EndingFailed,
  exitCodeOf,
  outcomeOf,
  usageError,
} from './core/errors.ts';
import { type Io, OutputClosed } from './core/io.ts';
import { createDeadline, type Deadline } from './core/time.ts';
import type { Phrases } from './output/error-report.ts';
import { createProgram, DESCRIPTION, type ProgramEvents, typedPath } from './program.ts';
import { type ContextOptions, createContext, type OpenContext } from './session/context.ts';
import { type GlobalFlagValues, globalFlags } from './session/global-flags.ts';

/** Inputs of a CLI run besides its arguments; tests pass their own. */
export type CliOptions = Omit<ContextOptions, 'flags' | 'run'>;

const KEY_HINT = message('hint.keyIsNoFlag');

/** State of the running command. */
interface Running {
  command: readonly string[];
  flags: GlobalFlagValues;
  /** The flags that it accepts. */
  names?: readonly string[];
  readonly deadline: Deadline;
}

/** Runs one command line, prints its result or its error, and returns the exit status. */
export async function runCli(argv: readonly string[], options: CliOptions): Promise<number> {
  const deadline = createDeadline(options.io);
  const running: Running = { command: [], flags: {}, deadline };
  const context = createContext({
    ...options,
    io: deadline.io,
    flags: () => running.flags,
    run: (words, io) => runCli(words, { ...options, io }),
  });
  try {
    const help = await runCommand(argv, { context, running, version: options.version });
    await writeHelp(help, argv, options.io);
    await reportWarnings(context);
    return 0;
  } catch (error) {
    return await endWith(error, { argv, context, running });
  } finally {
    deadline.clear();
    await context.close().catch((error: unknown) => reportUnlogged(context, error));
  }
}

/** Reports an error after the end of a command: the audit log then lacks an entry for it. */
async function reportUnlogged(context: OpenContext, error: unknown): Promise<void> {
  const { code } = Object(error) as { readonly code?: unknown };
  if (code === 'audit_incomplete') await context.warn(message('fault.auditNotWritten'));
}

/** Uses a pager if stdout is a terminal. */
async function writeHelp(help: string, argv: readonly string[], { stdout }: Io): Promise<void> {
  const isPaged = stdout.show && help !== '' && !argv.includes('--no-pager');
  await (isPaged ? stdout.show?.(help) : stdout.write(help));
}

interface Run {
  readonly context: OpenContext;
  readonly running: Running;
}

/** Runs the requested command; returns the help that commander wrote. */
async function runCommand(
  argv: readonly string[],
  { context, running, version }: Run & { readonly version: string },
): Promise<string> {
  const [first] = argv;
  if (first === '--version' || first === '-V') return `${version}\n`;
  const words = await expandHelp(argv);
  const noun = findNoun(words);
  const help: string[] = [];
  const events = programEvents(running, help, context.io);
  if (noun === undefined) {
    if (!isHelp(words)) await parse(createProgram([], context, events), words);
    const { renderRootHelp } = await import('./session/root-help.ts');
    return renderRootHelp(DESCRIPTION, await listCommands(), events.helpWidth);
  }
  const entry = await findCommand(noun);
  if (!entry) throw await unknownCommand(noun);
  const program = createProgram([await entry.load(findVerb(words))], context, events);
  running.command = typedPath(program, words);
  await parse(program, words);
  return help.join('');
}

function programEvents(running: Running, help: string[], io: Io): ProgramEvents {
  return {
    helpWidth: io.stdout.columns,
    onHelp: (text) => help.push(text),
    onRun: async (command, flags, names) => {
      running.command = command;
      running.names = names;
      running.flags = flags;
      running.deadline.start(command, flags.timeout);
      if (flags.jq === undefined) return;
      const { checkJq } = await import('./output/print-output.ts');
      await checkJq(flags.jq);
    },
  };
}

/** `farmctl help flocks list` means `farmctl flocks list --help`; help topics are unchanged. */
async function expandHelp(argv: readonly string[]): Promise<readonly string[]> {
  const [first, noun, ...rest] = argv;
  if (first !== 'help') return argv;
  if (noun === undefined) return ['--help'];
  const isCommand = (await findCommand(noun)) !== undefined;
  return isCommand ? [noun, ...rest, '--help'] : argv;
}

function isHelp(words: readonly string[]): boolean {
  return words.length === 0 || words.includes('--help') || words.includes('-h');
}

async function unknownCommand(noun: string): Promise<CliError> {
  const suggestion = nearestWord(
    noun,
    (await listCommands()).map(({ name }) => name),
  );
  return usageError(
    `there is no command "${noun}"${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`,
    {
      hint: message('hint.help', { command: 'farmctl --help' }),
      text: [message('cli.noCommand', { word: noun }), ...didYouMean(suggestion)],
    },
  );
}

async function parse(program: Command, words: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    const { code, message } = error as Partial<CommanderError>;
    if (code === undefined || !code.startsWith('commander.')) throw error;
    if (code === 'commander.helpDisplayed' || code === 'commander.help') return;
    const readable = suggestLonger(readableMessage(message ?? ''), flagsOf(program, words));
    const text = unreadableText(code, readable);
    const isKey = /option "--(api-)?key"/.test(readable);
    throw usageError(readable, { text, ...(isKey ? { hint: KEY_HINT } : {}) });
  }
}

/** Localised messages for commander's parse errors. */
function unreadableText(code: string, readable: string): readonly Message[] | undefined {
  const [, word = ''] = /"([^"]*)"/.exec(readable) ?? [];
  const near = readable
    .split(SUGGESTS)[1]
    ?.slice(0, -1)
    .replace(/^one of /, '');
  if (code === 'commander.unknownOption') {
    return [message('cli.noFlag', { flag: word }), ...didYouMean(near)];
  }
  if (code === 'commander.unknownCommand') {
    return [message('cli.noCommand', { word }), ...didYouMean(near)];
  }
  if (code === 'commander.missingArgument') return [message('cli.missingArgument', { name: word })];
  if (code === 'commander.excessArguments') return [message('cli.tooManyArguments')];
  return valueText(code, readable);
}

/** Localised messages for commander's errors about flag values. */
function valueText(code: string, readable: string): readonly Message[] | undefined {
  const [flag] = /--[\w-]+/.exec(readable) ?? [];
  if (flag === undefined) return undefined;
  if (code === 'commander.optionMissingArgument') return [message('cli.valueMissing', { flag })];
  if (code === 'commander.missingMandatoryOptionValue') {
    return [message('cli.isMissing', { flag })];
  }
  const [text = '', words] = readable.split(' is invalid. Allowed choices are ');
  if (words === undefined) return undefined;
  const value = text.slice(text.indexOf(' argument ') + ' argument '.length);
  return [message('cli.oneOf', { flag, words: words.replace(/\.$/, ''), value })];
}

const SUGGESTS = '; did you mean ';

/** Joins `error: unknown option '--stauts'\n(Did you mean --status?)` into one line. */
function readableMessage(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean ([^\n]*)\?\)$/, '; did you mean $1?')
    .replaceAll("'", '"');
}

/** The long flags of the command that these words name. */
function flagsOf(program: Command, words: readonly string[]): readonly string[] {
  let command = program;
  for (const word of words) {
    command =
      command.commands.find((one) => [one.name(), ...one.aliases()].includes(word)) ?? command;
  }
  return command.options.flatMap(({ long }) => long ?? []);
}

/** Instead of a similar flag, suggests the flags that begin with the unknown one: `--date-from`. */
function suggestLonger(readable: string, flags: readonly string[]): string {
  const [start = '', quoted] = readable.split('"');
  const [typed] = quoted?.split('=') ?? [];
  const longer = flags.filter((flag) => flag.startsWith(`${typed}-`));
  const isUnknown = start === 'unknown option ' && longer.length > 0;
  return isUnknown ? `${start}"${quoted}"${SUGGESTS}${longer.join(', ')}?` : readable;
}

async function reportWarnings(context: OpenContext): Promise<void> {
  for (const warning of await context.warnings()) await context.warn(warning);
}

async function endWith(
  thrown: unknown,
  { argv, context, running }: Run & { readonly argv: readonly string[] },
): Promise<number> {
  // A reader that closes the pipe early is not an error.
  if (thrown instanceof OutputClosed) return 0;
  const { io } = context;
  const isInterrupted = io.interruption.aborted && !(thrown instanceof EndingFailed);
  const error: unknown = isInterrupted ? io.interruption.reason : thrown;
  if (error instanceof CliError && error.message === '') return exitCodeOf(error);
  const { buildErrorReport, phrasesOf, renderReport, renderReportJson } = await import(
    './output/error-report.ts'
  );
  const { writeHint } = await import('./session/follow-up.ts');
  const sources = await context.sources();
  const lang = running.flags.lang ?? findLanguageFlag(argv);
  running.flags = { ...running.flags, ...(lang === undefined ? {} : { lang }) };
  const phrases = await phrasesOf(context);
  const isJson = await wantsJson(argv, context);
  const translator = isJson ? await translatorOfJson(error, phrases) : phrases.translator;
  const errorReport = buildErrorReport(error, running.command, sources, translator);
  const report = writeHint(errorReport, { ...translator, flags: running.flags });
  if (isJson) {
    const { renderSentences } = await import('./output/error-hints.ts');
    const warnings = (await context.warnings()).map((text) => renderSentences(translator, text));
    await writeError(io, renderReportJson(warnings.length > 0 ? { ...report, warnings } : report));
    return report.exitCode;
  }
  await reportWarnings(context);
  const paint = io.paint(io.stderr, await context.colorMode());
  const { names } = running;
  const namedPhrases = names === undefined ? phrases : { ...phrases, flags: names };
  await writeError(io, renderReport(report, paint, namedPhrases));
  if (running.flags.verbose) await writeError(io, stackOf(error));
  return report.exitCode;
}

/** The stack of a fault of this program; empty for other errors. */
function stackOf(error: unknown): string {
  const isFault = outcomeOf(error) === 'bug' && error instanceof Error;
  return isFault ? `${error.stack ?? ''}\n` : '';
}

/** Programs read the service's own words; the errors of this command are for its user. */
async function translatorOfJson(error: unknown, { translator }: Phrases): Promise<Translator> {
  if (error instanceof CliError) return translator;
  return (await import('./output/error-hints.ts')).english;
}

async function wantsJson(argv: readonly string[], context: OpenContext): Promise<boolean> {
  const format = findFormatFlag(argv) ?? (await context.format().catch(() => undefined));
  return format === 'json' || format === 'jsonl';
}

async function writeError({ stderr }: Io, text: string): Promise<void> {
  await stderr.write(text).catch(() => undefined);
}

/** Names of the global flags, and whether each takes a value. */
const takesValue: ReadonlyMap<string, boolean> = new Map(
  Object.values(globalFlags).flatMap(({ flags }) => {
    const [names = '', value] = flags.split(' <');
    return names.split(', ').map((name) => [name, value !== undefined] as const);
  }),
);

/**
 * The command: the first word that is neither a flag nor the value of a global flag. Undefined when
 * there is none, or after an unknown flag, which might take a value.
 */
export function findNoun(argv: readonly string[]): string | undefined {
  return argv[wordFrom(argv, 0)];
}

/** The verb: the next such word after the command. */
export function findVerb(argv: readonly string[]): string | undefined {
  return argv[wordFrom(argv, wordFrom(argv, 0) + 1)];
}

/** Index of the next word; past the end when there is none. */
function wordFrom(argv: readonly string[], start: number): number {
  for (let index = start; index < argv.length; index++) {
    const word = argv[index] ?? '';
    if (word === '--') return index + 1;
    if (!word.startsWith('-')) return index;
    if (!isKnownFlag(word)) return argv.length;
    if (takesValue.get(word)) index += 1;
  }
  return argv.length;
}

/** Also accepts `--flag=value`, and a short flag directly followed by its value. */
function isKnownFlag(word: string): boolean {
  const [long = ''] = word.split('=');
  return takesValue.has(long) || (!word.startsWith('--') && takesValue.has(word.slice(0, 2)));
}

/** The requested language, when the command line could not be parsed. */
function findLanguageFlag(argv: readonly string[]): string | undefined {
  const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
  const langFlag = words.findLast((word) => word.startsWith('--lang='));
  const at = words.lastIndexOf('--lang');
  return langFlag?.slice('--lang='.length) ?? (at < 0 ? undefined : words[at + 1]);
}

/** The requested format, when the command line could not be parsed. */
export function findFormatFlag(argv: readonly string[]): string | undefined {
  let format: string | undefined;
  for (const [index, word] of argv.entries()) {
    if (word === '--') break;
    if (word === '-o' || word === '--output') format = argv[index + 1];
    else if (word.startsWith('--output=')) format = word.slice('--output='.length);
    else if (/^-o./.test(word)) format = word.slice(2);
  }
  return format;
}
