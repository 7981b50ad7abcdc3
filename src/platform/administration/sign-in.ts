import { FarmError, refused } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { effectiveGrants } from '../../model/resources/roles.ts';
import { users } from '../../model/resources/users.ts';
import { routeOf, scopeOfRoute } from '../../model/routes/route-table.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { findOrganisation } from '../../storage/system/organisations.ts';
import {
  consumeLink,
  deleteLinks,
  deleteSession,
  findLink,
  findSession,
  findSessions,
  findUserRights,
  insertLink,
  insertSession,
  listSessions,
  type StoredLink,
  type StoredSession,
  type UserRights,
} from '../../storage/system/sign-in.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { Unauthorized } from '../access/authenticate.ts';
import {
  type Credential,
  createCredential,
  hashSecret,
  matchesSecret,
  parseCredential,
} from '../access/credentials.ts';
import { describeGrant, requireNoLessThan } from '../access/grants.ts';
import { createSessionToken, isInEffect, sessionMillis, userActor } from '../access/sessions.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { type Actor, scopeOf, systemActor } from '../core/actor.ts';
import { operationParameters, requireScope } from '../core/admission.ts';
import { type Answer, type Call, jsonAnswer, type UnsignedCall } from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { findVisibleRow } from '../records/read-records.ts';
import { changeRecord } from '../records/write-record.ts';

/** The scope of administrators, as the routes for managing users declare it. */
const ADMIN = scopeOfRoute('inviteUser');
const HOUR_MILLIS = 3_600_000;
const LONGEST_AGENT = 200;
const OPEN_STATES = ['invited', 'active'];

/** `POST /os/users/{id}/invite`: a one-time link by which a user signs in; shown once. */
export async function inviteUser(
  runtime: Runtime,
  transaction: Transaction,
  { call, id }: { readonly call: Call; readonly id: string },
): Promise<Answer> {
  const user = await findManagedUser(transaction, call, { id, forUpdate: true });
  await requireNoLessThan(transaction, { actor: call.actor, now: call.at }, user);
  if (!OPEN_STATES.includes(user.status)) {
    throw refused(
      'user_not_active',
      `The user is ${user.status}; set the status to active before inviting.`,
    );
  }
  const { link, text } = newLink(runtime, { user, call });
  // Of several links only the newest is good.
  await deleteLinks(transaction, user.id);
  await insertLink(transaction, link);
  const shown = { id: link.id, userId: user.id, expiresAt: link.expiresAt };
  return {
    ...jsonAnswer({ ...shown, path: `/sign-in#${text}` }, { status: 201 }),
    replayBody: JSON.stringify(shown),
  };
}

