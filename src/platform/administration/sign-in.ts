import { signInChangeRules } from '../../farming/reports/activity.ts';
import { FarmError, refused } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { users } from '../../model/resources/users.ts';
import { routeOf, scopeOfRoute } from '../../model/routes/route-table.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import {
  consumeLink,
  deleteLinks,
  deleteSession,
  findLink,
  findSessions,
  findUserRights,
  insertLink,
  listSessions,
  type StoredLink,
  type UserRights,
} from '../../storage/system/sign-in.ts';
import { formatInstant, HOUR_MILLIS } from '../../tools/calendar.ts';
import { Unauthorized } from '../access/authenticate.ts';
import {
  type Credential,
  createCredential,
  hashSecret,
  matchesSecret,
  parseCredential,
} from '../access/credentials.ts';
import { requireNoLessThan } from '../access/grants.ts';
import { isInEffect, sessionMillis } from '../access/sessions.ts';
import { type Actor, authorOf, scopeOf } from '../core/actor.ts';
import { operationParameters, requireScope } from '../core/admission.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { findVisibleRow } from '../records/read-records.ts';
import {
  describeSession,
  describeTimes,
  lockSignInUser,
  maySignIn,
  notifySignInChange,
  type SignedIn,
  type SignInBrowser,
  type SignInTools,
  startSession,
} from './start-session.ts';

/** The administrator scope, as declared by the routes for managing users. */
const ADMIN = scopeOfRoute('inviteUser');

/** `POST /os/users/{id}/invite`: creates a one-time sign-in link for a user; shown once. */
export async function inviteUser(
  runtime: Runtime,
  transaction: Transaction,
  { call, id }: { readonly call: RequestContext; readonly id: string },
): Promise<Result> {
  const user = await findManagedUser(transaction, call, { id, forUpdate: true });
  await requireNoLessThan(transaction, { actor: call.actor, now: call.at }, user);
  if (!maySignIn(user)) {
    throw refused(
      'user_not_active',
      `The user is ${user.status}; set the status to active before inviting.`,
    );
  }
  const { link, text } = newLink(runtime, { user, call });
  // Only the newest link is valid.
  await deleteLinks(transaction, user.id);
  await insertLink(transaction, link);
  await notifySignInChange(runtime, transaction, {
    orgId: user.orgId,
    userId: user.id,
    actor: authorOf(call.actor),
    at: call.at,
    rule: signInChangeRules.link_created,
  });
  const description = { id: link.id, userId: user.id, expiresAt: link.expiresAt };
  return {
    ...jsonResult({ ...description, path: `/sign-in#${text}` }, { status: 201 }),
    replayBody: JSON.stringify(description),
  };
}

function newLink(
  { fillRandom }: Pick<Runtime, 'fillRandom'>,
  { user, call }: { readonly user: UserRights; readonly call: RequestContext },
): { readonly link: StoredLink; readonly text: string } {
  const { id, secret, text } = createCredential('signInLink', fillRandom);
  const link = {
    id,
    orgId: user.orgId,
    userId: user.id,
    secretHash: hashSecret(secret),
    createdAt: formatInstant(call.at),
    createdBy: call.actor.keyId,
    expiresAt: formatInstant(call.at + limits.linkHours * HOUR_MILLIS),
    usedAt: null,
  };
  return { link, text };
}

/**
 * A user whom the caller may manage, with the grants; locked on request. Throws `not_found` for others.
 */
export async function findManagedUser(
  connection: Connection,
  call: RequestContext,
  { id, forUpdate = false }: { readonly id: string; readonly forUpdate?: boolean },
): Promise<UserRights> {
  call.subject.rowId = id;
  await findVisibleRow(connection, users, { id, scope: scopeOf(call.actor), forUpdate });
  const [user] = await findUserRights(connection, [id]);
  if (!user || user.orgId !== call.actor.orgId) throw new FarmError('not_found');
  // An administrator of single farms sees people of the whole organisation but cannot manage them.
  const { farmIds } = scopeOf(call.actor);
  const isOfFarm = ({ farmId }: UserRights['grants'][number]) =>
    farmId !== null && farmIds.includes(farmId);
  if (farmIds !== 'all' && !user.grants.some(isOfFarm)) throw new FarmError('not_found');
  return user;
}

/**
 * Rate-limit subject of a link: that of its user, or the link itself when it is unknown, so that it
 * is treated alike. Undefined for a text that cannot be a link.
 */
export async function subjectOfLink(
  { database }: Pick<Runtime, 'database'>,
  token: unknown,
): Promise<string | undefined> {
  const credential = parseLink(token);
  if (!credential) return undefined;
  const link = await findLink(database, credential.id);
  return link?.userId ?? `link ${credential.id}`;
}

function parseLink(token: unknown): Credential | undefined {
  return typeof token === 'string' ? parseCredential('signInLink', token) : undefined;
}

/**
 * `POST /os/session/link`: signs in with a one-time link. All unusable links get the same error,
 * and a refusal changes neither the link nor a session.
 */
