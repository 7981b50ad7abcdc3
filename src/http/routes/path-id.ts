import type { FastifyRequest } from 'fastify';

/** The id of a path `…/:id`. */
export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
