import type { FastifyRequest } from 'fastify';
import { limits } from '../../model/core/limits.ts';
import { Unauthorized } from '../../platform/access/authenticate.ts';
import { sessionMillis } from '../../platform/access/sessions.ts';
import { parseUrl } from '../../tools/parse-url.ts';

/** Over https the prefix makes browsers refuse the cookie from anybody but this host. */
const SECURE_PREFIX = '__Host-';
const SESSION = 'farmctl_session';
/** Of the browser that began a sign-in at the provider. */
const PROVIDER_SIGN_IN = 'farmctl_oidc';

type Headed = Pick<FastifyRequest, 'headers' | 'protocol'>;

/** The token of the session cookie; undefined where there is none, or more than one. */
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

/** The token of a sign-in at the provider; undefined where there is none, or more than one. */
export function providerTokenOf(request: Headed): string | undefined {
  return cookieValue(request, PROVIDER_SIGN_IN);
}

/** The `Set-Cookie` header of a sign-in at the provider that has begun. */
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
 * Refuses a request with a cookie unless a page of this origin sent it. Browsers state the origin of
 * every request that changes something in `Origin`, and since 2023 in `Sec-Fetch-Site`; a request
 * that changes something and has neither header is refused.
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

/** The origin by which the request reached the service or its trusted proxy; without a default port. */
export function ownOrigin({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>) {
  const address = `${protocol}://${host}`;
  return parseUrl(address)?.origin;
}
