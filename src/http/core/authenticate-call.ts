import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarmError, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { preferredLanguage } from '../../model/core/message.ts';
import { neededScope } from '../../model/routes/route-table.ts';
import {
  identify,
  presumedActor,
  type ShownCredentials,
  Unauthorized,
} from '../../platform/access/authenticate.ts';
import { networkOf, type RateDecision } from '../../platform/access/rate-limiter.ts';
import { sessionMillis } from '../../platform/access/sessions.ts';
import type { Actor, Need } from '../../platform/core/actor.ts';
import { queryOfText, type RequestContext } from '../../platform/core/request-context.ts';
import { parseUrl } from '../../tools/unknown-values.ts';
import type { AppDependencies } from './app-dependencies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is authenticated; the audit log uses it for errors. */
    call: RequestContext | undefined;
    /** Authenticates the caller; present while the context is only presumed. */
    confirm: (() => Promise<RequestContext>) | undefined;
    /** Whether the audit log already has an entry for the request. */
    isAudited: boolean;
    /** Arrival time of the request, by the monotonic clock. */
    startedAt: number;
    rawBody: string | undefined;
  }
}

/** The preference of RFC 7240, section 4.4; other preferences are ignored, as the RFC requires. */
const STRICT = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;

const STRANGERS_PER_MINUTE = 600;
// Reported for unlimited keys, so that every authenticated response has the three headers.
const UNLIMITED: RateDecision = {
  isAllowed: true,
  limit: 1_000_000,
  remaining: 1_000_000,
  resetSeconds: 60,
};

/**
 * Identifies the caller from the Authorization header or the session cookie; throws `unauthorized`.
 */
export type Authenticator = (
  runtime: AppDependencies['runtime'],
  credentials: ShownCredentials,
) => Promise<Actor>;

/** Authenticates and rate-limits a caller, and builds the context of the request. */
export async function openCall(
  deps: AppDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  identifyCaller: Authenticator = identify,
): Promise<RequestContext> {
  const credentials = credentialsOf(request);
  const presumed =
    identifyCaller === identify
      ? presumedActor(deps.runtime, credentials.authorization)
      : undefined;
  const identifying = () =>
    limitStrangers(deps, request, () => identifyCaller(deps.runtime, credentials));
  // For a presumably known key both queries share a round trip.
  const [actor, early] = presumed
    ? await inOneRoundTrip(deps, () => Promise.all([identifying(), takeRate(deps, presumed)]))
    : [await identifying(), undefined];
  const call = createCall(deps, request, actor);
  request.call = call;
  // The database applied the current limit of the key; the cached limit may be outdated.
  const { rateLimitPerMinute } = actor;
  const isApplied = early?.limit === (rateLimitPerMinute ?? UNLIMITED.limit);
  const decision = early && isApplied ? early : await takeRate(deps, actor);
  reply.headers(rateHeaders(decision));
  if (!decision.isAllowed) throw rateLimited(decision);
  checkQuerySize(request);
  return call;
}

/** Runs work whose queries share a round trip, if the database supports it. */
export function inOneRoundTrip<T>({ runtime }: AppDependencies, work: () => T): T {
  const { together } = runtime.database;
  return together ? together(work) : work();
}

async function takeRate(
  { rateLimiter }: AppDependencies,
  { keyId, rateLimitPerMinute: limit }: Actor,
): Promise<RateDecision> {
  return limit === null ? UNLIMITED : rateLimiter.take(keyId, limit);
}

/**
 * The presumed context of a caller whose key is cached; undefined for any other caller. `openCall`
 * must confirm it before the response is sent.
 */
export function presumeCall(
  deps: AppDependencies,
  request: FastifyRequest,
): RequestContext | undefined {
  if (!deps.runtime.database.together) return undefined;
  if (queryString(request).length > limits.queryBytes) return undefined;
  const actor = presumedActor(deps.runtime, authorizationOf(request));
  return actor && createCall(deps, request, actor);
}

