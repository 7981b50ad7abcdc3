import { type ErrorSlug, errors, FarmError, type Issue } from '../../model/core/errors.ts';
import { chosenLanguage } from '../i18n/language.tsx';
import { updateServiceClock } from './service-clock.ts';

/** Query parameters; those without a value are omitted. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** An API call; the path is relative to the API root, such as `/flocks`. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  /** Sent unchanged, instead of a body. */
  readonly file?: { readonly content: Blob; readonly type: string };
  /** Version of the record that the change is based on. */
  readonly version?: number;
  /** ETag of the resource that the change is based on, where it has no version. */
  readonly etag?: string;
  /** Shared by all attempts of one change. */
  readonly idempotencyKey?: string;
  /** Whether implausible values are rejected, so that the user is asked. */
  readonly isStrict?: boolean;
  /** The requested content type; JSON by default. */
  readonly accept?: string;
  readonly signal?: AbortSignal;
}

/** The service was unreachable, or the response was not from it. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Path of the service: `/`, or the path below which a proxy serves it. */
export const basePath = document
  .querySelector('meta[name="base-path"]')
  ?.getAttribute('content')
  ?.replace(/\/?$/, '/') as string;

const API = `${basePath}v1/platform`;

/**
 * Calls the API with the session of the browser; resolves with the JSON of the response. Throws
 * `FarmError` as thrown by the service, or `Unreachable`.
 */
export async function callApi(call: Call): Promise<unknown> {
  return readBody(await openCall(call));
}

/** Calls the API; resolves with a successful response whose body has not been read. */
export async function openCall(call: Call): Promise<Response> {
  const { method = 'GET', body, file, signal } = call;
  const content = file ? file.content : body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(buildAddress(call), {
    method,
    credentials: 'same-origin',
    headers: buildHeaders(call),
    ...(content === undefined ? {} : { body: content }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Unreachable('The service cannot be reached.', { cause: error });
  });
  updateServiceClock(response.headers.get('date'));
  if (response.ok) return response;
  throw readError(response, await readBody(response));
}

/** The address of a call, also for links and event streams. */
export function buildAddress({ path, query = {} }: Pick<Call, 'path' | 'query'>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, String(value));
  }
  const text = search.toString();
  return `${API}${path}${text === '' ? '' : `?${text}`}`;
}

function buildHeaders(call: Call): Readonly<Record<string, string>> {
  const { method = 'GET', body, file, version, idempotencyKey, isStrict } = call;
  const isRead = method === 'GET';
  return {
    accept: call.accept ?? 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(file ? { 'content-type': file.type } : {}),
    ...(isRead ? {} : { 'idempotency-key': idempotencyKey ?? newKey() }),
    ...(isStrict ? { prefer: 'handling=strict' } : {}),
    ...(version === undefined ? {} : { 'if-match': `"v${version}"` }),
    ...(call.etag === undefined ? {} : { 'if-match': call.etag }),
    'accept-language': chosenLanguage(),
  };
}

/** A unique key for a change. */
export function newKey(): string {
  // Browsers have no randomUUID on plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Unreachable('The answer is not one of the service.', { cause: error });
  }
}

/** The error in the body of a response, or in a line of it. */
export function readError(response: Response, data: unknown): FarmError {
  const body = (typeof data === 'object' && data !== null ? data : {}) as {
    readonly error?: string;
    readonly message?: string;
    readonly code?: string;
    readonly requestId?: string;
    readonly issues?: readonly Issue[];
  };
  const slug = Object.hasOwn(errors, body.error ?? '') ? (body.error as ErrorSlug) : 'internal';
  const retryAfter = response.headers.get('retry-after');
  return new FarmError(slug, {
    message: body.message ?? response.statusText,
    ...(body.code === undefined ? {} : { code: body.code }),
    ...(body.issues === undefined ? {} : { issues: body.issues }),
    headers: {
      ...(retryAfter === null ? {} : { 'retry-after': retryAfter }),
      ...(body.requestId === undefined ? {} : { 'x-request-id': body.requestId }),
    },
  });
}
