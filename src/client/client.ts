import type { Create, ResourceName, Row, Update } from '../model/resources/registry.ts';
import { type Clock, systemClock } from '../tools/clock.ts';
import {
  type BodySource,
  type ClientRequest,
  ConnectionFailed,
  type OpenResponse,
  type Transport,
} from './errors.ts';
import { createHttpTransport, inPlainLetters, parseBody, withQuery } from './http-transport.ts';
import { type Attempt, type RetryContext, sendWithRetries, wait } from './retry.ts';
import type { EventStreamOptions, StreamedEvent } from './streams.ts';
import { expectPage, type Page, type PagePosition, rowsOf, walkPages } from './walk-pages.ts';

/** Query parameters; those without a value are omitted. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Call {
  readonly method: string;
  /** Relative to the root of the API (`/flocks`) or of the server (`/v1/…`, `/livez`). */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, instead of a body. */
  readonly file?: BodySource;
  /** Names in lower case; they override the default headers of the client. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response to a call. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON value; the text if the response is not JSON; undefined if it is empty. */
  readonly data: unknown;
}

/** A change that applies only to the version that was read. */
export interface WriteOptions extends Preference {
  /** Value of `If-Match`: `"v3"`. */
  readonly ifMatch?: string;
}

/** Preferences of a write, sent as `Prefer` and `Accept-Language`. */
export interface Preference {
  /** Rejects implausible values (400, `implausible`); otherwise they are stored and reported. */
  readonly isStrict?: boolean;
  /** Language of the messages about those values; default: the language of the organisation. */
  readonly language?: string;
}

/** Default placement of a new row whose fields do not determine it. */
export interface CreateOptions extends Preference {
  readonly farmId?: string;
}

/**
 * The API of a server. Reads and writes are retried where that is safe; every write carries an
 * Idempotency-Key. Throws the `FarmError` of the service, or `ConnectionFailed`.
 */
export interface FarmClient {
  /** Server name for messages. */
  readonly server: string;
  request(call: Call): Promise<Answer>;
  /** The response to a call that reads a file; its bytes are streamed and can be read once. */
  download(call: Call): Promise<OpenResponse>;
  list<N extends ResourceName>(resource: N, query?: Query): Promise<Page<Row<N>>>;
  /** Iterates over the pages of a list. */
  pages<N extends ResourceName>(resource: N, query?: Query): AsyncGenerator<Page<Row<N>>>;
  /** Iterates over the rows of a list. */
  listAll<N extends ResourceName>(resource: N, query?: Query): AsyncGenerator<Row<N>>;
  get<N extends ResourceName>(resource: N, id: string): Promise<Row<N>>;
  create<N extends ResourceName>(
    resource: N,
    body: Create<N>,
    options?: CreateOptions,
  ): Promise<Row<N>>;
  update<N extends ResourceName>(
    resource: N,
    change: { readonly id: string; readonly body: Update<N> },
    options?: WriteOptions,
  ): Promise<Row<N>>;
  remove(resource: ResourceName, id: string, options?: WriteOptions): Promise<unknown>;
  /**
   * Events of the farms as they happen, until the caller stops iterating. A broken connection is
   * reopened after the last event taken; `onState` is notified.
   */
  events(options?: EventStreamOptions): AsyncGenerator<StreamedEvent>;
  me(): Promise<unknown>;
  resources(): Promise<unknown>;
  capabilities(): Promise<unknown>;
  openapi(): Promise<unknown>;
  /**
   * A client on the same connections with another key, or for calls that a signal aborts; it must
   * not be closed.
   */
  with(change: ClientChange): FarmClient;
  close(): Promise<void>;
}

/** Settings of a derived client. */
export interface ClientChange {
  readonly key?: string;
  /** Aborts requests in flight, in addition to the signal of the parent client. */
  readonly signal?: AbortSignal;
}

/** The API endpoint: an address or a transport. */
export type Destination =
  | {
      readonly server: string;
      /** Timeout of one request, in milliseconds; default 30,000. */
      readonly timeoutMs?: number;
    }
  | { readonly transport: Transport };

/** Options of a client; all defaults suit a program. */
export type ClientOptions = Destination & {
  readonly key?: string | undefined;
  /** Name and version of the program, for server logs. */
  readonly userAgent?: string;
  /**
   * The language of texts that the service writes, such as `th`; default: the language of the
   * organisation.
   */
  readonly language?: string | undefined;
  /** Maximum total wait for the retries of one request, in milliseconds; default 60,000. */
  readonly maxWaitMs?: number;
  /** Aborts requests in flight. */
  readonly signal?: AbortSignal;
  /** Called after every request sent, retries included. */
  readonly onAttempt?: (attempt: Attempt) => void;
  readonly clock?: Clock;
  /** From 0 up to but not including 1; jitter for the retries of many clients. */
  readonly random?: () => number;
  readonly sleep?: RetryContext['sleep'];
  /** Creates the Idempotency-Key of a write; must never return the same key twice. */
  readonly newKey?: () => string;
};

/** The options with all defaults applied. */
type Equipment = RetryContext & {
  readonly transport: Transport;
  readonly key: string | undefined;
  readonly userAgent: string;
  readonly language: string | undefined;
  readonly newKey: () => string;
  readonly signal: AbortSignal | undefined;
};

const DEFAULT_TIMEOUT_MILLIS = 30_000;
const DEFAULT_MAX_WAIT_MILLIS = 60_000;

/** Creates a client of the API. */
export function createClient(options: ClientOptions): FarmClient {
  return clientOf(equip(options));
}

