import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { addressOf } from './core/authenticate-call.ts';

/**
 * Logs one line for each request when its answer has left, whatever the level of other messages.
 * The route is named by its template: addresses may hold the secrets of links.
 */
export function addAccessLog(app: FastifyInstance, log: Logger): void {
  const lines = log.child({}, { level: 'info' });
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      const { call } = request;
      lines.info(
        {
          requestId: request.id,
          method: request.method,
          route: request.routeOptions.url ?? '(unknown)',
          status: reply.raw.statusCode,
          millis: Math.round((performance.now() - request.startedAt) * 10) / 10,
          ip: addressOf(request),
          ...(call ? { keyId: call.actor.keyId } : {}),
          ...(reply.raw.writableFinished ? {} : { isCutOff: true }),
        },
        'request',
      );
    });
    done();
  });
}
