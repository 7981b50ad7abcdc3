import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type { Logger } from 'pino';
import { type FarmError, validationFailed } from '../model/core/errors.ts';
import { limits } from '../model/core/limits.ts';
import { tracer } from '../tools/tracing.ts';
import { addClosing, prepare } from './closing.ts';
import { addConsole, opensScreen } from './console.ts';
import type { AppDependencies, Exchange } from './core/app-dependencies.ts';
import { addressOf, openCall, rememberAddresses } from './core/authenticate-call.ts';
import { answerBrokenRequest, sendError } from './core/errors.ts';
import { type AppOptions, addFaults } from './core/mock-mode.ts';
import {
  finishBody,
  handleUnreadBodies,
  isLeaving,
  limitBodyTime,
  linger,
} from './core/request-limits.ts';
import { addRoutes } from './core/router.ts';
import { closeQueuedAnswers } from './core/run-call.ts';
import { addReferenceFiles } from './docs/reference-page.ts';
import { shedLoad } from './load-shedding.ts';
import { bindRoutes } from './routes/bind-routes.ts';
import { answerUnknownRoute } from './routes/service.ts';

// Longer ids are looked up and not found; Node limits the total header size.
const LONGEST_PATH_PART = 16_384;

const API_PREFIX = '/v1/platform/';

const SAFE_HEADERS = {
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
} as const;

/** Builds the HTTP application with the routes that `bind` returns, without listening. */
export function buildApp(
  deps: AppDependencies,
  options: AppOptions = {},
  bind: typeof bindRoutes = bindRoutes,
): FastifyInstance {
  const app = createApp(deps, options);
  addRoutes(app, deps, bind(app, deps, options));
  return app;
}

function createApp(deps: AppDependencies, options: AppOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: limits.bodyBytes,
    // The limit of the longest upload; limitBodyTime enforces the shorter limit of all other
    // requests.
    requestTimeout: limits.uploadMillis,
    // How often Node checks for requests that exceed their time limit.
    http: {
      connectionsCheckingInterval: 5000,
      headersTimeout: limits.requestMillis,
      // We reject missing hosts ourselves, in the standard error shape.
      requireHostHeader: false,
    },
    trustProxy: options.trustProxy ? [...options.trustProxy] : false,
    ...rewriting(options),
    forceCloseConnections: 'idle',
    // We send our own 503 (standard error shape) to requests that arrive during shutdown.
    return503OnClosing: false,
    schemaController: {
      compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas },
    },
    routerOptions: { maxParamLength: LONGEST_PATH_PART, querystringParser: () => ({}) },
    clientErrorHandler: (error, socket) => {
      if (isLeaving(socket)) return;
      answerBrokenRequest(error, socket);
      linger(socket);
    },
    frameworkErrors: (error, request, reply) => {
      prepare(request);
      reply.headers({ ...SAFE_HEADERS, 'x-request-id': request.id });
      // Malformed requests are authenticated and rate-limited too.
      const caller = request.url.startsWith(API_PREFIX)
        ? openCall(deps, request, reply)
        : Promise.resolve();
      caller.then(
        () => sendMalformed(deps, error, { request, reply }),
        (refusal) => sendMalformed(deps, refusal, { request, reply }),
      );
    },
  });
  app.decorateRequest('call', undefined);
  app.decorateRequest('confirm', undefined);
  app.decorateRequest('isAudited', false);
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('rawBody', undefined);
  rememberAddresses(app);
  closeQueuedAnswers(app);
  takeAllHeaders(app);
  addClosing(app, (error, exchange) => sendError(deps, error, exchange));
  handleUnreadBodies(app);
  addHooks(app, deps);
  if (options.accessLog) addAccessLog(app, deps.log);
  if (options.isTraced) addTracing(app);
  limitBodyTime(app);
  shedLoad(app, deps);
  if (options.mock) addFaults(app, options.mock);
  addBodyParser(app);
  app.setErrorHandler((error, request, reply) => sendError(deps, error, { request, reply }));
  answerUnmatched(app, deps, options);
  if (options.console) addConsole(app, options.console);
  if (options.reference) addReferenceFiles(app, options.reference);
  return app;
}

