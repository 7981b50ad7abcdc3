import type { FastifyReply, FastifyRequest } from 'fastify';
import { FarmError, validationFailed } from '../model/errors.ts';
import { preferredLanguage } from '../model/languages.ts';
import { limits } from '../model/limits.ts';
import type { Actor } from '../platform/access/actor.ts';
import { authenticate } from '../platform/access/authenticate.ts';
import type { RateDecision } from '../platform/access/rate-limiter.ts';
import type { Call } from '../platform/requests/call.ts';
import { queryOfText } from '../platform/requests/query.ts';
import { addressOf } from './caller-address.ts';
import type { Edge } from './edge.ts';
import { rateHeaders } from './rate-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The call once its caller is known; what the audit log is told of an error. */
    call: Call | undefined;
    /** Whether the audit log has its entry already. */
    isAudited: boolean;
    /** When the request came, by the monotonic clock. */
    startedAt: number;
    /** The body as it was sent. */
    rawBody: string | undefined;
  }
}

/** The preference of RFC 7240, section 4.4; others are ignored, as it demands. */
const STRICT = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;

const STRANGERS_PER_MINUTE = 600;
// Shown on unlimited keys, so that the three headers stand on every authenticated answer.
const UNLIMITED: RateDecision = {
  isAllowed: true,
  limit: 1_000_000,
  remaining: 1_000_000,
  resetSeconds: 60,
};

/** Finds out who calls, from the Authorization header; throws `unauthorized`. */
export type Authenticator = (
  runtime: Edge['runtime'],
  authorization: string | undefined,
) => Promise<Actor>;

/** Lets a caller in by its key and its rate, and gathers what the use cases need to know. */
export async function openCall(
  edge: Edge,
  request: FastifyRequest,
  reply: FastifyReply,
  identify: Authenticator = authenticate,
): Promise<Call> {
  const actor = await letIn(edge, request, identify);
  const call = createCall(edge, request, actor);
  request.call = call;
  const { keyId, rateLimitPerMinute: limit } = actor;
  const decision = limit === null ? UNLIMITED : await edge.rateLimiter.take(keyId, limit);
  reply.headers(rateHeaders(decision));
  if (!decision.isAllowed) throw rateLimited(decision);
  checkQuerySize(request);
  return call;
}

async function letIn(edge: Edge, request: FastifyRequest, identify: Authenticator): Promise<Actor> {
  try {
    return await identify(edge.runtime, authorizationOf(request));
  } catch (error) {
    const isStranger = error instanceof FarmError && error.slug === 'unauthorized';
    if (!isStranger) throw error;
    const decision = await edge.rateLimiter.take(
      `address ${addressOf(request)}`,
      STRANGERS_PER_MINUTE,
    );
    throw decision.isAllowed ? error : rateLimited(decision);
  }
}

/** Several are like one that cannot be read; node would take the first without a word. */
function authorizationOf({ raw, headers }: FastifyRequest): string | undefined {
  let count = 0;
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    if (raw.rawHeaders[at]?.toLowerCase() === 'authorization') count += 1;
  }
  return count > 1 ? '' : headers.authorization;
}

function createCall(edge: Edge, request: FastifyRequest, actor: Actor): Call {
  const { headers } = request;
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  const language = preferredLanguage(headers['accept-language']);
  return {
    actor,
    requestId: request.id,
    at: edge.runtime.clock.now(),
    ip: addressOf(request),
    method: request.method,
    route: request.routeOptions.url ?? '(unknown)',
    elapsedMillis: () => performance.now() - request.startedAt,
    query: queryOfText(textBehindPath(request)),
    subject: {},
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
    ...(STRICT.test([headers['prefer']].flat().join(',')) ? { isStrict: true } : {}),
    ...(language === undefined ? {} : { language }),
  };
}

function textBehindPath(request: FastifyRequest): string {
  const start = request.url.indexOf('?');
  return start === -1 ? '' : request.url.slice(start + 1);
}

function checkQuerySize(request: FastifyRequest): void {
  if (textBehindPath(request).length <= limits.queryBytes) return;
  throw validationFailed([
    {
      path: 'query',
      code: 'too_long',
      message: `The query must not be longer than ${limits.queryBytes} bytes.`,
    },
  ]);
}

function rateLimited(decision: RateDecision): FarmError {
  return new FarmError('rate_limited', {
    message: `More than ${decision.limit} requests in a minute; wait ${decision.resetSeconds} s.`,
    headers: { 'retry-after': `${decision.resetSeconds}`, ...rateHeaders(decision) },
  });
}
