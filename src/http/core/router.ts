import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation, ServiceRoute } from '../../model/api/operation.ts';
import { authenticateCamera } from '../../platform/access/authenticate.ts';
import { admit } from '../../platform/core/admission.ts';
import type { RequestContext } from '../../platform/core/request-context.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { type Authenticator, openCall, presumeCall } from './authenticate-call.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the response is endless. */
    readonly isStream?: boolean;
  }
}

/** The handler of a route, with the settings fastify needs besides the route declaration. */
export interface RouteHandler {
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** Checks of a public route before its body is read. */
  readonly onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Further checks that do not need the body; the caller is already admitted. */
  readonly beforeBody?: (request: FastifyRequest) => void;
  /**
   * How the body is passed to the handler: as `rawBody` if absent, else as bytes or as a stream.
   */
  readonly body?: 'buffer' | 'stream';
  /**
   * Whether the handler may run with a presumed context (`request.confirm`), to read while its
   * caller is authenticated; it must confirm the context before it responds.
   */
  readonly prefetches?: boolean;
  readonly bodyLimit?: number;
  readonly config?: FastifyContextConfig;
  readonly exposeHeadRoute?: boolean;
}

/** A route declaration with its handler. */
export interface Route {
  readonly operation: Operation | ServiceRoute;
  readonly handler: RouteHandler;
}

/** Registers routes; the router authenticates and admits callers before it reads a body. */
export function addRoutes(
  app: FastifyInstance,
  deps: AppDependencies,
  routes: readonly Route[],
): void {
  for (const route of routes) {
    const { body } = route.handler;
    if (body === undefined) addRoute(app, deps, route);
    else {
      app.register((scope, _, done) => {
        takeBodies(scope, body, route.handler.bodyLimit);
        addRoute(scope, deps, route);
        done();
      });
    }
  }
}

function addRoute(
  app: FastifyInstance,
  deps: AppDependencies,
  { operation, handler }: Route,
): void {
  const { body: _, beforeBody, prefetches, ...options } = handler;
  app.route({
    ...options,
    method: operation.method,
    url: urlOf(operation),
    ...(isOpen(operation)
      ? {}
      : { onRequest: createAdmissionHook(deps, operation, { beforeBody, prefetches }) }),
  });
}

/** The path of an operation as fastify writes it: `/v1/platform/flocks/:id`. */
export function urlOf(operation: Operation | ServiceRoute): string {
  const { basePath = '/v1/platform' } = operation.kind === 'resource' ? {} : operation;
  return `${basePath}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`;
}

function isOpen(operation: Operation | ServiceRoute): boolean {
  return operation.kind !== 'resource' && operation.credential === 'none';
}

/** Admits a caller by credential, rate and scope, before the body is read. */
function createAdmissionHook(
  deps: AppDependencies,
  operation: Operation | ServiceRoute,
  {
    beforeBody,
    prefetches,
  }: { readonly [N in 'beforeBody' | 'prefetches']: RouteHandler[N] | undefined },
) {
  const takesTokens = operation.kind === 'route' && operation.credential === 'cameraToken';
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const path = request.params as { resource?: string; id?: string };
    const identify = takesTokens ? [cameraAuthenticator(request)] : [];
    const open = async () => {
      const call = await openCall(deps, request, reply, ...identify);
      admit(call, operation, path);
      return call;
    };
    const presumed = prefetches ? presumeCall(deps, request) : undefined;
    if (presumed && isAdmitted(presumed, operation, path)) {
      request.call = presumed;
      request.confirm = open;
      return;
    }
    await open();
    beforeBody?.(request);
  };
}

function isAdmitted(call: RequestContext, ...to: Tail<Parameters<typeof admit>>): boolean {
  try {
    admit(call, ...to);
    return true;
  } catch {
    // The decision follows once the caller is known.
    return false;
  }
}

type Tail<List extends readonly unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

function cameraAuthenticator(request: FastifyRequest): Authenticator {
  const { integrationId } = request.params as { integrationId: string };
  return (runtime, { authorization }) => authenticateCamera(runtime, authorization, integrationId);
}

function takeBodies(
  scope: FastifyInstance,
  body: 'buffer' | 'stream',
  bodyLimit: number | undefined,
): void {
  scope.removeAllContentTypeParsers();
  if (body === 'stream') {
    scope.addContentTypeParser('*', (_request, payload, taken) => taken(null, payload));
    return;
  }
  const parsing = { parseAs: 'buffer', ...(bodyLimit === undefined ? {} : { bodyLimit }) } as const;
  scope.addContentTypeParser('*', parsing, (_request, bytes, taken) => taken(null, bytes));
}
