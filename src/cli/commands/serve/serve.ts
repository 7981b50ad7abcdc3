import type { Command } from 'commander';
import { renderMessage, type Translator } from '../../../i18n/render-message.ts';
import { FarmError } from '../../../model/core/errors.ts';
import { type Message, message } from '../../../model/core/message.ts';
import type { ReadyLine, RunningServer } from '../../../server/jobs/running-server.ts';
import type { ServerOptions } from '../../../server/start-server.ts';
import { messageOf } from '../../../tools/unknown-values.ts';
import { absolutePath } from '../../config/config-paths.ts';
import { resolveSettings } from '../../config/resolve-settings.ts';
import { CliError, EndingFailed, foreign, usageError } from '../../core/errors.ts';
import { dateOption } from '../../input/date-flags.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Paint } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { explainRefusal } from '../core/named-database.ts';
import { settingsInput } from '../core/stored-settings.ts';
import { parseServeOptions, type ServeOptions, type TypedServeOptions } from './serve-options.ts';

/** Adds `serve`: runs the service on this machine. */
export function addServe(parent: Command, context: CommandContext): void {
  parent
    .command('serve')
    .description('Run the service on this machine')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 picks a free one', '8787')
    .option('--database <url>', 'PostgreSQL database instead of the embedded one')
    .option(
      '--mock [content]',
      'serve generated data from memory, in the language of --lang (default: en): demo or empty',
    )
    .option('--seed <number>', 'seed of the generated data (default: 42)')
    .addOption(
      dateOption('--now <time>', "the mock server's starting clock time", { present: 'machine' }),
    )
    .option('--fault <rule...>', "faults of the mock server, such as 'POST /tasks 503 20%'")
    .option(
      '--log-level <level>',
      'silent, fatal, error, warn, info, debug or trace (default: info; warn in a terminal)',
    )
    .option('--access-log', 'log a line for each request')
    .option('--public-metrics', 'allow access to /metrics from other machines')
    .option('--trust-proxy <addresses...>', 'proxies whose X-Forwarded-For header is trusted')
    .option('--no-console', 'serve only the API, without the web console')
    .option(
      '--base-path <path>',
      'path prefix under which a proxy serves the web console (default: /)',
    )
    .option('--weather-url <url>', 'URL of an Open-Meteo-compatible weather service')
    .option('--no-weather', 'do not fetch weather')
    .option('--no-brain', 'disable scheduled scans (no automatic alerts or gap checks)')
    .option('--no-integrations', 'disable scheduled polling of integrations')
    .option(
      '--secrets-dir <folder>',
      'folder with the secrets of integrations (default: secrets in the data folder)',
    )
    .option('--allow-host <hosts...>', 'private or non-TLS hosts that outbound requests may reach')
    .option('--backup-dir <folder>', 'back up the embedded database to this folder')
    .option(
      '--backup-at <cron>',
      'backup schedule as a cron expression (default: "0 3 * * *", every night at 3)',
    )
    .option('--backup-keep <count>', 'number of backups to keep (default: 14)')
    .option(
      '--audit-anchors <file>',
      'append signed checkpoints of the audit log to this file (default: audit-anchors.jsonl in the data folder)',
    )
    .option('--json', 'print one line of JSON once the server is ready')
    .addHelpText(
      'after',
      '\nSIGINT, SIGTERM or SIGHUP stops the server: pending requests are completed, the exit status is 0.\n' +
        'A second signal stops it immediately.\n' +
        '\nExamples:\n' +
        '  $ farmctl serve --backup-dir /media/stick/backups --backup-keep 30\n' +
        '  $ farmctl serve --mock --seed 42 --port 0 --json\n' +
        '  $ farmctl serve --mock --lang es',
    )
    .action((options: TypedServeOptions) => runServe(context, options));
}

/**
 * `serve`: runs the service until SIGINT, SIGTERM or SIGHUP, then finishes pending requests and
 * exits with status 0, since a signal is the normal way to stop a server. A second signal stops it
 * immediately.
 */
export async function runServe(
  context: CommandContext,
  typed: TypedServeOptions,
  start: StartServer = startReal,
): Promise<void> {
  const { io } = context;
  const { dataDir, lang } = context.flags();
  const isAttended = io.stderr.isTerminal;
  const startContext = { dataDir, lang, environment: io.environment, isAttended };
  const options = inFolder(parseServeOptions(typed, startContext), io);
  const { database, served } = await findDatabase(context, options);
  const server = await startOrExplain(start, options, { database, served });
  const { ready } = server;
  const model = modelLine(options);
  const render = async () => {
    if (typed.json) return `${JSON.stringify({ ...inOrder(ready), ...model })}\n`;
    const params = { ...served, ...model, ...(await linkOf(ready, options)) };
    return renderReady(ready, params, {
      paint: io.paint(io.stdout, undefined),
      translator: await context.translator(),
    });
  };
  try {
    await io.stdout.write(await render());
    await Promise.race([aborted(io.interruption), server.closed]);
  } finally {
    await server.close().catch(endingFailed);
  }
}

