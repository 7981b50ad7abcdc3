import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { limits } from '../model/limits.ts';
import { answerBrokenRequest } from './broken-request.ts';
import type { Edge } from './edge.ts';
import { sendError } from './errors.ts';
import { requestIdOf } from './request-id.ts';
import { addApplicationRoutes } from './routes/application.ts';
import { addDocumentRoutes } from './routes/documents.ts';
import { addHealthRoutes } from './routes/health.ts';
import { addPlatformRoutes } from './routes/platform.ts';
import { addRecordRoutes } from './routes/records.ts';
import { answerUnknownRoute } from './routes/unknown-route.ts';

/** How the edge meets the outside. */
export interface AppOptions {
  /** Addresses of proxies whose `x-forwarded-for` is believed; none by default. */
  readonly trustProxy?: readonly string[];
  /** Whether `/metrics` answers addresses other than loopback. */
  readonly publicMetrics?: boolean;
}

const LONGEST_PATH_PART = 500;

/** Builds the HTTP application; it listens nowhere yet. */
export function buildApp(edge: Edge, options: AppOptions = {}): FastifyInstance {
  const app = fastify({
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMillis,
    trustProxy: options.trustProxy ? [...options.trustProxy] : false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LONGEST_PATH_PART, querystringParser: () => ({}) },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      prepare(request);
      reply.header('x-request-id', request.id);
      sendError(edge, error, { request, reply });
    },
  });
  app.decorateRequest('call', undefined);
  app.decorateRequest('isAudited', false);
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('rawBody', undefined);
  addHooks(app, edge);
  addBodyParser(app);
  app.setErrorHandler((error, request, reply) => sendError(edge, error, { request, reply }));
  app.setNotFoundHandler(answerUnknownRoute(edge, app));
  addHealthRoutes(app, edge, options);
  addDocumentRoutes(app);
  addRecordRoutes(app, edge);
  addPlatformRoutes(app, edge);
  addApplicationRoutes(app, edge);
  return app;
}

function prepare(request: FastifyRequest): void {
  request.startedAt = performance.now();
  request.isAudited = false;
}

function addHooks(app: FastifyInstance, edge: Edge): void {
  app.addHook('onRequest', async (request, reply) => {
    prepare(request);
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
  });
  app.addHook('onResponse', async (request, reply) => {
    edge.metrics.observe({
      method: request.method,
      route: request.routeOptions.url ?? '(unknown)',
      status: reply.statusCode,
      seconds: (performance.now() - request.startedAt) / 1000,
    });
  });
}

function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json\b/,
    { parseAs: 'string' },
    (request, body, done) => {
      request.rawBody = String(body);
      // The body is read, and refused, only once the caller is known: see bodyOf.
      done(null, undefined);
    },
  );
}
