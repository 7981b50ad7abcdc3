import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation, ServiceRoute } from '../../model/api/operation.ts';
import { authenticateCamera } from '../../platform/access/authenticate.ts';
import { admit } from '../../platform/core/admission.ts';
import type { RequestContext } from '../../platform/core/request-context.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { type Authenticator, openCall, presumeCall } from './authenticate-call.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer has no end of its own. */
    readonly isStream?: boolean;
  }
}

/** What answers a route, with the little that fastify must know besides its declaration. */
export interface RouteHandler {
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** Refusals of a route that anybody may call, before its body is read. */
  readonly onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Further refusals that need not wait for the body; the caller is admitted already. */
  readonly beforeBody?: (request: FastifyRequest) => void;
  /** How the body reaches the handler: as `rawBody` where absent, else as bytes or as a stream. */
  readonly body?: 'buffer' | 'stream';
  /**
   * Whether the handler may be called with a call that is only presumed (`request.confirm`), to read
   * while its caller is let in; it must confirm the call before it answers.
   */
  readonly readsAhead?: boolean;
  readonly bodyLimit?: number;
  readonly config?: FastifyContextConfig;
  readonly exposeHeadRoute?: boolean;
}

/** A declaration of the route table with the handler that answers it. */
export interface Route {
  readonly operation: Operation | ServiceRoute;
  readonly handler: RouteHandler;
}

/** Registers routes; the router authenticates and admits their callers before it reads a body. */
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
  const { body: _, beforeBody, readsAhead, ...options } = handler;
  app.route({
    ...options,
    method: operation.method,
    url: urlOf(operation),
    ...(isOpen(operation) ? {} : { onRequest: letIn(deps, operation, { beforeBody, readsAhead }) }),
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

/** Lets a caller in by credential, rate and scope, before the body is looked at. */
function letIn(
  deps: AppDependencies,
  operation: Operation | ServiceRoute,
  {
    beforeBody,
    readsAhead,
  }: { readonly [N in 'beforeBody' | 'readsAhead']: RouteHandler[N] | undefined },
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
    const presumed = readsAhead ? presumeCall(deps, request) : undefined;
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
    // Whether it is refused is decided once the caller is known.
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
