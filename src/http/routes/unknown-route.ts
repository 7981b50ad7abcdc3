import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarmError } from '../../model/errors.ts';
import { resourceNames } from '../../model/registry.ts';
import { nearestWord } from '../../tools/nearest-word.ts';
import type { Edge } from '../edge.ts';
import { openCall } from '../open-call.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const API = '/v1/platform/';

/**
 * Answers what no route matches: 405 with `Allow` where another method would, else 404.
 * Below the API the caller must be known first, so that strangers learn nothing of its rows.
 */
export function answerUnknownRoute(edge: Edge, app: FastifyInstance) {
  return async function unknownRoute(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    const path = request.url.split('?', 1)[0] ?? '';
    if (path.startsWith(API)) await openCall(edge, request, reply);
    const allowed = METHODS.filter((method) => app.findRoute({ method, url: path }) !== null);
    throw allowed.length > 0 ? methodNotAllowed(request.method, allowed) : unknownPath(path);
  };
}

function methodNotAllowed(method: string, allowed: readonly string[]): FarmError {
  return new FarmError('method_not_allowed', {
    message: `${method} is not allowed here; use ${allowed.join(', ')}.`,
    headers: { allow: allowed.join(', ') },
  });
}

/** What is said of a path that no route has, with the resource that was probably meant. */
export function unknownPath(path: string): FarmError {
  const typed = path.startsWith(API) ? path.slice(API.length).split('/', 1)[0] : undefined;
  const meant = typed && nearestWord(typed, resourceNames);
  const hint = meant ? ` Did you mean ${API}${meant}?` : '';
  return new FarmError('not_found', { message: `There is no such route.${hint}` });
}