/**
 * A sign-in link to the console of a mock server; for a farm's own database, use `farmctl console`.
 */
async function linkOf(
  ready: ReadyLine,
  { mock, console }: ServeOptions,
): Promise<Pick<ServedData, 'link'>> {
  if (!mock || console === false) return {};
  const { ownerLink } = await import('../organisation/sign-in-link.ts');
  const link = await ownerLink(ready);
  return link === undefined ? {} : { link };
}

function endingFailed(cause: unknown): never {
  const reason = messageOf(cause);
  throw new EndingFailed(foreign(reason), cause);
}

/** The options with absolute paths. */
function inFolder(options: ServeOptions, { cwd, home }: CommandContext['io']): ServeOptions {
  const { backups, secrets, auditAnchors } = options;
  const absolute = (folder: string) => absolutePath(folder, { base: cwd, home });
  return {
    ...options,
    ...(backups ? { backups: { ...backups, folder: absolute(backups.folder) } } : {}),
    ...(auditAnchors ? { auditAnchors: absolute(auditAnchors) } : {}),
    ...(secrets?.folder ? { secrets: { ...secrets, folder: absolute(secrets.folder) } } : {}),
  };
}

/** The properties in documented order, independent of the server's order. */
function inOrder({ event, baseUrl, orgId, farms, keys, cameras, pid }: ReadyLine): ReadyLine {
  return { event, baseUrl, orgId, farms, keys, cameras, pid };
}

/** The model and its host; the key is never reported. */
function modelLine({ model: served }: ServeOptions): Pick<ServedData, 'model'> {
  return served ? { model: { name: served.model, host: new URL(served.url).host } } : {};
}

interface FoundDatabase {
  readonly database: ServerOptions['database'];
  readonly served: ServedData;
}

async function findDatabase(
  context: CommandContext,
  { mock, databaseUrl, replicaUrl }: ServeOptions,
): Promise<FoundDatabase> {
  if (mock) {
    const place = message('ready.mock', { content: mock.content, seed: String(mock.seed) });
    return { database: { kind: 'memory' }, served: { place, isMock: true } };
  }
  if (databaseUrl !== undefined) {
    const place = message('ready.postgres', { host: new URL(databaseUrl).host });
    const database = { kind: 'postgres', url: databaseUrl, replicaUrl } as const;
    return { database, served: { place, isMock: false } };
  }
  const { settings } = await resolveSettings(settingsInput(context));
  const dataDir = String(settings.dataDir.value);
  return { database: { kind: 'sqlite', dataDir }, served: { place: dataDir, isMock: false } };
}

async function startOrExplain(
  start: StartServer,
  options: ServeOptions,
  { database, served }: FoundDatabase,
): Promise<RunningServer> {
  const { host, port, mock, logLevel, faults, app, backups, weather, allowedHosts } = options;
  const { secretKey, model, brain, integrations, secrets, auditAnchors, console } = options;
  const { notices, provider } = options;
  try {
    return await start({
      ...{ host, port, database, logLevel, faults, app, allowedHosts },
      ...(console === undefined ? {} : { console }),
      ...(weather ? { weather } : {}),
      ...(brain === false ? { brain } : {}),
      ...(integrations === false ? { integrations } : {}),
      ...(secrets ? { secrets } : {}),
      ...(mock ? { mock } : {}),
      ...(backups ? { backups } : {}),
      ...(secretKey ? { secretKey } : {}),
      ...(auditAnchors ? { auditAnchors } : {}),
      ...(model ? { model } : {}),
      ...(notices ? { notices } : {}),
      ...(provider ? { provider } : {}),
    });
  } catch (error) {
    throw explainStart(error, options, served.place);
  }
}

const startFailures: Readonly<Record<string, (options: ServeOptions) => CliError>> = {
  EADDRINUSE: ({ host, port }) =>
    usageError(message('fault.portTaken', { port, host }), {
      hint: message('hint.otherPort'),
    }),
  EACCES: ({ host, port }) =>
    usageError(message('fault.portForbidden', { port, host }), {
      hint: message('hint.portAbove1023'),
    }),
  EADDRNOTAVAIL: ({ host }) =>
    usageError(message('fault.hostNotLocal', { host }), {
      hint: message('hint.otherHost'),
    }),
  ENOTFOUND: ({ host }) =>
    usageError(message('fault.unknownHost', { host }), {
      hint: message('hint.otherHost'),
    }),
};

