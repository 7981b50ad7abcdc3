import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../model/core/limits.ts';
import { preferredLanguage } from '../../model/core/message.ts';
import type { RouteId } from '../../model/routes/route-table.ts';
import {
  grantAccess,
  readAccess,
  revokeAccess,
} from '../../platform/administration/manage-access.ts';
import {
  endSession,
  inviteUser,
  listOwnSessions,
  readOwnSession,
  signInByLink,
  signOut,
  subjectOfLink,
} from '../../platform/administration/sign-in.ts';
import { queryOfText, type UnsignedCall } from '../../platform/core/request-context.ts';
import { addressOf, networkOf, rateLimited } from '../core/authenticate-call.ts';
import type { Edge } from '../core/edge.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { idOf, readRoute, sendAnswer, writeRoute } from '../core/run-call.ts';
import {
  endedCookie,
  requireSameOrigin,
  sessionCookie,
  sessionTokenOf,
} from '../core/session-cookie.ts';

/** What answers the routes of sessions and of the access of users. */
export function signInHandlers(edge: Edge) {
  const { runtime } = edge;
  return {
    signInByLink: { handler: (request, reply) => openLink(edge, request, reply) },
    getSession: readRoute(edge, (call) => readOwnSession(runtime, call)),
    signOut: writeRoute(edge, async (transaction, call, request) => {
      const answer = await signOut(transaction, call);
      return { ...answer, headers: { ...answer.headers, 'set-cookie': endedCookie(request) } };
    }),
    listSessions: readRoute(edge, (call) => listOwnSessions(runtime, call)),
    endSession: writeRoute(edge, (transaction, call, request) =>
      endSession(transaction, { call, id: idOf(request) }),
    ),
    inviteUser: writeRoute(edge, (transaction, call, request) =>
      inviteUser(runtime, transaction, { call, id: idOf(request) }),
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

async function openLink(
  edge: Edge,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireSameOrigin(request);
  await takeAttempt(
    edge,
    `sign-in ${networkOf(addressOf(request))}`,
    limits.signInsPerMinuteOfAddress,
  );
  const { token } = linkOf(bodyOf(request));
  const subject = await subjectOfLink(edge.runtime, token);
  if (subject) await takeAttempt(edge, `sign-in ${subject}`, limits.signInsPerMinuteOfUser);
  const tools = { audit: edge.audit, call: unsignedCall(edge, request, 'sessions') };
  const formerToken = sessionTokenOf(request);
  const agent = request.headers['user-agent'];
  const signedIn = await signInByLink(edge.runtime, tools, { token, formerToken, agent });
  reply.header('set-cookie', sessionCookie(request, signedIn.token));
  return sendAnswer(reply, signedIn.answer);
}

/** Counts an attempt; throws `rate_limited` for one too many. */
export async function takeAttempt(edge: Edge, subject: string, limit: number): Promise<void> {
  const decision = await edge.rateLimiter.take(subject, limit);
  if (!decision.isAllowed) throw rateLimited(decision);
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
