import type { FarmClient } from '../../client/client.ts';
import type { Transport } from '../../client/errors.ts';
import type { Attempt } from '../../client/retry.ts';
import type { TextKey } from '../../i18n/en.ts';
import type { Translator } from '../../i18n/render-message.ts';
import { type Language, type Message, message, type ParamsOf } from '../../model/core/message.ts';
import type { Clock } from '../../tools/clock.ts';
import type { Settings } from '../config/settings.ts';
import { usageError } from '../core/errors.ts';
import type { ColorMode, Io } from '../core/io.ts';
import {
  isOutputFormat,
  type Mark,
  markTexts,
  type Output,
  type OutputFormat,
  outputFormats,
  parseFields,
} from '../output/output.ts';
import type { PrintOptions } from '../output/print-output.ts';
import type { GlobalFlagValues } from './global-flags.ts';
import type { SeenAnswer } from './known-names.ts';
import { createPrompts, type Prompts } from './prompts.ts';
import { guardFields } from './requested-fields.ts';

/** Shared context of all commands. Everything in it is created on first use. */
export interface CommandContext {
  readonly io: Io;
  readonly now: Clock;
  /** Name and version of the program: `farmctl/1.2.0`. */
  readonly program: string;
  /** The global flags of the running command. */
  flags(): GlobalFlagValues;
  settings(): Promise<Settings>;
  client(): Promise<FarmClient>;
  /** A client for other settings; the caller must close it. */
  connect(settings: Settings): Promise<FarmClient>;
  /** IDs of the farms selected by flag or settings; empty: all that the key can access. */
  farms(): Promise<readonly string[]>;
  /** Runs another command line in this process, with its own streams and environment. */
  run(argv: readonly string[], io: Io): Promise<number>;
  prompts(): Prompts;
  /** The requested format; undefined when none was requested. */
  format(): Promise<OutputFormat | undefined>;
  /** Prints to stdout in the requested format. */
  print(output: Output): Promise<void>;
  /** Sets the language for a command when none was configured. */
  speakIn(language: Language): void;
  /** Translator for the configured language, English by default. */
  translator(): Promise<Translator>;
  /** A text in that language. */
  t<Key extends TextKey>(text: Key, ...params: ParamsOf<Key>): Promise<string>;
  /**
   * A message in that language, with commands in it completed for the current profile or server.
   */
  render(text: Message): Promise<string>;
  /** Writes a translated text to stderr as one line. */
  report<Key extends TextKey>(text: Key, ...params: ParamsOf<Key>): Promise<void>;
  /** Writes a translated message to stderr as one line. */
  warn(text: Message): Promise<void>;
  /** Writes one line to stderr. Text from the API must be neutralised. */
  note(line: string): Promise<void>;
}

