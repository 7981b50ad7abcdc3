import type { FastifyRequest } from 'fastify';

/** Sets what every request starts with. */
export function prepare(request: FastifyRequest): void {
  request.startedAt = performance.now();
  request.isAudited = false;
}
