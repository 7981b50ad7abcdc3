import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarmError } from '../../model/core/errors.ts';
import { version } from '../../model/core/vocabulary.ts';
import { resourceNames } from '../../model/resources/registry.ts';
import type { ServiceRouteId } from '../../model/routes/route-table.ts';
import { capabilities, resourcesDescription } from '../../platform/administration/capabilities.ts';
import { nearestWord } from '../../tools/words.ts';
import type { AppDependencies } from '../core/app-dependencies.ts';
import { addressOf, openCall } from '../core/authenticate-call.ts';
import type { AppOptions } from '../core/mock-mode.ts';
import type { RouteHandler } from '../core/router.ts';
import { readRoute } from '../core/run-call.ts';
import {
  createReferenceDocuments,
  referencePolicy,
  renderReferencePage,
} from '../docs/reference-page.ts';

/** The headers of a public text. */
type TextHeaders = Readonly<Record<'content-type' | 'content-security-policy', string>>;

const json: TextHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'",
};
const html: TextHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': referencePolicy,
};

/** What answers the documents that describe the API. */
export function documentHandlers(
  deps: AppDependencies,
  { reference }: Pick<AppOptions, 'reference'>,
) {
  const documents = createReferenceDocuments({ version });
  const resources = JSON.stringify(resourcesDescription());
  const page = renderReferencePage(reference);
  return {
    readPlatformDocument: publicRoute(deps, json, documents.platform),
    readApplicationDocument: publicRoute(deps, json, documents.application),
    readCapabilities: publicRoute(deps, json, () => JSON.stringify(capabilities({ version }))),
    readReferencePage: publicRoute(deps, html, () => page),
    readResources: readRoute(deps, async () => ({ status: 200, headers: {}, body: resources })),
  } satisfies Partial<Record<ServiceRouteId, RouteHandler>>;
}

function publicRoute(
  deps: AppDependencies,
  headers: TextHeaders,
  text: () => string,
): RouteHandler {
  async function sendDocument(request: FastifyRequest, reply: FastifyReply) {
    deps.audit.noteStranger({
      method: request.method,
      route: request.routeOptions.url ?? '(unknown)',
      ip: addressOf(request),
      requestId: request.id,
      status: 200,
      code: null,
      orgId: null,
      keyId: null,
      durationMs: Math.round(performance.now() - request.startedAt),
    });
    return reply.headers(headers).send(text());
  }
  return { handler: sendDocument };
}

const READY_MILLIS = 3000;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** What answers the machines that run the service: is it alive, is it ready, how is it doing. */
export function healthHandlers(deps: AppDependencies, options: AppOptions) {
  return {
    isAlive: { handler: async () => ({ status: 'ok' }) },
    isReady: {
      handler: async () => {
        const { database } = deps.runtime;
        await Promise.race([database.ping(), silence()]).catch(throwNotReady);
        return { ...stateOf(deps), ...integrityOf(database) };
      },
    },
    readMetrics: {
      handler: async (request, reply) => {
        // A foreign address is told what it would be told without the route.
        if (!options.publicMetrics && !isLoopback(request)) throw unknownPath(request.url);
        return reply.type(deps.metrics.contentType).send(await deps.metrics.render());
      },
    },
  } satisfies Partial<Record<ServiceRouteId, RouteHandler>>;
}

/** Without its audit log the service must not take calls; entries that wait to be sealed can. */
function stateOf({ audit, runtime: { database } }: AppDependencies): {
  readonly status: string;
  readonly code?: string;
} {
  const { isFailing, unsealable } = audit.health();
  if (isFailing) {
    throw notReady('The audit log cannot be written for now; try again.', {
      code: 'audit_not_written',
    });
  }
  if (unsealable > 0) return { status: 'degraded', code: 'audit_not_sealed' };
  const isUnmarked = database.condition?.unmarkedSince() !== undefined;
  return isUnmarked ? { status: 'degraded', code: 'commits_unknown' } : { status: 'ok' };
}

/** The last check of a database file; null before the first. */
function integrityOf({ condition }: AppDependencies['runtime']['database']) {
  if (!condition) return {};
  const checkedAt = condition.lastCheck()?.checkedAt ?? null;
  return { integrity: { state: checkedAt === null ? 'unchecked' : 'ok', checkedAt } };
}

/** Rejects once a database has been silent for too long; a probe does not wait any longer. */
async function silence(): Promise<never> {
  await sleep(READY_MILLIS, undefined, { ref: false });
  throw notReady('The database does not answer for now; try again.');
}

/** Why the service is not ready; what does not pass by itself is no reason to look alive either. */
function throwNotReady(error: unknown): never {
  if (error instanceof FarmError) throw error;
  throw notReady('The database does not work.', { cause: error });
}

function notReady(
  message: string,
  reason: { readonly code?: string; readonly cause?: unknown } = {},
): FarmError {
  const headers = { 'retry-after': '1' };
  return new FarmError('unavailable', { code: 'not_ready', message, headers, ...reason });
}

/** Everybody comes from a loopback address behind a proxy on this machine; trusted, it says whence. */
function isLoopback(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket;
  return LOOPBACK.test(remoteAddress) && LOOPBACK.test(addressOf(request));
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const API = '/v1/platform/';

/**
 * Answers what no route matches: 405 with `Allow` where another method would, else 404.
 * Below the API the caller must be known first, so that strangers learn nothing of its rows.
 */
export function answerUnknownRoute(deps: AppDependencies, app: FastifyInstance) {
  return async function unknownRoute(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    const path = request.url.split('?', 1)[0] ?? '';
    if (path.startsWith(API)) await openCall(deps, request, reply);
    const allowed = METHODS.filter((method) => app.findRoute({ method, url: path }) !== null);
    throw allowed.length > 0 ? methodNotAllowed(request.method, allowed) : unknownPath(path);
  };
}

function methodNotAllowed(method: string, allowed: readonly string[]): FarmError {
  return new FarmError('method_not_allowed', {
    message: `${method} is not allowed here; use ${allowed.join(', ')}.`,
    headers: { allow: allowed.join(', ') },
  });
}

/** What is said of a path that no route has, with the resource that was probably meant. */
function unknownPath(path: string): FarmError {
  const typed = path.startsWith(API) ? path.slice(API.length).split('/', 1)[0] : undefined;
  const meant = typed && nearestWord(typed, resourceNames);
  const hint = meant ? ` Did you mean ${API}${meant}?` : '';
  return new FarmError('not_found', {
    code: 'unknown_route',
    message: `There is no such route.${hint}`,
  });
}
