import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type ErrorSlug, errors, FarmError } from '../model/errors.ts';
import { errorBody } from '../platform/requests/error-body.ts';

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