/** Handles unmatched routes: console screens get the page, everything else an error. */
function answerUnmatched(app: FastifyInstance, deps: AppDependencies, options: AppOptions): void {
  const unknownRoute = answerUnknownRoute(deps, app);
  app.setNotFoundHandler((request, reply) =>
    options.console && opensScreen(request) ? reply.sendConsole() : unknownRoute(request, reply),
  );
}

/** Accepts requests with and without the base path under which a proxy serves the service. */
function rewriting({ console }: AppOptions): Pick<FastifyServerOptions, 'rewriteUrl'> {
  const { basePath = '/' } = console ?? {};
  if (basePath === '/') return {};
  return {
    rewriteUrl: ({ url = '/' }) =>
      url.startsWith(basePath) ? url.slice(basePath.length - 1) : url,
  };
}

/** Sends an error without the hooks, which fastify does not run for a malformed path. */
function sendMalformed(deps: AppDependencies, error: unknown, exchange: Exchange): void {
  finishBody(exchange.request, exchange.reply);
  sendError(deps, error, exchange);
}

/**
 * Replaces the compilers of fastify, which take a tenth of the startup time: the model validates
 * and serialises all data, so no route has a schema.
 */
function refuseSchemas(): never {
  throw new Error('A route has a schema of fastify.');
}

/** Disables Node's own header limit and Expect handling. */
function takeAllHeaders(app: FastifyInstance): void {
  const { server } = app;
  // By default Node would drop headers after the 2000th line, such as If-Match; their total size is
  // limited.
  server.maxHeadersCount = 0;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

// Callback-style hooks: a promise per request would cost as much as the hook.
function addHooks(app: FastifyInstance, deps: AppDependencies): void {
  app.addHook('onRequest', (request, reply, done) => {
    prepare(request);
    reply.raw.once('close', deps.metrics.begin());
    reply.headers({ ...SAFE_HEADERS, 'x-request-id': request.id });
    done(isWithoutHost(request) ? missingHost() : undefined);
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    // Stream duration is not response latency.
    if (request.routeOptions.config.isStream && reply.statusCode === 200) return;
    deps.metrics.observe({
      method: request.method,
      route: request.routeOptions.url ?? '(unknown)',
      status: reply.statusCode,
      seconds: (performance.now() - request.startedAt) / 1000,
    });
  });
}

/** HTTP/1.1 requires a Host header. */
function isWithoutHost({ raw }: FastifyRequest): boolean {
  return raw.httpVersion === '1.1' && raw.headers.host === undefined;
}

function missingHost(): FarmError {
  return validationFailed([
    { path: 'host', code: 'required', message: 'The header Host is required.' },
  ]);
}

/** Bodies are kept as text and parsed as JSON only after authentication: see bodyOf. */
function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    request.rawBody = String(body);
    done(null, undefined);
  });
}

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** The caller's `x-request-id` when it is 1–200 visible ASCII characters, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  const isUsable =
    typeof sent === 'string' && sent.length <= limits.requestIdLength && VISIBLE_ASCII.test(sent);
  return isUsable ? sent : `req_${randomUUID()}`;
}

/**
 * Logs one line per request once its response is sent, regardless of the log level. Routes are
 * logged as templates: paths may contain the secrets of links.
 */
function addAccessLog(app: FastifyInstance, log: Logger): void {
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

const SERVER_ERROR = 500;

/**
 * Creates a span for each request, a child of the span in its `traceparent` header. Routes are
 * recorded as templates: paths may contain the secrets of links. The `baggage` of the caller is
 * dropped, because it would be forwarded to every system that the service calls for the request.
 */
function addTracing(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers } = request;
    const route = request.routeOptions.url ?? '(unknown)';
    const caller = propagation.deleteBaggage(propagation.extract(context.active(), headers));
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
