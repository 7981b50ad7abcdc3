import { ConnectionFailed, type Transport } from '../../client/errors.ts';
import { createHttpTransport, type HttpTransportOptions } from '../../client/http-transport.ts';
import type { Attempt } from '../../client/retry.ts';
import { FarmError } from '../../model/core/errors.ts';
import { message } from '../../model/core/message.ts';
import { messageOf } from '../../tools/unknown-values.ts';
import { CliError } from '../core/errors.ts';
import { neutralise, neutraliseLines } from '../output/neutralise.ts';

/**
 * Opens a transport to the service on the local database in this process, or to the server that
 * already holds the database. Throws `noConnection` when the database cannot be opened.
 */
export async function openEmbeddedTransport(
  dataDir: string,
  options: HttpTransportOptions & {
    readonly environment?: Readonly<Record<string, string | undefined>>;
    /** A PostgreSQL database instead of the one in the directory. */
    readonly databaseUrl?: string | undefined;
  },
): Promise<Transport> {
  const { openEmbedded } = await import('../../server/embedded.ts');
  const environment = secretVariables(options.environment ?? {});
  const secretKey = options.environment?.['FARMCTL_SECRET_KEY'] || undefined;
  const opening = openEmbedded({
    dataDir,
    databaseUrl: options.databaseUrl,
    environment,
    secretKey,
    hasMailServer: Boolean(options.environment?.['FARMCTL_SMTP_URL']),
  });
  const service = await opening.catch((error: unknown) => {
    throw cannotOpen(dataDir, error);
  });
  if (service.runningAt === undefined) return untilAborted(service);
  await service.close();
  return createHttpTransport(service.runningAt, options);
}

/** Sends nothing more after the command is interrupted or times out. */
function untilAborted(service: Transport): Transport {
  return {
    ...service,
    async send(request) {
      request.signal?.throwIfAborted();
      return service.send(request);
    },
  };
}

function cannotOpen(dataDir: string, error: unknown): unknown {
  if (error instanceof FarmError) return error;
  const reason = messageOf(error);
  return new CliError('noConnection', message('fault.databaseNotOpened', { dataDir, reason }), {
    hint: message('hint.checkDataDir'),
    cause: error,
  });
}

/** Headers whose values are not secret; the values of all others are hidden. */
const shownHeaders: readonly string[] = [
  'accept',
  'allow',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'etag',
  'idempotency-key',
  'idempotent-replayed',
  'if-match',
  'if-none-match',
  'keep-alive',
  'last-modified',
  'location',
  'retry-after',
  'transfer-encoding',
  'user-agent',
  'vary',
  'www-authenticate',
  'x-content-type-options',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
];
const SECRET_NAME = /^(?:api_?key|authorization|key)$|(?:secret|token|password)$/i;
const SECRET_VALUE = /\b(fk_live_|whsec_|cam_)[A-Za-z0-9_+/=-]{8,}/g;
const USER_INFO = /(:\/\/)[^\s/@"]+@/g;
const MASK = '***';

/** One line per attempt: the request, the response and the duration. */
export function attemptLine(attempt: Attempt): string {
  const { request, durationMs, retryInMs } = attempt;
  const retryText = retryInMs === undefined ? '' : `, again in ${retryInMs} ms`;
  return neutralise(
    `${request.method} ${maskText(request.path)} -> ${resultOf(attempt)} in ${durationMs} ms${retryText}`,
  );
}

function resultOf({ response, error }: Attempt): string {
  if (!response) return error instanceof ConnectionFailed ? error.kind : 'failed';
  const id = response.headers['x-request-id'];
  return id === undefined ? `${response.status}` : `${response.status} (request ${id})`;
}

/** The whole attempt, request and response, with every secret masked. */
export function attemptDump(attempt: Attempt): string {
  const { request, response } = attempt;
  const sent = [
    `> ${request.method} ${maskText(request.path)}`,
    ...headerLines(request.headers).map((line) => `> ${line}`),
    ...bodyLines(request.body).map((line) => `> ${line}`),
  ];
  const received = response
    ? [
        `< ${response.status}`,
        ...headerLines(response.headers).map((line) => `< ${line}`),
        ...bodyLines(response.body).map((line) => `< ${line}`),
      ]
    : [];
  return [...sent, ...received, `* ${attemptLine(attempt)}`].map(neutraliseLines).join('\n');
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(
    ([name, value]) =>
      `${name}: ${shownHeaders.includes(name.toLowerCase()) ? maskText(value) : MASK}`,
  );
}

function bodyLines(body: string | undefined): readonly string[] {
  if (!body) return [];
  return ['', ...maskBody(body).split('\n')];
}

function maskBody(body: string): string {
  try {
    const masked = JSON.stringify(JSON.parse(body), (name, value: unknown) =>
      typeof value === 'string' && SECRET_NAME.test(name) ? MASK : value,
    );
    return maskText(masked);
  } catch {
    return maskText(body);
  }
}

function maskText(text: string): string {
  return text.replace(SECRET_VALUE, `$1${MASK}`).replace(USER_INFO, `$1${MASK}@`);
}

type Environment = Readonly<Record<string, string | undefined>>;

const NAME = /^FARMCTL_SECRET_(?!KEY$)/;

/** Only the environment variables that may hold secrets of integrations. */
export function secretVariables(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => NAME.test(name)));
}
