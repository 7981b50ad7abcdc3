import type { Create, ResourceName, Row, Update } from '../model/resources/registry.ts';
import { type Clock, systemClock } from '../tools/clock.ts';
import {
  type BodySource,
  type ClientRequest,
  type ClientResponse,
  ConnectionFailed,
  type OpenResponse,
  type Transport,
} from './errors.ts';
import { createHttpTransport } from './http-transport.ts';
import { type Attempt, type Surroundings, sendWithRetries, wait } from './retry.ts';
import type { EventStreamOptions, StreamedEvent } from './streams.ts';
import { type Page, type PageMeta, type PagePosition, rowsOf, walkPages } from './walk-pages.ts';

/** Parameters of a query; those without a value are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A call of the API. */
export interface Call {
  readonly method: string;
  /** From the root of the API (`/flocks`), or from that of the server (`/v1/…`, `/livez`). */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of a body. */
  readonly file?: BodySource;
  /** Names in lower case; they stand over those the client sends by itself. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer to a call. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON value; the text where the answer is not JSON; undefined where it is empty. */
  readonly data: unknown;
}

/** A change that holds only for the version that was read. */
export interface WriteOptions extends Preference {
  /** Value of `If-Match`: `"v3"`. */
  readonly ifMatch?: string;
}

/** What a write asks for with `Prefer` and `Accept-Language`. */
export interface Preference {
  /** Refuse values that cannot be right (400, `implausible`); otherwise they are stored and named. */
  readonly isStrict?: boolean;
  /** Language of what is said of those values; that of the organisation when left out. */
  readonly language?: string;
}

/** Where a new row goes when nothing in it says so. */
export interface CreateOptions extends Preference {
  readonly farmId?: string;
}

/**
 * The API of a server. Reads and writes are repeated where that is safe; every write carries an
 * Idempotency-Key. Throws `FarmError` as the service threw it, or `ConnectionFailed`.
 */
export interface FarmClient {
  /** For messages. */
  readonly server: string;
  request(call: Call): Promise<Answer>;
  /** The answer to a call that reads a file; its bytes are read while they come, once. */
  download(call: Call): Promise<OpenResponse>;
  list<N extends ResourceName>(resource: N, query?: Query): Promise<Page<Row<N>>>;
  /** Page after page, to the end of the list. */
  pages<N extends ResourceName>(resource: N, query?: Query): AsyncGenerator<Page<Row<N>>>;
  /** Row after row, to the end of the list. */
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
   * Events of the farms as they happen, until the caller stops taking them. A connection that breaks
   * is opened again, behind the last event that was taken; `onState` hears of it.
   */
  events(options?: EventStreamOptions): AsyncGenerator<StreamedEvent>;
  me(): Promise<unknown>;
  resources(): Promise<unknown>;
  capabilities(): Promise<unknown>;
  openapi(): Promise<unknown>;
  /** The same connections for another key, or for calls that a signal ends; not to be closed. */
  with(change: ClientChange): FarmClient;
  close(): Promise<void>;
}

/** What another use of a client has of its own. */
export interface ClientChange {
  readonly key?: string;
  /** Ends what is under way, besides the signal of the client itself. */
  readonly signal?: AbortSignal;
}

/** Where the API is: an address, or another way that leads to it. */
export type Destination =
  | {
      readonly server: string;
      /** Longest time of one request, in milliseconds; 30,000 when it is left out. */
      readonly timeoutMs?: number;
    }
  | { readonly transport: Transport };

/** What a client is made from; what is left out is as a program wants it. */
export type ClientOptions = Destination & {
  readonly key?: string | undefined;
  /** Name and version of the program, as servers log it. */
  readonly userAgent?: string;
  /** The language of texts that the service writes, such as `th`; that of the organisation when left out. */
  readonly language?: string | undefined;
  /** Longest time to wait for the retries of one request, in milliseconds; 60,000 when left out. */
  readonly maxWaitMs?: number;
  /** Ends what is under way. */
  readonly signal?: AbortSignal;
  /** Told of every request that was sent, again ones too. */
  readonly onAttempt?: (attempt: Attempt) => void;
  readonly clock?: Clock;
  /** From 0 up to but not including 1; spreads the retries of many clients. */
  readonly random?: () => number;
  readonly sleep?: Surroundings['sleep'];
  /** Makes the Idempotency-Key of a write; never the same one twice. */
  readonly newKey?: () => string;
};

/** The options with everything in them. */
type Equipment = Surroundings & {
  readonly transport: Transport;
  readonly key: string | undefined;
  readonly userAgent: string;
  readonly language: string | undefined;
  readonly newKey: () => string;
  readonly signal: AbortSignal | undefined;
};

const DEFAULT_TIMEOUT_MILLIS = 30_000;
const DEFAULT_MAX_WAIT_MILLIS = 60_000;

/** Makes a client of the API. */
export function createClient(options: ClientOptions): FarmClient {
  return clientOf(equip(options));
}

function clientOf(equipment: Equipment): FarmClient {
  const { transport } = equipment;
  const request = (call: Call) => answer(equipment, call);
  const json = async (call: Call) => expectJson(await request(call), transport, call);
  // The rows of a list are what the model says they are; the server has checked them.
  const list = async <N extends ResourceName>(resource: N, query: Query = {}) => {
    const call = { method: 'GET', path: `/${resource}`, query };
    return expectPage(await json(call), transport, call) as Page<Row<N>>;
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
  const signals = [equipment.signal, signal].filter((one) => one !== undefined);
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

/** A cursor stands for the offset that the first page was asked with. */
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

/** A path as HTTP carries it: what is no printable ASCII, such as a name in Hebrew, is encoded. */
function inPlainLetters(path: string): string {
  return path.replace(/[^\x21-\x7e]+/g, (text) =>
    encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')),
  );
}

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, String(value));
  }
  const text = search.toString();
  if (text === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${text}`;
}

function rowPath(resource: string, id: string): string {
  return `/${resource}/${encodeURIComponent(id)}`;
}

/** The headers of a preference. */
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

function parseBody({ headers, body }: ClientResponse): unknown {
  if (body === '') return undefined;
  if (!/\bjson\b/.test(headers['content-type'] ?? '')) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function expectJson({ status, data }: Answer, { server }: Transport, call: Call): unknown {
  if (typeof data === 'object' && data !== null) return data;
  const detail = `status ${status} without a JSON object`;
  throw new ConnectionFailed('not_understood', { ...call, server }, { detail });
}

function expectPage(data: unknown, { server }: Transport, call: Call): Page<unknown> {
  const { data: rows, meta } = data as Partial<Record<keyof Page<unknown>, unknown>>;
  if (Array.isArray(rows) && typeof meta === 'object' && meta !== null) {
    return { data: rows, meta: meta as PageMeta };
  }
  const detail = 'a list without data or meta';
  throw new ConnectionFailed('not_understood', { ...call, server }, { detail });
}