/** Options for creating a context; tests pass their own. */
export interface ContextOptions {
  readonly io: Io;
  readonly clock: Clock;
  readonly version: string;
  readonly flags: () => GlobalFlagValues;
  readonly openTransport: (
    settings: Settings,
    environment: CommandContext['io']['environment'],
  ) => Promise<Transport>;
  readonly random: () => number;
  readonly sleep: (millis: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly newKey: () => string;
  readonly run: CommandContext['run'];
}

/** A context, and the cleanup of its resources. */
export interface OpenContext extends CommandContext {
  /** Warnings about the settings; reported after the command has finished. */
  warnings(): Promise<readonly Message[]>;
  /** Sources of the settings that have been read. */
  sources(): Promise<Settings['sources']>;
  colorMode(): Promise<ColorMode | undefined>;
  close(): Promise<void>;
}

/** Creates the context of one command. */
export function createContext(options: ContextOptions): OpenContext {
  const { io, flags } = options;
  let settings: Promise<Settings> | undefined;
  let client: Promise<FarmClient> | undefined;
  let farms: Promise<readonly string[]> | undefined;
  let otherwise: Language | undefined;
  const answers: SeenAnswer[] = [];
  const language = async () => (await findLanguage(context, settings)) ?? otherwise ?? 'en';
  const note = (line: string) => writeNote(io, line);
  const context: CommandContext = {
    io,
    now: options.clock,
    program: `farmctl/${options.version}`,
    flags,
    settings: () => {
      settings ??= readSettings(options);
      return settings;
    },
    client: () => {
      client ??= context
        .settings()
        .then((settings) => openClient(options, settings, { context, answers }));
      return client;
    },
    connect: (other) => openClient(options, other, { context, answers }),
    run: options.run,
    farms: () => {
      farms ??= findFarms(context);
      return farms;
    },
    prompts: () => createPrompts(io, context.translator),
    speakIn: (language) => {
      otherwise = language;
    },
    translator: async () => {
      const { loadLanguage } = await import('../../i18n/load-language.ts');
      return loadLanguage(await language());
    },
    render: async (text) => {
      const { renderMessage } = await import('../../i18n/render-message.ts');
      const { writeCommands } = await import('./follow-up.ts');
      const translator = await context.translator();
      const { texts } = translator;
      return writeCommands(renderMessage(translator, text), { flags: flags(), texts });
    },
    t: (text, ...params) => context.render(message<string>(text, ...params)),
    report: async (text, ...params) => note(await context.t(text, ...params)),
    warn: async (text) => note(`farmctl: ${await context.render(text)}`),
    format: () => findFormat(context, settings),
    print: async (output) => {
      const { printOutput } = await import('../output/print-output.ts');
      const options = await printOptions(context, settings, await language());
      const findNames = async (ids: readonly string[]) => {
        const { findRowNames } = await import('./resolve-name.ts');
        return findRowNames(await context.client(), ids, io.interruption);
      };
      const findZone = async () => {
        const { findOwnZone } = await import('./resolve-name.ts');
        return findOwnZone(await context.client(), io.interruption);
      };
      const onLeftOut = async (names: readonly string[]) =>
        context.report('cli.noRoom', { names: names.join(', ') });
      const onMark = (mark: Mark) => context.report(markTexts[mark]);
      await printOutput(output, { ...options, onLeftOut, onMark, findNames, findZone }, io.stdout);
    },
    note,
  };
  return {
    ...context,
    warnings: async () => (await settings?.catch(() => undefined))?.warnings ?? [],
    sources: async () => (await settings?.catch(() => undefined))?.sources ?? {},
    colorMode: () => findColorMode(flags(), settings),
    close: async () => {
      await (await client?.catch(() => undefined))?.close();
      await rememberAnswers(io, answers);
    },
  };
}

/** Writes a line to stderr; a write error does not stop the command. */
async function writeNote(io: Io, line: string): Promise<void> {
  await io.stderr.write(`${line}\n`).catch(() => undefined);
}

type Reporter = Pick<CommandContext, 'io' | 'note' | 'report'>;

async function readSettings({ io, flags }: ContextOptions): Promise<Settings> {
  const { loadSettings } = await import('../config/settings.ts');
  const { environment, cwd, home } = io;
  return loadSettings({ flags: flags(), environment, cwd, home });
}

async function openClient(
  options: ContextOptions,
  settings: Settings,
  { context, answers }: { readonly context: Reporter; readonly answers: SeenAnswer[] },
): Promise<FarmClient> {
  const { clock, random, sleep, newKey, io, version } = options;
  const { createClient } = await import('../../client/client.ts');
  const openedTransport = await options.openTransport(settings, io.environment);
  const transport = guardFields(watchAnswers(openedTransport, answers), options.flags);
  const onAttempt = await attemptReporter(settings, context);
  return createClient({
    transport,
    key: settings.key,
    userAgent: `farmctl/${version}`,
    language: await languageOf(settings.lang),
    clock,
    random,
    sleep,
    newKey,
    maxWaitMs: settings.maxWaitMs,
    signal: io.interruption,
    onAttempt,
  });
}

/** The language of the settings; undefined when not set or not supported. */
async function languageOf(lang: string | undefined): Promise<Language | undefined> {
  if (lang === undefined) return undefined;
  const { knownLanguage } = await import('./defaults.ts');
  return knownLanguage(lang);
}

const NAMING = /^\/v1\/platform\/(?:me|farms|barns|flocks|contacts)(?:\?|$)/;
const MOST_ANSWERS = 4;

/** The transport, collecting the first answers that contain row names. */
function watchAnswers(transport: Transport, answers: SeenAnswer[]): Transport {
  return {
    ...transport,
    async send(request) {
      const response = await transport.send(request);
      const { method, path } = request;
      const isNaming = method === 'GET' && response.status === 200 && NAMING.test(path);
      if (isNaming && answers.length < MOST_ANSWERS) answers.push({ path, body: response.body });
      return response;
    },
  };
}

async function rememberAnswers(io: Io, answers: readonly SeenAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  const { rememberNames } = await import('./known-names.ts');
  await rememberNames(io, answers);
}

async function findFarms(
  context: Pick<CommandContext, 'settings' | 'client'>,
): Promise<readonly string[]> {
  const settings = await context.settings();
  if (settings.farm === undefined && settings.farms.length === 0) return [];
  const { chosenFarms } = await import('./defaults.ts');
  return chosenFarms(await context.client(), settings);
}

const LONG_WAIT_MILLIS = 2000;

/** Logs each attempt if requested; otherwise reports long waits when stderr is a terminal. */
export async function attemptReporter(
  { verbose, debugHttp }: Settings,
  { io, note, report }: Reporter,
): Promise<(attempt: Attempt) => void> {
  if (verbose || debugHttp) {
    const { attemptDump, attemptLine } = await import('./transports.ts');
    const describe = debugHttp ? attemptDump : attemptLine;
    return (attempt) => void note(describe(attempt));
  }
  return ({ retryInMs = 0 }) => {
    if (retryInMs < LONG_WAIT_MILLIS || !io.stderr.isTerminal) return;
    void report('note.serverBusy', { seconds: Math.round(retryInMs / 1000) });
  };
}

/** Opens the transport to the configured server. */
export async function openTransport(
  settings: Settings,
  environment: CommandContext['io']['environment'] = {},
): Promise<Transport> {
  const { server, dataDir, databaseUrl, timeoutMs } = settings;
  if (server !== 'embedded') {
    const { createHttpTransport } = await import('../../client/http-transport.ts');
    return createHttpTransport(server, { timeoutMs });
  }
  const { openEmbeddedTransport } = await import('./transports.ts');
  return openEmbeddedTransport(dataDir, { timeoutMs, environment, databaseUrl });
}

/** Reads the settings; a command that tolerates an invalid file uses flags and environment only. */
async function findFormat(
  { flags, io }: Pick<CommandContext, 'flags' | 'io'>,
  settings: Promise<Settings> | undefined,
): Promise<OutputFormat | undefined> {
  const { output } = (await settings?.catch(() => undefined)) ?? {};
  const formatName = output ?? flags().output ?? io.environment['FARMCTL_OUTPUT'];
  if (formatName === undefined || formatName === '') return undefined;
  if (isOutputFormat(formatName)) return formatName;
  throw usageError(`there is no output format "${formatName}"`, {
    hint: message('hint.outputFormats', { outputFormats: outputFormats.join(', ') }),
    text: [message('cli.noFormat', { name: formatName })],
  });
}

async function findColorMode(
  { color }: GlobalFlagValues,
  settings: Promise<Settings> | undefined,
): Promise<ColorMode | undefined> {
  const loaded = await settings?.catch(() => undefined);
  return loaded?.color ?? (color === 'always' || color === 'never' ? color : undefined);
}

/** The configured language; undefined when not set or not supported. */
async function findLanguage(
  { flags, io }: Pick<CommandContext, 'flags' | 'io'>,
  settings: Promise<Settings> | undefined,
): Promise<Language | undefined> {
  const loaded = await settings?.catch(() => undefined);
  return languageOf(loaded?.lang ?? flags().lang ?? (await storedLanguage(flags(), io)));
}

/** The same for a command that needs no settings, or exits before it has read them. */
async function storedLanguage(
  { profile }: GlobalFlagValues,
  { environment, cwd, home }: Io,
): Promise<string | undefined> {
  const { readLanguage } = await import('../config/resolve-settings.ts');
  return readLanguage({ flags: { profile }, environment, cwd, home });
}

async function printOptions(
  context: Pick<CommandContext, 'flags' | 'io' | 'now'>,
  settings: Promise<Settings> | undefined,
  language: Language,
): Promise<PrintOptions> {
  const { io, now } = context;
  const { fields, header = true, jq, failEmpty = false, pager = true } = context.flags();
  const format = await findFormat(context, settings);
  const mode = await findColorMode(context.flags(), settings);
  // An explicit format produces the same bytes on a terminal and in a pipe.
  const isShown = format === undefined && io.stdout.isTerminal;
  return {
    format,
    fields: parseFields(fields),
    header,
    jq,
    failEmpty,
    isPaged: pager,
    view: {
      width: isShown ? io.stdout.columns : undefined,
      paint: io.paint({ isTerminal: isShown }, mode),
      now: isShown ? now.now() : undefined,
      isolates: isShown,
      language,
    },
  };
}
