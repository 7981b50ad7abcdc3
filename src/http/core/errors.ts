import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorSlug, errors, FarmError, validationFailed } from '../../model/core/errors.ts';
import { Unauthorized } from '../../platform/access/authenticate.ts';
import { refusalCode } from '../../platform/administration/metrics.ts';
import { errorBody } from '../../platform/core/request-context.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { addressOf } from './authenticate-call.ts';

/** What fastify itself refuses, as errors of the service. */
const FASTIFY_ERRORS: Readonly<Record<string, ErrorSlug>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
};

/** Errors of the system that may pass: of a disk, a quota or the limit of open files. */
const PASSING_SYSTEM_ERRORS: ReadonlySet<string> = new Set([
  ...['EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'ENXIO', 'EROFS', 'ESTALE'],
]);

/** Answers an error in the one shape, notes it in the audit log and logs what is our fault. */
export function sendError(
  deps: AppDependencies,
  error: unknown,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  const farmError = toFarmError(error);
  const isLogged = deps.outages.covers(farmError);
  // Without a cause the service itself refuses, as it does when it is overloaded or closes.
  if (farmError.status >= 500 && farmError.cause !== undefined && !isLogged) {
    deps.log.error({ err: farmError.cause, requestId: request.id }, farmError.message);
  }
  const refusal = refusalCode(farmError);
  if (refusal !== undefined) deps.metrics.refused(refusal);
  auditError(deps, farmError, request);
  return reply
    .code(farmError.status)
    .headers(farmError.headers)
    .type('application/json; charset=utf-8')
    .send(errorBody(farmError, request.id));
}

/** Whatever was thrown as an error of the service; the unknown is `internal`. */
function toFarmError(error: unknown): FarmError {
  if (error instanceof FarmError) return error;
  const { code, statusCode, message } = error as Partial<FastifyError>;
  const slug = FASTIFY_ERRORS[code ?? ''];
  if (slug) return new FarmError(slug, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return validationFailed([
      { path: 'request', code: 'invalid_format', message: `The request is not valid: ${message}` },
    ]);
  }
  if (PASSING_SYSTEM_ERRORS.has(code ?? '')) return filesFailing(error);
  return new FarmError('internal', { cause: error });
}

function filesFailing(cause: unknown): FarmError {
  return new FarmError('unavailable', {
    code: 'files_failing',
    message: 'The service cannot reach its files for now; try again.',
    headers: { 'retry-after': '1' },
    cause,
  });
}

function auditError(deps: AppDependencies, error: FarmError, request: FastifyRequest): void {
  if (request.isAudited) return;
  request.isAudited = true;
  const code = error.code ?? error.slug;
  if (request.call) {
    deps.audit.note(request.call, { status: error.status, code });
    return;
  }
  const key = error instanceof Unauthorized ? error.key : undefined;
  deps.audit.noteStranger({
    method: request.method,
    route: request.routeOptions.url ?? '(unknown)',
    ip: addressOf(request),
    requestId: request.id,
    status: error.status,
    code,
    orgId: key?.orgId ?? null,
    keyId: key?.id ?? null,
    durationMs: Math.round(performance.now() - request.startedAt),
  });
}

const REASONS: Readonly<Record<string, ErrorSlug>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'payload_too_large',
};

const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
};

/** Answers what never became a request (too slow, too large, not HTTP) in the shape of every error. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const slug = REASONS[error.code ?? ''] ?? 'validation_failed';
  const requestId = `req_${randomUUID()}`;
  const body = errorBody(new FarmError(slug), requestId);
  const { status } = errors[slug];
  socket.end(
    [
      `HTTP/1.1 ${status} ${PHRASES[status] ?? 'Error'}`,
      `x-request-id: ${requestId}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