async function limitStrangers(
  deps: AppDependencies,
  request: FastifyRequest,
  identifyCaller: () => Promise<Actor>,
): Promise<Actor> {
  try {
    return await identifyCaller();
  } catch (error) {
    const isStranger = error instanceof FarmError && error.slug === 'unauthorized';
    if (!isStranger) throw error;
    const decision = await deps.rateLimiter.take(
      `network ${networkOf(addressOf(request))}`,
      STRANGERS_PER_MINUTE,
    );
    throw decision.isAllowed ? error : rateLimited(decision);
  }
}

/** Without an Authorization header, a session cookie is accepted, for same-origin requests only. */
function credentialsOf(request: FastifyRequest): ShownCredentials {
  const authorization = authorizationOf(request);
  const requiredRights = () => needOf(request);
  if (authorization !== undefined) return { authorization, need: requiredRights };
  const sessionToken = sessionTokenOf(request);
  if (sessionToken === undefined) return { authorization };
  requireSameOrigin(request);
  return { authorization, sessionToken, need: requiredRights };
}

/** The need of a request, which selects one of several roles. */
function needOf(request: FastifyRequest): Need {
  const { method, routeOptions } = request;
  const { resource = '' } = (request.params ?? {}) as { readonly resource?: string };
  const scope = neededScope(method, routeOptions?.url)?.replace('{resource}', resource);
  return { scope, farmId: farmIdOf(request) };
}

/** The farm in the query, if exactly one is given. */
function farmIdOf(request: FastifyRequest): string | undefined {
  const text = queryString(request);
  if (!text.includes('farmId')) return undefined;
  const values = new URLSearchParams(text).getAll('farmId');
  return values.length === 1 ? values[0] : undefined;
}

/** Treats repeated Authorization headers as invalid; Node would silently use the first. */
function authorizationOf({ raw, headers }: FastifyRequest): string | undefined {
  let count = 0;
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    if (raw.rawHeaders[at]?.toLowerCase() === 'authorization') count += 1;
  }
  return count > 1 ? '' : headers.authorization;
}

function createCall(deps: AppDependencies, request: FastifyRequest, actor: Actor): RequestContext {
  const { headers } = request;
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  const language = preferredLanguage(headers['accept-language']);
  return {
    actor,
    requestId: request.id,
    at: deps.runtime.clock.now(),
    ip: addressOf(request),
    method: request.method,
    route: request.routeOptions.url ?? '(unknown)',
    elapsedMillis: () => performance.now() - request.startedAt,
    query: queryOfText(queryString(request)),
    subject: {},
    ...(ifMatch === undefined ? {} : { ifMatch: withoutCoding(ifMatch) }),
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch: withoutCoding(ifNoneMatch) }),
    ...(STRICT.test([headers['prefer']].flat().join(',')) ? { isStrict: true } : {}),
    ...(language === undefined ? {} : { language }),
  };
}

/** The end of the ETag of a compressed body; our other ETags contain no semicolon. */
export const OF_GZIP = ';gzip"';

/** The ETags of a conditional request without the suffix of compressed bodies. */
function withoutCoding(tags: string): string {
  return tags.replaceAll(OF_GZIP, '"');
}

function queryString(request: FastifyRequest): string {
  const start = request.url.indexOf('?');
  return start === -1 ? '' : request.url.slice(start + 1);
}

function checkQuerySize(request: FastifyRequest): void {
  if (queryString(request).length <= limits.queryBytes) return;
  throw validationFailed([
    {
      path: 'query',
      code: 'too_long',
      message: `The query must not be longer than ${limits.queryBytes} bytes.`,
    },
  ]);
}

/** The error of a rate-limited request. */
export function rateLimited(decision: RateDecision): FarmError {
  return new FarmError('rate_limited', {
    message: `More than ${decision.limit} requests in a minute; wait ${decision.resetSeconds} s.`,
    headers: { 'retry-after': `${decision.resetSeconds}`, ...rateHeaders(decision) },
  });
}

export function rateHeaders({
  limit,
  remaining,
  resetSeconds,
}: Omit<RateDecision, 'isAllowed'>): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': `${limit}`,
    'x-ratelimit-remaining': `${remaining}`,
    'x-ratelimit-reset': `${resetSeconds}`,
  };
}