function newLink(
  { fillRandom }: Pick<Runtime, 'fillRandom'>,
  { user, call }: { readonly user: UserRights; readonly call: Call },
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
 * A user that the caller may see, with the grants, held against other changes on request; throws
 * `not_found` for any other.
 */
export async function findManagedUser(
  connection: Connection,
  call: Call,
  { id, forUpdate = false }: { readonly id: string; readonly forUpdate?: boolean },
): Promise<UserRights> {
  call.subject.rowId = id;
  await findVisibleRow(connection, users, { id, scope: scopeOf(call.actor), forUpdate });
  const [user] = await findUserRights(connection, [id]);
  if (!user || user.orgId !== call.actor.orgId) throw new FarmError('not_found');
  return user;
}

/** What a browser sends to sign in by a link. */
export interface LinkRequest {
  /** The link as text, `link_…`. */
  readonly token: unknown;
  /** The token of the session cookie that the browser has already. */
  readonly formerToken: string | undefined;
  readonly agent: string | undefined;
}

/** The sign-in of a user: the answer, and the token for the cookie. */
export interface SignedIn {
  readonly token: string;
  readonly answer: Answer;
}

/**
 * Whose attempts a link counts among: those of its user; for an unknown link, its own, so that it is
 * treated alike. Undefined for a text that cannot be a link.
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
 * `POST /os/session/link`: signs in by a one-time link. Every link that cannot be used is refused in
 * the same words, and a refusal changes neither the link nor a session.
 */
export async function signInByLink(
  runtime: Runtime,
  tools: { readonly audit: AuditTrail; readonly call: UnsignedCall },
  request: LinkRequest,
): Promise<SignedIn> {
  const credential = parseLink(request.token);
  if (!credential) throw new Unauthorized('invalid_link');
  return runtime.database.transaction(async (transaction) => {
    const user = await redeemLink(transaction, { credential, at: tools.call.at });
    const active = await activateUser(runtime, transaction, { user, call: tools.call });
    if (request.formerToken !== undefined) await endFormer(transaction, request.formerToken);
    const { token, session } = newSession(runtime, {
      user: active,
      call: tools.call,
      agent: request.agent,
    });
    await insertSession(transaction, { ...session, tokenHash: hashSecret(token) });
    const actor = userActor({ session, user: active }, {}, tools.call.at);
    const call = { ...tools.call, actor };
    call.subject.rowId = session.id;
    await tools.audit.write(transaction, call, { status: 200, code: 'signed_in' });
    const body = await describeSession(transaction, { session, user: active, now: call.at });
    return { token, answer: jsonAnswer(body) };
  });
}

async function redeemLink(
  transaction: Transaction,
  { credential, at }: { readonly credential: Credential; readonly at: number },
): Promise<UserRights> {
  const link = await findLink(transaction, credential.id);
  const isKnown = matchesSecret(credential.secret, link?.secretHash);
  if (isKnown && link) {
    // The user before the link, as whoever voids it locks them; a user who is suspended stays so.
    const scope = { orgId: link.orgId, farmIds: 'all' } as const;
    await findRow(transaction, users, { id: link.userId, scope, forUpdate: true });
  }
  const [user] = link ? await findUserRights(transaction, [link.userId]) : [];
  const isUsable =
    isKnown && link && link.usedAt === null && Date.parse(link.expiresAt) > at ? link : undefined;
  const isWelcome = user && user.orgId === link?.orgId && OPEN_STATES.includes(user.status);
  if (isUsable && isWelcome) {
    const isFirst = await consumeLink(transaction, { id: isUsable.id, at: formatInstant(at) });
    if (isFirst) return user;
  }
  // Audited with the user only where the link is the user's; otherwise anybody could fill that log.
  const known = isKnown && user ? { id: user.id, orgId: user.orgId } : undefined;
  throw new Unauthorized('invalid_link', known);
}

/** A user who was invited becomes active; when a user signed in is kept in the user's row. */
async function activateUser(
  runtime: Runtime,
  transaction: Transaction,
  { user, call }: { readonly user: UserRights; readonly call: UnsignedCall },
): Promise<UserRights> {
  const actor: Actor = {
    ...systemActor(user.orgId, 'sign-in'),
    author: { type: 'user', id: user.id },
  };
  const scope = scopeOf(actor);
  const { json } = await findVisibleRow(transaction, users, { id: user.id, scope });
  const changes = { status: 'active', lastSeenAt: formatInstant(call.at) };
  const context = await writeContext(runtime, transaction, {
    call: { ...call, actor },
    farmId: undefined,
  });
  await changeRecord(users, { before: storedFromJson(json, user.orgId), changes }, context);
  return { ...user, status: 'active' };
}

async function endFormer(transaction: Transaction, token: string): Promise<void> {
  const former = await findSession(transaction, hashSecret(token));
  if (former) await deleteSession(transaction, former.id);
}

function newSession(
  runtime: Runtime,
  input: {
    readonly user: UserRights;
    readonly call: UnsignedCall;
    readonly agent: string | undefined;
  },
): { readonly token: string; readonly session: StoredSession } {
  const { user, call, agent } = input;
  const createdAt = formatInstant(call.at);
  const session = {
    id: runtime.ids.create('session'),
    orgId: user.orgId,
    userId: user.id,
    method: 'link',
    createdAt,
    usedAt: createdAt,
    ip: call.ip,
    agent: agent?.slice(0, LONGEST_AGENT).replaceAll(/[^\x20-\x7e]/g, '?') ?? null,
  };
  return { token: createSessionToken(runtime), session };
}

/** `GET /os/session`: the session of the caller. */
export async function readOwnSession(runtime: Runtime, call: Call): Promise<Answer> {
  const { database } = runtime;
  const sessionId = requireSession(call.actor);
  const [session] = await findSessions(database, [sessionId]);
  const [user] = session ? await findUserRights(database, [session.userId]) : [];
  if (!session || !user) throw new Unauthorized('invalid_session');
  return jsonAnswer(await describeSession(database, { session, user, now: call.at }));
}

function requireSession({ user }: Actor): string {
  if (user) return user.sessionId;
  throw new FarmError('not_found', {
    code: 'no_session',
    message: 'An API key has no session.',
  });
}

/** `DELETE /os/session`: signs out. */
export async function signOut(transaction: Transaction, call: Call): Promise<Answer> {
  const id = requireSession(call.actor);
  await deleteSession(transaction, id);
  call.subject.rowId = id;
  return jsonAnswer({ id, ended: true });
}

/** `GET /os/sessions`: the sessions of the caller; administrators see those of all users. */
export async function listOwnSessions(runtime: Runtime, call: Call): Promise<Answer> {
  const { actor, at } = call;
  const { userId } = operationParameters(routeOf('listSessions'), call) as { userId?: string };
  const isAdmin = administersSessions(actor);
  if (!isAdmin && actor.user === undefined) requireScope(actor, ADMIN);
  const isForeign = userId !== undefined && userId !== actor.user?.id;
  if (isForeign && !isAdmin) requireScope({ ...actor, scopes: [] }, ADMIN);
  const asked = userId ?? (isAdmin ? undefined : actor.user?.id);
  const sessions = await listSessions(runtime.database, {
    orgId: actor.orgId,
    userIds: asked === undefined && isAdmin ? undefined : [asked ?? ''],
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
  return jsonAnswer({ data });
}

/** Sessions are of the organisation, so that only an administrator of all its farms has them. */
function administersSessions({ scopes, farmIds }: Actor): boolean {
  return scopes.includes(ADMIN) && farmIds === 'all';
}

/** `DELETE /os/sessions/{id}`: ends one of the caller's sessions, or, for administrators, any. */
export async function endSession(
  transaction: Transaction,
  { call, id }: { readonly call: Call; readonly id: string },
): Promise<Answer> {
  const { actor, at } = call;
  call.subject.rowId = id;
  const [session] = id.includes('\0') ? [] : await findSessions(transaction, [id]);
  const isOwn = session !== undefined && session.userId === actor.user?.id;
  const isWithinReach = session?.orgId === actor.orgId && (isOwn || administersSessions(actor));
  if (!session || !isWithinReach || !isInEffect(session, at)) {
    throw new FarmError('not_found', { message: 'There is no such session, or it has ended.' });
  }
  await deleteSession(transaction, id);
  return jsonAnswer({ id, ended: true });
}

async function describeSession(
  connection: Connection,
  {
    session,
    user,
    now,
  }: {
    readonly session: StoredSession;
    readonly user: UserRights;
    readonly now: number;
  },
) {
  const grants = effectiveGrants(user, now);
  return {
    session: describeTimes(session),
    user: { id: user.id, name: user.name, lang: user.lang },
    org: await findOrganisation(connection, user.orgId),
    access: grants.map(describeGrant),
  };
}

function describeTimes({ id, method, createdAt, usedAt }: StoredSession) {
  const created = Date.parse(createdAt);
  const idleEnd = Date.parse(usedAt) + sessionMillis.idle;
  return {
    id,
    method,
    createdAt,
    usedAt,
    expiresAt: formatInstant(Math.min(created + sessionMillis.total, idleEnd)),
  };
}
