import { pino } from 'pino';
import { systemClock } from '../tools/clock.ts';
import { composeService } from './compose.ts';
import { openDatabase } from './open-database.ts';
import { findServer } from './server-file.ts';
import { webhookSettingsOf } from './webhook-settings-of.ts';

/** A request to the service in this process. */
export interface EmbeddedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Its answer. */
export interface EmbeddedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The service on the local database, without a socket. */
export interface EmbeddedService {
  /** The server that already holds the database, to be asked instead; undefined when none does. */
  readonly runningAt: string | undefined;
  /** For messages: where the rows are. */
  readonly server: string;
  send(request: EmbeddedRequest): Promise<EmbeddedResponse>;
  close(): Promise<void>;
}

/** Opens the service on the database in a folder; on one that a server holds nothing is opened. */
export async function openEmbedded(options: {
  readonly dataDir: string;
}): Promise<EmbeddedService> {
  const running = findServer(options.dataDir);
  if (running) return heldByServer(running.baseUrl);
  const database = await openDatabase({ kind: 'sqlite', dataDir: options.dataDir });
  const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }));
  const location = { kind: 'sqlite', dataDir: options.dataDir } as const;
  const webhooks = webhookSettingsOf({ database: location });
  const service = composeService({ database, clock: systemClock, log, webhooks });
  return {
    runningAt: undefined,
    server: `embedded ${options.dataDir}`,
    send: (request) => inject(service.app, request),
    close: () => service.close(),
  };
}

function heldByServer(baseUrl: string): EmbeddedService {
  return {
    runningAt: baseUrl,
    server: baseUrl,
    send: () => Promise.reject(new Error(`the database is served at ${baseUrl}`)),
    close: async () => {},
  };
}

/** Sends a request to an application in this process. */
export async function inject(
  app: ReturnType<typeof composeService>['app'],
  request: EmbeddedRequest,
): Promise<EmbeddedResponse> {
  const response = await app.inject({
    method: request.method as 'GET',
    url: request.path,
    headers: { ...request.headers },
    ...(request.body === undefined ? {} : { payload: request.body }),
  });
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  return { status: response.statusCode, headers, body: response.body };
}
