import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { createFarmsEvaluatedWhenRead } from '../platform/alerts/evaluate-when-read.ts';
import type { SecretPlaces } from '../platform/integrations/secret-references.ts';
import { systemClock } from '../tools/clock.ts';
import { composeService } from './core/compose-service.ts';
import { locationOf, nameDatabase, openDatabase } from './core/open-database.ts';
import { anchorPlacesOf, secretPlacesOf, webhookSettingsOf } from './core/secrets.ts';
import { findServer } from './core/server-file.ts';

/** A request to the service in this process. */
export interface EmbeddedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Instead of a body. */
  readonly file?: { chunks(): AsyncIterable<Uint8Array>; readonly bytes: number };
}

export interface EmbeddedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A streamed response. */
export interface OpenEmbeddedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The service on the local database, without a socket. */
export interface EmbeddedService {
  /**
   * Address of a server that is already using the database, to be called instead; undefined if
   * there is none.
   */
  readonly runningAt: string | undefined;
  /** Location of the database, for messages. */
  readonly server: string;
  send(request: EmbeddedRequest): Promise<EmbeddedResponse>;
  download(request: EmbeddedRequest): Promise<OpenEmbeddedResponse>;
  close(): Promise<void>;
}

/** A person waits for a command, and other programs rarely lock a database for longer. */
const AUDIT_CLOSE_MILLIS = 60_000;
const ERROR_FILE = 'farmctl-errors.jsonl';

/**
 * Errors inside a command are written with their stack to a file next to the database, created on
 * the first line; the command itself reports one sentence to the user.
 */
function fileOfErrors(dataDir: string): pino.DestinationStream {
  return {
    write(line) {
      try {
        appendFileSync(join(dataDir, ERROR_FILE), line, { mode: 0o600 });
      } catch {
        // The command reports a folder that is not writable.
      }
    },
  };
}

/** Opens the service on a database; if a server uses the folder, nothing is opened. */
export async function openEmbedded(options: {
  readonly dataDir: string;
  /** A PostgreSQL database instead of the one in the folder. */
  readonly databaseUrl?: string | undefined;
  /** Environment variables that may hold secrets of integrations. */
  readonly environment?: SecretPlaces['environment'];
  /** The configured key that signs the end of the audit log. */
  readonly secretKey?: string | undefined;
  /** Whether a mail server is configured, as for `serve`. */
  readonly hasMailServer?: boolean;
  /** Maximum wait of requests on close for a database locked by others; default one minute. */
  readonly auditCloseMillis?: number;
}): Promise<EmbeddedService> {
  const location = locationOf(options);
  const running = location.kind === 'sqlite' ? findServer(location.dataDir) : undefined;
  if (running) return heldByServer(running.baseUrl);
  const database = await openDatabase(location);
  const log = pino({ level: 'error' }, fileOfErrors(options.dataDir));
  const { environment = {}, secretKey, hasMailServer = false } = options;
  const webhooks = {
    ...webhookSettingsOf({
      database: location,
      ...(secretKey === undefined ? {} : { secretKey }),
    }),
    hasMailServer,
  };
  const secretPlaces = secretPlacesOf(location, { environment });
  const changedFarms = createFarmsEvaluatedWhenRead();
  const service = composeService({
    changedFarms,
    database,
    clock: systemClock,
    log,
    webhooks,
    secretPlaces,
    anchors: anchorPlacesOf(location, { secretKey }),
    auditCloseMillis: options.auditCloseMillis ?? AUDIT_CLOSE_MILLIS,
  });
  changedFarms.begin(service.runtime, {
    monotonicMillis: () => performance.now(),
    onFailure: (farmId, step, error) => {
      log.error({ err: error, farmId, what: step }, 'a part of a brain scan failed');
    },
  });
  return {
    runningAt: undefined,
    server: location.kind === 'sqlite' ? `embedded ${location.dataDir}` : nameDatabase(location),
    send: (request) => inject(service.app, request),
    download: (request) => injectDownload(service.app, request),
    close: () => service.close(),
  };
}

function heldByServer(baseUrl: string): EmbeddedService {
  const rejectRequest = () => Promise.reject(new Error(`the database is served at ${baseUrl}`));
  return {
    runningAt: baseUrl,
    server: baseUrl,
    send: rejectRequest,
    download: rejectRequest,
    close: async () => {},
  };
}

/** Sends a request to an application in this process. */
export async function inject(
  app: ReturnType<typeof composeService>['app'],
  request: EmbeddedRequest,
): Promise<EmbeddedResponse> {
  const response = await app.inject(injected(request));
  const headers = plainHeaders(response.headers);
  return { status: response.statusCode, headers, body: response.body };
}

/** Sends a request for a file to an application in this process. */
export async function injectDownload(
  app: ReturnType<typeof composeService>['app'],
  request: EmbeddedRequest,
): Promise<OpenEmbeddedResponse> {
  const response = await app.inject({ ...injected(request), payloadAsStream: true });
  const headers = plainHeaders(response.headers);
  return { status: response.statusCode, headers, chunks: response.stream() };
}

function injected({ method, path, headers, body, file }: EmbeddedRequest) {
  const length = file ? { 'content-length': String(file.bytes) } : {};
  return {
    method: method as 'GET',
    url: path,
    headers: { ...headers, ...length },
    ...(body === undefined ? {} : { payload: body }),
    ...(file ? { payload: Readable.from(file.chunks(), { objectMode: false }) } : {}),
  };
}

function plainHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