/** Reports invalid configuration and database errors on one line; other errors are unchanged. */
function explainStart(error: unknown, options: ServeOptions, place: ServedData['place']): unknown {
  if (!(error instanceof Error) || isBug(error)) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isListening = syscall === 'listen' || syscall === 'getaddrinfo';
  const explain = isListening && code !== undefined ? startFailures[code] : undefined;
  if (explain) return explain(options);
  const describe = (reason: string | Message) =>
    message('fault.serverDoesNotStart', { place, reason });
  const explained = explainRefusal(error, describe);
  if (explained !== error) return explained;
  // Errors for API callers omit details that the operator needs.
  if (error instanceof FarmError && error.cause instanceof Error) {
    return new CliError('noConnection', describe(error.cause.message), {
      hint: null,
      cause: error,
    });
  }
  return usageError(describe(error.message), { cause: error });
}

function isBug(error: Error): boolean {
  return [TypeError, RangeError, ReferenceError, SyntaxError, CliError].some(
    (kind) => error instanceof kind,
  );
}

/** Resolves when a command is interrupted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Starts a server; commands use the real one, tests pass their own. */
export type StartServer = (options: ServerOptions) => Promise<RunningServer>;

/** Starts the real server, which is loaded lazily. */
export async function startReal(options: ServerOptions): Promise<RunningServer> {
  const { beginServer } = await import('../../../server/begin-server.ts');
  return beginServer(options);
}

/** Server information in addition to what the server reports. */
export interface ServedData {
  /** Location of the data: a directory, memory with its seed, or the host of a database. */
  readonly place: string | Message;
  readonly isMock: boolean;
  /** One-time sign-in link to the web console. */
  readonly link?: string;
  /** Language model for questions. */
  readonly model?: { readonly name: string; readonly host: string };
}

/** Style of the text: colours and language. */
export interface ReadyView {
  readonly paint: Paint;
  readonly translator: Translator;
}

const MOST_SHOWN = 5;

/** Information for the user who has started a server: its URL, its keys, and how to try it. */
export function renderReady(
  ready: ReadyLine,
  served: ServedData,
  { paint, translator }: ReadyView,
): string {
  const t = (line: Message | string) =>
    typeof line === 'string' ? line : renderMessage(translator, line);
  const { baseUrl, keys } = ready;
  const lines = [
    message('ready.listens', { url: paint.bold(baseUrl), place: served.place }),
    farmsLine(ready.farms),
    ...linkLines(served),
    ...keyLines(keys, served),
    ...cameraLines(ready.cameras),
    ...modelLines(served),
    '',
    message('ready.try'),
    ...tryLines(baseUrl, keys),
    '',
    message('ready.stop'),
  ];
  return lines.map((line) => `${t(line)}\n`).join('');
}

type Lines = readonly (Message | string)[];

function farmsLine(farms: ReadyLine['farms']): Message {
  if (farms.length === 0) return message('ready.noFarms');
  const names = farms.slice(0, MOST_SHOWN).map(({ name }) => neutralise(name));
  const omittedCount = farms.length - names.length;
  return message('ready.farms', { names: names.join(', '), more: omittedCount });
}

function linkLines({ link }: ServedData): Lines {
  return link === undefined ? [] : ['', message('ready.link'), `  ${link}`];
}

function keyLines(keys: ReadyLine['keys'], { isMock }: ServedData): Lines {
  const names = Object.keys(keys);
  if (names.length === 0) return [];
  const width = Math.max(...names.map((name) => name.length));
  return [
    '',
    message(isMock ? 'ready.keys' : 'ready.adminKey'),
    ...Object.entries(keys).map(([name, key]) => `  ${name.padEnd(width)}  ${key}`),
  ];
}

function cameraLines(cameras: ReadyLine['cameras']): Lines {
  if (cameras.length === 0) return [];
  const listedCameras = cameras.slice(0, MOST_SHOWN);
  const count = cameras.length - listedCameras.length;
  return [
    '',
    message('ready.cameras'),
    ...listedCameras.map(({ integrationId, token }) => `  ${integrationId}  ${token}`),
    ...(count > 0 ? [message('ready.moreCameras', { count, flag: '--json' })] : []),
  ];
}

function modelLines({ model }: ServedData): Lines {
  if (!model) return [];
  const { name, host } = model;
  return ['', message('ready.model', { name: neutralise(name), host: neutralise(host) })];
}

function tryLines(baseUrl: string, { admin }: ReadyLine['keys']): Lines {
  const login = `  farmctl auth login --server ${baseUrl}`;
  const tries = ['  farmctl farms list', '  farmctl console --open'];
  if (admin === undefined) {
    const command = "farmctl keys create computer --scope 'read:*' --scope 'write:*'";
    return [login, ...tries, message('ready.loginKey', { command })];
  }
  return [`  export FARMCTL_SERVER=${baseUrl}`, `  export FARMCTL_KEY=${admin}`, ...tries];
}
