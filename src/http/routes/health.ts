import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppOptions } from '../app-options.ts';
import type { Edge } from '../edge.ts';
import { unknownPath } from './unknown-route.ts';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Registers what machines that run the service ask: is it alive, is it ready, how is it doing. */
export function addHealthRoutes(app: FastifyInstance, edge: Edge, options: AppOptions): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await edge.runtime.database.ping();
    return { status: 'ok' };
  });
  app.get('/metrics', async (request, reply) => {
    // A foreign address is told what it would be told without the route.
    if (!options.publicMetrics && !isLoopback(request)) throw unknownPath(request.url);
    return reply.type(edge.metrics.contentType).send(await edge.metrics.render());
  });
}

function isLoopback(request: FastifyRequest): boolean {
  return LOOPBACK.test(request.socket.remoteAddress ?? '127.0.0.1');
}