export async function signInByLink(
  runtime: Runtime,
  tools: SignInTools,
  { token, browser }: { readonly token: unknown; readonly browser: SignInBrowser },
): Promise<SignedIn> {
  const credential = parseLink(token);
  if (!credential) throw new Unauthorized('invalid_link');
  return runtime.database.transaction(async (transaction) => {
    const user = await redeemLink(transaction, { credential, at: tools.call.at });
    return startSession(runtime, transaction, { user, method: 'link', tools, browser });
  });
}

async function redeemLink(
  transaction: Transaction,
  { credential, at }: { readonly credential: Credential; readonly at: number },
): Promise<UserRights> {
  const link = await findLink(transaction, credential.id);
  const isKnown = matchesSecret(credential.secret, link?.secretHash);
  const user = isKnown && link ? await lockSignInUser(transaction, link) : undefined;
  const isUsable = link && link.usedAt === null && Date.parse(link.expiresAt) > at;
  if (user && isUsable) {
    const isFirst = await consumeLink(transaction, { id: link.id, at: formatInstant(at) });
    if (isFirst) return user;
  }
  // The audit entry names the user only for a valid link; otherwise anybody could flood that user's
  // log.
  const linkUser = isKnown && link ? { id: link.userId, orgId: link.orgId } : undefined;
  throw new Unauthorized('invalid_link', linkUser);
}

/** `GET /os/session`: the session of the caller. */
export async function readOwnSession(runtime: Runtime, call: RequestContext): Promise<Result> {
  const { database } = runtime;
  const { sessionId } = requireSession(call.actor);
  const [session] = await findSessions(database, [sessionId]);
  const [user] = session ? await findUserRights(database, [session.userId]) : [];
  if (!session || !user) throw new Unauthorized('invalid_session');
  return jsonResult(await describeSession(database, { session, user, now: call.at }));
}

/** The user and session of a call; throws `not_found` for an API key. */
export function requireSession({ user }: Actor): NonNullable<Actor['user']> {
  if (user) return user;
  throw new FarmError('not_found', {
    code: 'no_session',
    message: 'An API key has no session.',
  });
}

/** `DELETE /os/session`: signs out. */
export async function signOut(transaction: Transaction, call: RequestContext): Promise<Result> {
  const { sessionId: id } = requireSession(call.actor);
  await deleteSession(transaction, id);
  call.subject.rowId = id;
  return jsonResult({ id, ended: true });
}

/** `GET /os/sessions`: the caller's sessions; administrators see those of all users. */
export async function listOwnSessions(runtime: Runtime, call: RequestContext): Promise<Result> {
  const { actor, at } = call;
  const { userId } = operationParameters(routeOf('listSessions'), call) as { userId?: string };
  const isAdmin = administersSessions(actor);
  if (!isAdmin && actor.user === undefined) requireScope(actor, ADMIN);
  const isForeign = userId !== undefined && userId !== actor.user?.id;
  if (isForeign && !isAdmin) requireScope({ ...actor, scopes: [] }, ADMIN);
  const subject = userId ?? (isAdmin ? undefined : actor.user?.id);
  const sessions = await listSessions(runtime.database, {
    orgId: actor.orgId,
    userIds: subject === undefined && isAdmin ? undefined : [subject ?? ''],
    createdAfter: formatInstant(at - sessionMillis.total),
    usedAfter: formatInstant(at - sessionMillis.idle),
  });
  const people = await findUserRights(runtime.database, [
    ...new Set(sessions.map(({ userId: id }) => id)),
  ]);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const data = sessions.map((session) => ({
    ...describeTimes(session),
    user: { id: session.userId, name: names.get(session.userId) ?? null },
    ip: session.ip,
    agent: session.agent,
    isCurrent: session.id === actor.user?.sessionId,
  }));
  return jsonResult({ data });
}

/**
 * Sessions and passkeys belong to the organisation, so managing them requires an administrator of
 * all its farms.
 */
export function administersSessions({ scopes, farmIds }: Actor): boolean {
  return scopes.includes(ADMIN) && farmIds === 'all';
}

/** `DELETE /os/sessions/{id}`: ends one of the caller's sessions, or, for administrators, any. */
export async function endSession(
  transaction: Transaction,
  { call, id }: { readonly call: RequestContext; readonly id: string },
): Promise<Result> {
  const { actor, at } = call;
  call.subject.rowId = id;
  const [session] = id.includes('\0') ? [] : await findSessions(transaction, [id]);
  const isOwn = session !== undefined && session.userId === actor.user?.id;
  const isWithinReach = session?.orgId === actor.orgId && (isOwn || administersSessions(actor));
  if (!session || !isWithinReach || !isInEffect(session, at)) {
    throw new FarmError('not_found', { message: 'There is no such session, or it has ended.' });
  }
  await deleteSession(transaction, id);
  return jsonResult({ id, ended: true });
}