/** Recorded if the connection was reset before its address could be read. */
const UNKNOWN_ADDRESS = 'unknown';

// The longest form, with an embedded IPv4 address and the name of a network interface.
const LONGEST_ADDRESS = 64;

/** Reads the address of every connection when it opens: a reset connection has no address. */
export function rememberAddresses(app: FastifyInstance): void {
  // Node caches the first address read, even after the socket is closed.
  app.server.on('connection', (socket) => void socket.remoteAddress);
}

/**
 * The address of a caller, or `unknown`. A trusted proxy may forward arbitrary text, so only an IP
 * address is accepted.
 */
export function addressOf(request: FastifyRequest): string {
  const { ip = '' }: { readonly ip?: string } = request;
  return ip.length <= LONGEST_ADDRESS && isIP(ip) !== 0 ? ip : UNKNOWN_ADDRESS;
}

/** With this prefix, browsers accept the cookie only from this host over https. */
const SECURE_PREFIX = '__Host-';
const SESSION = 'farmctl_session';
/** Identifies the browser that started a sign-in at the provider. */
const PROVIDER_SIGN_IN = 'farmctl_oidc';

type Headed = Pick<FastifyRequest, 'headers' | 'protocol'>;

/** The token of the session cookie; undefined if there is none, or more than one. */
export function sessionTokenOf(request: Headed): string | undefined {
  return cookieValue(request, SESSION);
}

/** The `Set-Cookie` header of a new session. */
export function sessionCookie(request: Headed, token: string): string {
  return setCookie(request, SESSION, {
    value: token,
    maxAge: Math.floor(sessionMillis.total / 1000),
  });
}

/** The `Set-Cookie` header that removes the cookie. */
export function endedCookie(request: Headed): string {
  return setCookie(request, SESSION, { value: '', maxAge: 0 });
}

/** The token of a sign-in at the provider; undefined if there is none, or more than one. */
export function providerTokenOf(request: Headed): string | undefined {
  return cookieValue(request, PROVIDER_SIGN_IN);
}

/** The `Set-Cookie` header of a started sign-in at the provider. */
export function providerCookie(request: Headed, token: string): string {
  return setCookie(request, PROVIDER_SIGN_IN, {
    value: token,
    maxAge: limits.providerSignInMinutes * 60,
  });
}

/** The `Set-Cookie` header that removes it. */
export function endedProviderCookie(request: Headed): string {
  return setCookie(request, PROVIDER_SIGN_IN, { value: '', maxAge: 0 });
}

function cookieValue(request: Headed, name: string): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined) return undefined;
  const start = `${cookieName(request, name)}=`;
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  return values.length === 1 ? values[0]?.slice(start.length) : undefined;
}

function setCookie(
  request: Headed,
  name: string,
  { value, maxAge }: { readonly value: string; readonly maxAge: number },
): string {
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict`;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${cookieName(request, name)}=${value}; ${attributes}${secure}`;
}

function cookieName({ protocol }: Headed, name: string): string {
  return protocol === 'https' ? `${SECURE_PREFIX}${name}` : name;
}

const SAFE_METHODS = ['GET', 'HEAD'];

/**
 * Rejects a cross-origin request with a cookie. Browsers send the origin of every state-changing
 * request in `Origin`, and since 2023 in `Sec-Fetch-Site`; a state-changing request with neither
 * header is rejected.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const { method, headers } = request;
  const isSafe = SAFE_METHODS.includes(method);
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  // `none`: typed into the address bar or opened from a bookmark.
  const isSiteFine = site === 'same-origin' || (isSafe && site === 'none');
  if (site !== undefined && !isSiteFine) throw new Unauthorized('cross_origin');
  if (origin !== undefined && origin !== ownOrigin(request)) throw new Unauthorized('cross_origin');
  if (!isSafe && site === undefined && origin === undefined) throw new Unauthorized('cross_origin');
}

/**
 * The origin under which the request reached the service or its trusted proxy, without a default
 * port.
 */
export function ownOrigin({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>) {
  const address = `${protocol}://${host}`;
  return parseUrl(address)?.origin;
}
