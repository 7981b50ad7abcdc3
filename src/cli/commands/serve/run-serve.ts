import { FarmError } from '../../../model/errors.ts';
import type { ReadyLine, RunningServer } from '../../../server/running-server.ts';
import type { ServerOptions } from '../../../server/start-server.ts';
import { absolutePath } from '../../config/config-paths.ts';
import { resolveSettings } from '../../config/resolve-settings.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, EndingFailed, usageError } from '../../errors.ts';
import { settingsInput } from '../config/command-settings.ts';
import { explainRefusal } from '../explain-refusal.ts';
import { renderReady, type ServedData } from './ready-text.ts';
import { parseServeOptions, type ServeOptions, type TypedServeOptions } from './serve-options.ts';
import { type StartServer, startReal } from './start-real.ts';

/**
 * `serve`: runs the service until SIGINT, SIGTERM or SIGHUP, then answers what is under way and ends with
 * status 0, since a signal is how a server is meant to be stopped. A second signal ends it at once.
 */
export async function runServe(
  context: CommandContext,
  typed: TypedServeOptions,
  start: StartServer = startReal,
): Promise<void> {
  const { io } = context;
  const { dataDir, lang } = context.flags();
  const surroundings = { dataDir, lang, environment: io.environment };
  const options = inFolder(parseServeOptions(typed, surroundings), io);
  const { database, served } = await findDatabase(context, options);
  const server = await startOrExplain(start, options, { database, served });
  const { ready } = server;
  const text = typed.json
    ? `${JSON.stringify({ ...inOrder(ready), ...modelLine(options) })}\n`
    : renderReady(ready, { ...served, ...modelLine(options) }, io.paint(io.stdout, undefined));
  try {
    await io.stdout.write(text);
    await Promise.race([aborted(io.interruption), server.closed]);
  } finally {
    await server.close().catch(endingFailed);
  }
}

function endingFailed(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new EndingFailed(reason, cause);
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

/** The properties in the order they are documented in, whatever order the server has them in. */
function inOrder({ event, baseUrl, orgId, farms, keys, cameras, pid }: ReadyLine): ReadyLine {
  return { event, baseUrl, orgId, farms, keys, cameras, pid };
}

/** Which model may be asked, and where; its key is told to nobody. */
function modelLine({ model: served }: ServeOptions): Pick<ServedData, 'model'> {
  return served ? { model: { name: served.model, host: new URL(served.url).host } } : {};
}

interface FoundDatabase {
  readonly database: ServerOptions['database'];
  readonly served: ServedData;
}

async function findDatabase(
  context: CommandContext,
  { mock, databaseUrl }: ServeOptions,
): Promise<FoundDatabase> {
  if (mock) {
    const place = `in memory, ${mock.content} data, seed ${mock.seed}`;
    return { database: { kind: 'memory' }, served: { place, isMock: true } };
  }
  if (databaseUrl !== undefined) {
    const place = `PostgreSQL at ${new URL(databaseUrl).host}`;
    return { database: { kind: 'postgres', url: databaseUrl }, served: { place, isMock: false } };
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
  const { secretKey, model, brain, integrations, secrets, auditAnchors } = options;
  try {
    return await start({
      ...{ host, port, database, logLevel, faults, app, allowedHosts },
      ...(weather ? { weather } : {}),
      ...(brain === false ? { brain } : {}),
      ...(integrations === false ? { integrations } : {}),
      ...(secrets ? { secrets } : {}),
      ...(mock ? { mock } : {}),
      ...(backups ? { backups } : {}),
      ...(secretKey ? { secretKey } : {}),
      ...(auditAnchors ? { auditAnchors } : {}),
      ...(model ? { model } : {}),
    });
  } catch (error) {
    throw explainStart(error, options, served.place);
  }
}

const startFailures: Readonly<Record<string, (options: ServeOptions) => CliError>> = {
  EADDRINUSE: ({ host, port }) =>
    usageError(`port ${port} of ${host} is taken by another program`, {
      hint: 'Name another with --port, or take a free one with --port 0',
    }),
  EACCES: ({ host, port }) =>
    usageError(`port ${port} of ${host} may not be used`, {
      hint: 'Name one above 1023 with --port, or take a free one with --port 0',
    }),
  EADDRNOTAVAIL: ({ host }) =>
    usageError(`${host} is no address of this machine`, { hint: 'Name another with --host' }),
  ENOTFOUND: ({ host }) =>
    usageError(`there is no host "${host}"`, { hint: 'Name another with --host' }),
};

/** What the server says of a bad configuration or database is one line; a bug is left as it is. */
function explainStart(error: unknown, options: ServeOptions, place: string): unknown {
  if (!(error instanceof Error) || isBug(error)) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isListening = syscall === 'listen' || syscall === 'getaddrinfo';
  const explain = isListening && code !== undefined ? startFailures[code] : undefined;
  if (explain) return explain(options);
  const prefix = `the server does not start (${place}): `;
  const refusal = explainRefusal(error, prefix);
  if (refusal !== error) return refusal;
  // What the service tells its callers is less than what the one who starts it must know.
  if (error instanceof FarmError && error.cause instanceof Error) {
    const message = `${prefix}${error.cause.message}`;
    return new CliError('noConnection', message, { hint: null, cause: error });
  }
  return usageError(prefix + error.message, { cause: error });
}

function isBug(error: Error): boolean {
  return [TypeError, RangeError, ReferenceError, SyntaxError, CliError].some(
    (kind) => error instanceof kind,
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
