import type { FastifyRequest } from 'fastify';
import { validationFailed } from '../model/errors.ts';
import { parseStrictJson } from './strict-json.ts';

/** The JSON body of a request; throws `validation_failed` when there is none or it is malformed. */
export function bodyOf(request: FastifyRequest): unknown {
  if (request.rawBody !== undefined && request.rawBody !== '') {
    return parseStrictJson(request.rawBody);
  }
  throw validationFailed([
    { path: 'body', code: 'required', message: 'body must be a JSON object.' },
  ]);
}
