import { type ErrorSlug, errors, FarmError, type Issue } from '../model/core/errors.ts';

/**
 * Reasons for a missing response, with a description and whether the same request may be retried.
 */
export const connectionFailures = {
  refused: { message: 'nothing listens there', tries: 3 },
  unknown_host: { message: 'there is no host of that name', tries: 1 },
  unreachable: { message: 'the network does not reach it', tries: 3 },
  broken: { message: 'the connection broke before the answer came', tries: 6 },
  timed_out: { message: 'no answer came in time', tries: 3 },
  not_trusted: { message: 'its certificate is not trusted', tries: 1 },
  too_large: { message: 'the answer is larger than allowed', tries: 1 },
  not_understood: { message: 'it does not answer like a farmctl server', tries: 1 },
} as const;

export type ConnectionFailureKind = keyof typeof connectionFailures;

/** The request behind an error, limited to the parts that may be shown: never headers or body. */
export interface FailedRequest {
  readonly method: string;
  readonly path: string;
  /** The server name given by the transport. */
  readonly server: string;
  readonly requestId?: string | undefined;
}

/** No usable answer from the server. */
export class ConnectionFailed extends Error {
  readonly kind: ConnectionFailureKind;
  readonly request: FailedRequest;

  constructor(
    kind: ConnectionFailureKind,
    request: FailedRequest,
    details: { readonly detail?: string; readonly cause?: unknown } = {},
  ) {
    const detail = details.detail === undefined ? '' : ` (${details.detail})`;
    super(`no answer from ${request.server}: ${connectionFailures[kind].message}${detail}`, {
      cause: details.cause,
    });
    this.name = 'ConnectionFailed';
    this.kind = kind;
    this.request = request;
  }
}

/** The request that caused this error; undefined if the error was not caused by a request. */
export function failedRequestOf(error: unknown): FailedRequest | undefined {
  if (error instanceof ConnectionFailed) return error.request;
  return error instanceof FarmError && isFailedRequest(error.cause) ? error.cause : undefined;
}

function isFailedRequest(value: unknown): value is FailedRequest {
  const { method, path, server } = (value ?? {}) as Partial<Record<keyof FailedRequest, unknown>>;
  return [method, path, server].every((text) => typeof text === 'string');
}

const systemCodes: Readonly<Record<string, ConnectionFailureKind>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ECONNRESET: 'broken',
  EPIPE: 'broken',
  ETIMEDOUT: 'timed_out',
  // The peer of a TLS handshake speaks another protocol.
  EPROTO: 'not_understood',
  ERR_STREAM_PREMATURE_CLOSE: 'broken',
  HPE_HEADER_OVERFLOW: 'too_large',
};

/** Maps a network error to a connection failure; undefined for any other error. */
export function connectionFailureOf(
  error: unknown,
  request: FailedRequest,
): ConnectionFailed | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  const kind = systemCodes[code] ?? kindOfFamily(code);
  return kind && new ConnectionFailed(kind, request, { detail: code, cause: error });
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  // A host with several addresses fails once per address; the first error represents all of them.
  return error instanceof AggregateError ? codeOf(error.errors[0]) : codeOf(error.cause);
}

function kindOfFamily(code: string): ConnectionFailureKind | undefined {
  if (/CERT|SELF_SIGNED|TLS|UNABLE_TO/.test(code)) return 'not_trusted';
  if (code.startsWith('HPE_') || code.startsWith('ERR_SSL')) return 'not_understood';
  return undefined;
}

/**
 * The error of a response with status 400 or higher, as the service threw it, including its
 * headers. A response that is not in the error format of the service is classified by its status.
 */
export function errorOfResponse(response: ClientResponse, request: FailedRequest): FarmError {
  const { error: slug, code, message, issues } = parseObject(response.body);
  const isKnown = typeof slug === 'string' && Object.hasOwn(errors, slug);
  const reason = textOrUndefined(code) ?? (isKnown ? undefined : textOrUndefined(slug));
  return new FarmError(isKnown ? (slug as ErrorSlug) : slugOfStatus(response.status), {
    message: textOrUndefined(message) ?? `The server answered with status ${response.status}.`,
    ...(reason === undefined ? {} : { code: reason }),
    ...(isIssueList(issues) ? { issues } : {}),
    headers: response.headers,
    cause: { ...request, requestId: response.headers['x-request-id'] },
  });
}

function textOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

type ErrorBody = Partial<Record<'error' | 'code' | 'message' | 'issues', unknown>>;

function parseObject(text: string): ErrorBody {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isIssueList(value: unknown): value is readonly Issue[] {
  return (
    Array.isArray(value) &&
    value.every((issue: unknown) => {
      const { path, code, message } = (issue ?? {}) as Partial<Record<keyof Issue, unknown>>;
      return [path, code, message].every((text) => typeof text === 'string');
    })
  );
}

const gatewayStatuses: readonly number[] = [502, 504];

function slugOfStatus(status: number): ErrorSlug {
  if (gatewayStatuses.includes(status)) return 'unavailable';
  const matching = Object.entries(errors).find(([, error]) => error.status === status);
  if (matching) return matching[0] as ErrorSlug;
  return status >= 500 ? 'internal' : 'action_refused';
}

/** A body too large for memory; it is read again for every attempt. */
export interface BodySource {
  readonly bytes: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** A request to the server. */
export interface ClientRequest {
  readonly method: string;
  /** Path with its query, from the root of the server: `/v1/platform/flocks?limit=5`. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Instead of a body. */
  readonly file?: BodySource;
  readonly signal?: AbortSignal;
}

/** A complete response. */
export interface ClientResponse {
  readonly status: number;
  /** Names in lower case; several values of one name joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A streamed response. */
export interface OpenResponse {
  readonly status: number;
  /** Names in lower case; several values of one name joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body; throws `ConnectionFailed` if the connection breaks or is silent for too long. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A connection to a server: HTTP, or the service in the same process. */
export interface Transport {
  /** Its address, for messages: `http://127.0.0.1:8787` or `embedded /home/x/.farmctl/data`. */
  readonly server: string;
  /** Sends the request once; throws `ConnectionFailed` if there is no response. */
  send(request: ClientRequest): Promise<ClientResponse>;
  /**
   * Sends the request once and resolves when the response begins; its body may be silent for
   * `silenceMs`. Absent if the transport has no connection that can stay open.
   */
  open?(request: ClientRequest, silenceMs: number): Promise<OpenResponse>;
  /**
   * Sends the request once and resolves when the response begins, for finite bodies such as files.
   */
  download?(request: ClientRequest, silenceMs: number): Promise<OpenResponse>;
  close(): Promise<void>;
}
