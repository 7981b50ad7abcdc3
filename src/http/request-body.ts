import type { FastifyRequest } from 'fastify';
import { FarmError, validationFailed } from '../model/errors.ts';
import { parseStrictJson } from './strict-json.ts';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json *(?:;|$)/i;

/**
 * The JSON body of a request. Throws `unsupported_media_type` for another kind of body and
 * `validation_failed` when there is none or it is malformed.
 */
export function bodyOf(request: FastifyRequest): unknown {
  const { rawBody } = request;
  if (rawBody === undefined || rawBody === '') {
    throw validationFailed([
      { path: 'body', code: 'required', message: 'body must be a JSON object.' },
    ]);
  }
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw new FarmError('unsupported_media_type');
  }
  return parseStrictJson(rawBody);
}
