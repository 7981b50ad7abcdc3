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
import { readRoute, sendDocument } from '../core/run-call.ts';
import {
  createReferenceDocuments,
  referencePolicy,
  renderReferencePage,
} from '../docs/reference-page.ts';

type TextHeaders = Readonly<Record<'content-type' | 'content-security-policy', string>>;

const json: TextHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'",
};
const html: TextHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': referencePolicy,
};

/** Handlers of the documents that describe the API. */
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
  let document: { readonly text: string; readonly bytes: Buffer } | undefined;
  /** The same bytes for the same text, whose compressed form is cached. */
  const bytesOf = (current: string) => {
    if (document?.text !== current) document = { text: current, bytes: Buffer.from(current) };
    return document.bytes;
  };
  async function send(request: FastifyRequest, reply: FastifyReply) {
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
    reply.headers(headers);
    return sendDocument({ request, reply }, bytesOf(text()));
  }
  return { handler: send };
}

const READY_MILLIS = 3000;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Handlers of the health endpoints: liveness, readiness and metrics. */
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
        // Other addresses get the same response as for an unknown route.
        if (!options.publicMetrics && !isLoopback(request)) throw unknownPath(request.url);
        return reply.type(deps.metrics.contentType).send(await deps.metrics.render());
      },
    },
  } satisfies Partial<Record<ServiceRouteId, RouteHandler>>;
}

/**
 * Without its audit log the service must not accept requests; entries that wait to be sealed are
 * acceptable.
 */
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

/** The last check of a database file; null before the first check. */
function integrityOf({ condition }: AppDependencies['runtime']['database']) {
  if (!condition) return {};
  const checkedAt = condition.lastCheck()?.checkedAt ?? null;
  return { integrity: { state: checkedAt === null ? 'unchecked' : 'ok', checkedAt } };
}

/** Rejects once the database has been silent for longer than a probe waits. */
async function silence(): Promise<never> {
  await sleep(READY_MILLIS, undefined, { ref: false });
  throw notReady('The database does not answer for now; try again.');
}

/** Throws the reason for not being ready; unexpected errors are reported as `not_ready`. */
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

/**
 * Behind a proxy on this machine every caller has a loopback address; a trusted proxy forwards the
 * original one.
 */
function isLoopback(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket;
  return LOOPBACK.test(remoteAddress) && LOOPBACK.test(addressOf(request));
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const API = '/v1/platform/';

/**
 * Handles unmatched routes: 405 with `Allow` if another method matches, else 404. Below the API
 * prefix the caller must be authenticated first, so that strangers learn nothing about rows.
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

/** The error for an unknown path, with a suggestion of the intended resource. */
function unknownPath(path: string): FarmError {
  const typed = path.startsWith(API) ? path.slice(API.length).split('/', 1)[0] : undefined;
  const suggestion = typed && nearestWord(typed, resourceNames);
  const hint = suggestion ? ` Did you mean ${API}${suggestion}?` : '';
  return new FarmError('not_found', {
    code: 'unknown_route',
    message: `There is no such route.${hint}`,
  });
}