function clientOf(equipment: Equipment): FarmClient {
  const { transport } = equipment;
  const request = (call: Call) => answer(equipment, call);
  const json = async (call: Call) => expectJson(await request(call), transport, call);
  // The server has validated the rows against the model.
  const list = async <N extends ResourceName>(resource: N, query: Query = {}) => {
    const call = { method: 'GET', path: `/${resource}`, query };
    return expectPage(await json(call), { ...call, server: transport.server }) as Page<Row<N>>;
  };
  const pages = <N extends ResourceName>(resource: N, query: Query = {}) =>
    walkPages((position) => list(resource, { ...withoutPosition(query, position), ...position }), {
      method: 'GET',
      path: `${API_ROOT}/${resource}`,
      server: transport.server,
    });
  const read = (path: string) => json({ method: 'GET', path });
  const row = <N extends ResourceName>(call: Call) => json(call) as Promise<Row<N>>;
  return {
    server: transport.server,
    request,
    download: (call) => download(equipment, call),
    list,
    pages,
    listAll: (resource, query) => rowsOf(pages(resource, query)),
    get: (resource, id) => row({ method: 'GET', path: rowPath(resource, id) }),
    create: (resource, body, { farmId, ...preference } = {}) =>
      row({
        method: 'POST',
        path: `/${resource}`,
        query: { farmId },
        body,
        headers: conditionOf(preference),
      }),
    update: (resource, { id, body }, write = {}) =>
      row({
        method: 'PATCH',
        path: rowPath(resource, id),
        body,
        headers: conditionOf(write),
      }),
    remove: (resource, id, write = {}) =>
      json({ method: 'DELETE', path: rowPath(resource, id), headers: conditionOf(write) }),
    events: (options) => follow(equipment, options ?? {}),
    me: () => read('/me'),
    resources: () => read('/resources'),
    capabilities: () => read('/capabilities'),
    openapi: () => read('/openapi.json'),
    with: (change) => clientOf(changed(equipment, change)),
    close: () => transport.close(),
  };
}

function changed(equipment: Equipment, { key, signal }: ClientChange): Equipment {
  const signals = [equipment.signal, signal].filter((abortSignal) => abortSignal !== undefined);
  return {
    ...equipment,
    key: key ?? equipment.key,
    signal: signals.length === 0 ? undefined : AbortSignal.any(signals),
  };
}

function equip(options: ClientOptions): Equipment {
  return {
    transport: transportTo(options),
    key: options.key,
    userAgent: options.userAgent ?? 'farmctl',
    language: options.language,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? wait,
    newKey: options.newKey ?? (() => globalThis.crypto.randomUUID()),
    maxWaitMs: options.maxWaitMs ?? DEFAULT_MAX_WAIT_MILLIS,
    signal: options.signal,
    onAttempt: options.onAttempt,
  };
}

function transportTo(destination: Destination): Transport {
  if ('transport' in destination) return destination.transport;
  const { server, timeoutMs = DEFAULT_TIMEOUT_MILLIS } = destination;
  return createHttpTransport(server, { timeoutMs });
}

/** A cursor replaces the offset of the first page. */
function withoutPosition(query: Query, { cursor }: PagePosition): Query {
  return cursor === undefined ? query : { ...query, offset: undefined };
}

const API_ROOT = '/v1/platform';
const SERVER_PATH = /^\/(v1|livez|readyz|metrics|docs)(\/|\?|$)/;

async function answer(equipment: Equipment, call: Call): Promise<Answer> {
  const request = buildRequest(equipment, call);
  const response = await sendWithRetries(equipment.transport, request, equipment);
  return { status: response.status, headers: response.headers, data: parseBody(response) };
}

async function download(equipment: Equipment, call: Call): Promise<OpenResponse> {
  const { downloadFile } = await import('./streams.ts');
  return downloadFile(buildRequest(equipment, call), equipment);
}

async function* follow(
  equipment: Equipment,
  options: EventStreamOptions,
): AsyncGenerator<StreamedEvent> {
  const { followEvents } = await import('./streams.ts');
  const { farmId, events } = options;
  const query = { farmId, events: events?.join(',') };
  const request = (lastEventId: string | undefined) =>
    buildRequest(equipment, {
      method: 'GET',
      path: '/os/events/stream',
      query,
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
    });
  yield* followEvents({ ...equipment, request }, options);
}

function buildRequest(equipment: Equipment, call: Call): ClientRequest {
  const { key, userAgent, language, newKey, signal } = equipment;
  const { method, path, query = {}, body, file, headers } = call;
  const isRead = method === 'GET' || method === 'HEAD';
  return {
    method,
    path: inPlainLetters(withQuery(SERVER_PATH.test(path) ? path : API_ROOT + path, query)),
    headers: {
      accept: 'application/json',
      'user-agent': userAgent,
      ...(language === undefined ? {} : { 'accept-language': language }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isRead ? {} : { 'idempotency-key': newKey() }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file ? { file } : {}),
    ...(signal ? { signal } : {}),
  };
}

function rowPath(resource: string, id: string): string {
  return `/${resource}/${encodeURIComponent(id)}`;
}

export function preferenceHeaders({
  isStrict,
  language,
}: {
  readonly [N in keyof Preference]: Preference[N] | undefined;
}): Readonly<Record<string, string>> {
  return {
    ...(isStrict ? { prefer: 'handling=strict' } : {}),
    ...(language === undefined ? {} : { 'accept-language': language }),
  };
}

function conditionOf({
  ifMatch,
  ...preference
}: {
  readonly [N in keyof WriteOptions]: WriteOptions[N] | undefined;
}): Readonly<Record<string, string>> {
  return {
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    ...preferenceHeaders(preference),
  };
}

function expectJson({ status, data }: Answer, { server }: Transport, call: Call): unknown {
  if (typeof data === 'object' && data !== null) return data;
  const detail = `status ${status} without a JSON object`;
  throw new ConnectionFailed('not_understood', { ...call, server }, { detail });
}
