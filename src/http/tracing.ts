import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { tracer } from '../tools/tracing.ts';

const SERVER_ERROR = 500;

/**
 * Makes a span of each request, a child of the one that its `traceparent` header names. The route is
 * named by its template: addresses may hold the secrets of links.
 */
export function addTracing(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers } = request;
    const route = request.routeOptions.url ?? '(unknown)';
    const caller = propagation.extract(context.active(), headers);
    const span = tracer.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'url.scheme': request.protocol,
          'farmctl.request_id': request.id,
        },
      },
      caller,
    );
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(caller, span), done);
  });
}
