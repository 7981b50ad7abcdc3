import type { FastifyRequest } from 'fastify';
import { validationFailed } from '../model/errors.ts';
import { limits } from '../model/limits.ts';
import type { Call } from '../platform/requests/call.ts';
import { sha256Hex } from '../tools/sha256-hex.ts';

/**
 * The `Idempotency-Key` of a request with the hash of what it was sent for; of a body that was not
 * kept as text, `body` stands for it.
 */
export function idempotencyOf(
  request: FastifyRequest,
  body = request.rawBody ?? '',
): Call['idempotency'] {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const isUsable =
    typeof key === 'string' &&
    key.length <= limits.idempotencyKeyLength &&
    /^[\x21-\x7e]+$/.test(key);
  if (!isUsable) {
    throw validationFailed([
      {
        path: 'Idempotency-Key',
        code: 'invalid_format',
        message: `Idempotency-Key must be 1 to ${limits.idempotencyKeyLength} visible ASCII characters.`,
      },
    ]);
  }
  const requestHash = sha256Hex(`${request.method} ${request.url}\n${body}`);
  return { key, requestHash };
}
