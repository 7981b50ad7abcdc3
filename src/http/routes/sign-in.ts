import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refused } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { preferredLanguage } from '../../model/core/message.ts';
import type { RouteId } from '../../model/routes/route-table.ts';
import { Unauthorized } from '../../platform/access/authenticate.ts';
import type { RelyingParty } from '../../platform/access/passkey-ceremony.ts';
import { networkOf, type RateDecision } from '../../platform/access/rate-limiter.ts';
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
import { queryOfText, type UnsignedRequest } from '../../platform/core/request-context.ts';
import type { AppDependencies, Exchange } from '../core/app-dependencies.ts';
import {
  addressOf,
  endedCookie,
  endedProviderCookie,
  ownOrigin,
  providerCookie,
  providerTokenOf,
  rateHeaders,
  rateLimited,
  requireSameOrigin,
  sessionCookie,
  sessionTokenOf,
} from '../core/authenticate-call.ts';
import type { AppOptions } from '../core/mock-mode.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { idOf, preparedRoute, readRoute, sendAnswer, writeRoute } from '../core/run-call.ts';

/** Handlers of the routes of sessions and of user access. */
export function signInHandlers(deps: AppDependencies, { console }: Pick<AppOptions, 'console'>) {
  const { runtime } = deps;
  return {
    signInByLink: attempt(deps, 'sign-in', (request, reply) => openLink(deps, request, reply)),
    getSession: readRoute(deps, (call) => readOwnSession(runtime, call)),
    signOut: writeRoute(deps, async (transaction, call, request) => {
      const answer = await signOut(transaction, call);
      return { ...answer, headers: { ...answer.headers, 'set-cookie': endedCookie(request) } };
    }),
    listSessions: readRoute(deps, (call) => listOwnSessions(runtime, call)),
    endSession: writeRoute(deps, (transaction, call, request) =>
      endSession(transaction, { call, id: idOf(request) }),
    ),
    ...passkeyHandlers(deps),
    ...providerHandlers(deps, console?.basePath ?? '/'),
    inviteUser: writeRoute(deps, (transaction, call, request) =>
      inviteUser(runtime, transaction, { call, id: idOf(request) }),
    ),
    setUserEmail: writeRoute(deps, (transaction, call, request) =>
      setUserEmail(runtime, transaction, { call, id: idOf(request), body: bodyOf(request) }),
    ),
    getUserAccess: readRoute(deps, (call, request) => readAccess(runtime, call, idOf(request))),
    grantUserAccess: writeRoute(deps, (transaction, call, request) =>
      grantAccess(runtime, transaction, { call, id: idOf(request), body: () => bodyOf(request) }),
    ),
    revokeUserAccess: writeRoute(deps, (transaction, call, request) =>
      revokeAccess(runtime, transaction, { call, id: idOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

function passkeyHandlers(deps: AppDependencies) {
  const { runtime } = deps;
  return {
    startPasskeySignIn: attempt(deps, 'passkey options', async (request, reply) =>
      sendAnswer(reply, await startPasskeySignIn(runtime, relyingPartyOf(request))),
    ),
    signInByPasskey: attempt(deps, 'sign-in', (request, reply) =>
      openByPasskey(deps, { request, reply }),
    ),
    startPasskeyRegistration: readRoute(deps, (call, request) =>
      startPasskeyRegistration(runtime, call, relyingPartyOf(request)),
    ),
    addPasskey: preparedRoute(deps, async (call, request) => {
      const sent = { relyingParty: relyingPartyOf(request), body: bodyOf(request) };
      const added = await readNewPasskey(runtime, call, sent);
      return (transaction) => addPasskey(runtime, transaction, { call, added });
    }),
    listPasskeys: readRoute(deps, (call) => listOwnPasskeys(runtime, call)),
    renamePasskey: writeRoute(deps, (transaction, call, request) =>
      renamePasskey(transaction, { call, id: idOf(request), body: bodyOf(request) }),
    ),
    removePasskey: writeRoute(deps, (transaction, call, request) =>
      removePasskey(runtime, transaction, { call, id: idOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

function providerHandlers(deps: AppDependencies, basePath: string) {
  const { runtime } = deps;
  return {
    getSignInProvider: {
      onRequest: (request, reply) =>
        countRequest(deps, { request, reply }, 'provider', limits.requestsPerMinute),
      handler: async (_, reply) => sendAnswer(reply, describeProvider(deps.provider)),
    },
    startProviderSignIn: attempt(deps, 'provider sign-in', async (request, reply) => {
      const provider = requireProvider(deps.provider);
      const sent = { body: bodyOf(request), redirectUri: redirectUriOf(request, basePath) };
      const { token, answer } = await startProviderSignIn(runtime, provider, sent);
      return sendAnswer(reply.header('set-cookie', providerCookie(request, token)), answer);
    }),
    signInByProvider: attempt(deps, 'sign-in', (request, reply) =>
      openByProvider(deps, { request, reply }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

/** Like passkeys, based on the address under which the browser reached the service. */
function redirectUriOf(request: FastifyRequest, basePath: string): string {
  const origin = ownOrigin(request);
  if (origin === undefined) throw new Unauthorized('cross_origin');
  return `${origin}${basePath}sign-in`;
}

async function openByProvider(
  deps: AppDependencies,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const provider = requireProvider(deps.provider);
  const sent = { token: providerTokenOf(request), body: bodyOf(request) };
  const attempt = await readProviderAttempt(deps.runtime, provider, sent);
  await takeAttempt(deps, `sign-in ${attempt.subject}`, limits.signInsPerMinuteOfUser);
  const signedIn = await signInByProvider(deps.runtime, toolsOf(deps, request), {
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
  deps: AppDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = linkOf(bodyOf(request));
  const subject = await subjectOfLink(deps.runtime, token);
  if (subject) await takeAttempt(deps, `sign-in ${subject}`, limits.signInsPerMinuteOfUser);
  const browser = browserOf(request);
  const signedIn = await signInByLink(deps.runtime, toolsOf(deps, request), { token, browser });
  return sendSignedIn({ request, reply }, signedIn);
}

async function openByPasskey(
  deps: AppDependencies,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const relyingParty = relyingPartyOf(request);
  const attempt = await readPasskeyAttempt(deps.runtime, bodyOf(request));
  await takeAttempt(deps, `sign-in ${attempt.subject}`, limits.signInsPerMinuteOfUser);
  const signedIn = await signInByPasskey(deps.runtime, toolsOf(deps, request), {
    attempt,
    relyingParty: relyingParty,
    browser: browserOf(request),
  });
  return sendSignedIn({ request, reply }, signedIn);
}

/** Creates a public route for same-origin requests, rate-limited to a few per minute. */
function attempt(
  deps: AppDependencies,
  description: string,
  handler: RouteHandler['handler'],
): RouteHandler {
  return {
    onRequest: async (request, reply) => {
      requireSameOrigin(request);
      await countRequest(deps, { request, reply }, description, limits.signInsPerMinuteOfAddress);
    },
    handler,
  };
}

/** Counts a request of an address before its body is read; returns the remaining number. */
async function countRequest(
  deps: AppDependencies,
  { request, reply }: Exchange,
  description: string,
  limit: number,
): Promise<void> {
  const network = networkOf(addressOf(request));
  reply.headers(rateHeaders(await takeAttempt(deps, `${description} ${network}`, limit)));
}

function toolsOf(deps: AppDependencies, request: FastifyRequest): SignInTools {
  return { audit: deps.audit, call: unsignedCall(deps, request, 'sessions') };
}

function browserOf(request: FastifyRequest): SignInBrowser {
  return { formerToken: sessionTokenOf(request), agent: request.headers['user-agent'] };
}

function sendSignedIn({ request, reply }: Exchange, { token, answer }: SignedIn): FastifyReply {
  reply.header('set-cookie', sessionCookie(request, token));
  return sendAnswer(reply, answer);
}

/** Counts an attempt; throws `rate_limited` if there are too many. */
export async function takeAttempt(
  deps: AppDependencies,
  subject: string,
  limit: number,
): Promise<RateDecision> {
  const decision = await deps.rateLimiter.take(subject, limit);
  if (!decision.isAllowed) throw rateLimited(decision);
  return decision;
}

function linkOf(body: unknown): { readonly token: unknown } {
  const token =
    typeof body === 'object' && body !== null ? (body as { token?: unknown }).token : undefined;
  return { token };
}

/** The context of a request authenticated by a link. */
export function unsignedCall(
  deps: AppDependencies,
  request: FastifyRequest,
  resource: string,
): UnsignedRequest {
  const language = preferredLanguage(request.headers['accept-language']);
  return {
    requestId: request.id,
    at: deps.runtime.clock.now(),
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
 * The relying party id of passkeys: the host under which the request reached the service or its
 * trusted proxy. Browsers support passkeys only over https and on localhost, and never for an IP
 * address; otherwise the request is rejected.
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
