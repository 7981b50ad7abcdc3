import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refused } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { preferredLanguage } from '../../model/core/message.ts';
import type { RouteId } from '../../model/routes/route-table.ts';
import { Unauthorized } from '../../platform/access/authenticate.ts';
import type { RelyingParty } from '../../platform/access/passkey-ceremony.ts';
import type { RateDecision } from '../../platform/access/rate-limiter.ts';
import {
  grantAccess,
  readAccess,
  revokeAccess,
  setUserEmail,
} from '../../platform/administration/manage-access.ts';
import {
  addPasskey,
  listOwnPasskeys,
  readNewPasskey,
  readPasskeyAttempt,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '../../platform/administration/passkeys.ts';
import {
  describeProvider,
  readProviderAttempt,
  requireProvider,
  signInByProvider,
  startProviderSignIn,
} from '../../platform/administration/provider-sign-in.ts';
import {
  endSession,
  inviteUser,
  listOwnSessions,
  readOwnSession,
  signInByLink,
  signOut,
  subjectOfLink,
} from '../../platform/administration/sign-in.ts';
import type {
  SignedIn,
  SignInBrowser,
  SignInTools,
} from '../../platform/administration/start-session.ts';
import { queryOfText, type UnsignedCall } from '../../platform/core/request-context.ts';
import {
  addressOf,
  endedCookie,
  endedProviderCookie,
  networkOf,
  ownOrigin,
  providerCookie,
  providerTokenOf,
  rateHeaders,
  rateLimited,
  requireSameOrigin,
  sessionCookie,
  sessionTokenOf,
} from '../core/authenticate-call.ts';
import type { Edge, Exchange } from '../core/edge.ts';
import type { AppOptions } from '../core/mock-mode.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { idOf, preparedRoute, readRoute, sendAnswer, writeRoute } from '../core/run-call.ts';

/** What answers the routes of sessions and of the access of users. */
export function signInHandlers(edge: Edge, { console }: Pick<AppOptions, 'console'>) {
  const { runtime } = edge;
  return {
    signInByLink: attempt(edge, 'sign-in', (request, reply) => openLink(edge, request, reply)),
    getSession: readRoute(edge, (call) => readOwnSession(runtime, call)),
    signOut: writeRoute(edge, async (transaction, call, request) => {
      const answer = await signOut(transaction, call);
      return { ...answer, headers: { ...answer.headers, 'set-cookie': endedCookie(request) } };
    }),
    listSessions: readRoute(edge, (call) => listOwnSessions(runtime, call)),
    endSession: writeRoute(edge, (transaction, call, request) =>
      endSession(transaction, { call, id: idOf(request) }),
    ),
    ...passkeyHandlers(edge),
    ...providerHandlers(edge, console?.basePath ?? '/'),
    inviteUser: writeRoute(edge, (transaction, call, request) =>
      inviteUser(runtime, transaction, { call, id: idOf(request) }),
    ),
    setUserEmail: writeRoute(edge, (transaction, call, request) =>
      setUserEmail(runtime, transaction, { call, id: idOf(request), body: bodyOf(request) }),
    ),
    getUserAccess: readRoute(edge, (call, request) => readAccess(runtime, call, idOf(request))),
    grantUserAccess: writeRoute(edge, (transaction, call, request) =>
      grantAccess(runtime, transaction, { call, id: idOf(request), body: () => bodyOf(request) }),
    ),
    revokeUserAccess: writeRoute(edge, (transaction, call, request) =>
      revokeAccess(runtime, transaction, { call, id: idOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

function passkeyHandlers(edge: Edge) {
  const { runtime } = edge;
  return {
    startPasskeySignIn: attempt(edge, 'passkey options', async (request, reply) =>
      sendAnswer(reply, await startPasskeySignIn(runtime, relyingPartyOf(request))),
    ),
    signInByPasskey: attempt(edge, 'sign-in', (request, reply) =>
      openByPasskey(edge, { request, reply }),
    ),
    startPasskeyRegistration: readRoute(edge, (call, request) =>
      startPasskeyRegistration(runtime, call, relyingPartyOf(request)),
    ),
    addPasskey: preparedRoute(edge, async (call, request) => {
      const sent = { party: relyingPartyOf(request), body: bodyOf(request) };
      const added = await readNewPasskey(runtime, call, sent);
      return (transaction) => addPasskey(runtime, transaction, { call, added });
    }),
    listPasskeys: readRoute(edge, (call) => listOwnPasskeys(runtime, call)),
    renamePasskey: writeRoute(edge, (transaction, call, request) =>
      renamePasskey(transaction, { call, id: idOf(request), body: bodyOf(request) }),
    ),
    removePasskey: writeRoute(edge, (transaction, call, request) =>
      removePasskey(runtime, transaction, { call, id: idOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

function providerHandlers(edge: Edge, basePath: string) {
  const { runtime } = edge;
  return {
    getSignInProvider: {
      onRequest: (request, reply) =>
        countRequest(edge, { request, reply }, 'provider', limits.requestsPerMinute),
      handler: async (_, reply) => sendAnswer(reply, describeProvider(edge.provider)),
    },
    startProviderSignIn: attempt(edge, 'provider sign-in', async (request, reply) => {
      const provider = requireProvider(edge.provider);
      const sent = { body: bodyOf(request), redirectUri: redirectUriOf(request, basePath) };
      const { token, answer } = await startProviderSignIn(runtime, provider, sent);
      return sendAnswer(reply.header('set-cookie', providerCookie(request, token)), answer);
    }),
    signInByProvider: attempt(edge, 'sign-in', (request, reply) =>
      openByProvider(edge, { request, reply }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

/** As for passkeys, below the address by which the browser reaches the service. */
function redirectUriOf(request: FastifyRequest, basePath: string): string {
  const origin = ownOrigin(request);
  if (origin === undefined) throw new Unauthorized('cross_origin');
  return `${origin}${basePath}sign-in`;
}

async function openByProvider(edge: Edge, { request, reply }: Exchange): Promise<FastifyReply> {
  const provider = requireProvider(edge.provider);
  const sent = { token: providerTokenOf(request), body: bodyOf(request) };
  const attempt = await readProviderAttempt(edge.runtime, provider, sent);
  await takeAttempt(edge, `sign-in ${attempt.subject}`, limits.signInsPerMinuteOfUser);
  const signedIn = await signInByProvider(edge.runtime, toolsOf(edge, request), {
    attempt,
    browser: browserOf(request),
  });
  reply.header('set-cookie', [
    sessionCookie(request, signedIn.token),
    endedProviderCookie(request),
  ]);
  return sendAnswer(reply, signedIn.answer);
}

async function openLink(
  edge: Edge,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = linkOf(bodyOf(request));
  const subject = await subjectOfLink(edge.runtime, token);
  if (subject) await takeAttempt(edge, `sign-in ${subject}`, limits.signInsPerMinuteOfUser);
  const browser = browserOf(request);
  const signedIn = await signInByLink(edge.runtime, toolsOf(edge, request), { token, browser });
  return sendSignedIn({ request, reply }, signedIn);
}

async function openByPasskey(edge: Edge, { request, reply }: Exchange): Promise<FastifyReply> {
  const party = relyingPartyOf(request);
  const attempt = await readPasskeyAttempt(edge.runtime, bodyOf(request));
  await takeAttempt(edge, `sign-in ${attempt.subject}`, limits.signInsPerMinuteOfUser);
  const signedIn = await signInByPasskey(edge.runtime, toolsOf(edge, request), {
    attempt,
    party,
    browser: browserOf(request),
  });
  return sendSignedIn({ request, reply }, signedIn);
}

/** A route that anybody may call from a page of this origin, a few times a minute. */
function attempt(edge: Edge, what: string, handler: RouteHandler['handler']): RouteHandler {
  return {
    onRequest: async (request, reply) => {
      requireSameOrigin(request);
      await countRequest(edge, { request, reply }, what, limits.signInsPerMinuteOfAddress);
    },
    handler,
  };
}

/** Counts a request of an address before its body is read; says how many are left. */
async function countRequest(
  edge: Edge,
  { request, reply }: Exchange,
  what: string,
  limit: number,
): Promise<void> {
  const network = networkOf(addressOf(request));
  reply.headers(rateHeaders(await takeAttempt(edge, `${what} ${network}`, limit)));
}

function toolsOf(edge: Edge, request: FastifyRequest): SignInTools {
  return { audit: edge.audit, call: unsignedCall(edge, request, 'sessions') };
}

function browserOf(request: FastifyRequest): SignInBrowser {
  return { formerToken: sessionTokenOf(request), agent: request.headers['user-agent'] };
}

function sendSignedIn({ request, reply }: Exchange, { token, answer }: SignedIn): FastifyReply {
  reply.header('set-cookie', sessionCookie(request, token));
  return sendAnswer(reply, answer);
}

/** Counts an attempt; throws `rate_limited` for one too many. */
export async function takeAttempt(
  edge: Edge,
  subject: string,
  limit: number,
): Promise<RateDecision> {
  const decision = await edge.rateLimiter.take(subject, limit);
  if (!decision.isAllowed) throw rateLimited(decision);
  return decision;
}

function linkOf(body: unknown): { readonly token: unknown } {
  const token =
    typeof body === 'object' && body !== null ? (body as { token?: unknown }).token : undefined;
  return { token };
}

/** A call whose caller is proved by a link. */
export function unsignedCall(edge: Edge, request: FastifyRequest, resource: string): UnsignedCall {
  const language = preferredLanguage(request.headers['accept-language']);
  return {
    requestId: request.id,
    at: edge.runtime.clock.now(),
    ip: addressOf(request),
    method: request.method,
    route: request.routeOptions.url ?? '(unknown)',
    elapsedMillis: () => performance.now() - request.startedAt,
    query: queryOfText(''),
    subject: { resource },
    ...(language === undefined ? {} : { language }),
  };
}

/**
 * The address for which passkeys sign: the host by which the request reached the service or its
 * trusted proxy. Browsers have passkeys only over https, and of localhost, and never for an IP
 * address; elsewhere the request is refused.
 */
function relyingPartyOf(request: Pick<FastifyRequest, 'protocol' | 'host'>): RelyingParty {
  const origin = ownOrigin(request);
  const { protocol, hostname } = new URL(origin ?? 'about:blank');
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isName = hostname !== '' && !hostname.startsWith('[') && isIP(hostname) === 0;
  if (origin !== undefined && isName && (protocol === 'https:' || isLocal)) {
    return { rpId: hostname, origin };
  }
  throw refused(
    'no_passkeys_here',
    'Browsers offer passkeys only over https to a host name, or on localhost; open the service there.',
  );
}
