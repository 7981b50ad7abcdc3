import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { limits } from '../model/limits.ts';
import type { AppOptions } from './app-options.ts';
import { answerBrokenRequest } from './broken-request.ts';
import type { Edge } from './edge.ts';
import { sendError } from './errors.ts';
import { addFaults } from './mock-mode.ts';
import { requestIdOf } from './request-id.ts';
import { addApplicationRoutes } from './routes/application.ts';
import { addDocumentRoutes } from './routes/documents.ts';
import { addHealthRoutes } from './routes/health.ts';
import { addMockControls } from './routes/mock-controls.ts';
import { addPlatformRoutes } from './routes/platform.ts';
import { addRecordRoutes } from './routes/records.ts';
import { answerUnknownRoute } from './routes/unknown-route.ts';

const LONGEST_PATH_PART = 500;

const SAFE_HEADERS = {
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
} as const;

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
  if (options.mock) addFaults(app, options.mock);
  addBodyParser(app);
  app.setErrorHandler((error, request, reply) => sendError(edge, error, { request, reply }));
  app.setNotFoundHandler(answerUnknownRoute(edge, app));
  addHealthRoutes(app, edge, options);
  addDocumentRoutes(app, edge);
  addRecordRoutes(app, edge);
  addPlatformRoutes(app, edge);
  addApplicationRoutes(app, edge);
  if (options.mock) addMockControls(app, edge, options.mock);
  return app;
}

function prepare(request: FastifyRequest): void {
  request.startedAt = performance.now();
  request.isAudited = false;
}

function addHooks(app: FastifyInstance, edge: Edge): void {
  app.addHook('onRequest', async (request, reply) => {
    prepare(request);
    reply.headers({ ...SAFE_HEADERS, 'x-request-id': request.id });
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

/** Bodies are kept as text; whether they are JSON is asked once the caller is known: see bodyOf. */
function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    request.rawBody = String(body);
    done(null, undefined);
  });
}
