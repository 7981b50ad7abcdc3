import type { ActivityRule } from '../../farming/reports/activity.ts';
import type { SignInMethod } from '../../model/core/vocabulary.ts';
import { effectiveGrants } from '../../model/resources/roles.ts';
import { users } from '../../model/resources/users.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { findOrganisation } from '../../storage/system/organisations.ts';
import {
  deleteSession,
  findSession,
  findUserRights,
  insertSession,
  type StoredSession,
  type UserRights,
} from '../../storage/system/sign-in.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { hashSecret } from '../access/credentials.ts';
import { describeGrant } from '../access/grants.ts';
import { createSessionToken, sessionMillis, userActor } from '../access/sessions.ts';
import { describeActivities } from '../activity/record-activity.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { type Actor, scopeOf, systemActor } from '../core/actor.ts';
import { jsonResult, type Result, type UnsignedRequest } from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { findVisibleRow } from '../records/read-records.ts';
import { changeRecord } from '../records/write-record.ts';

const LONGEST_AGENT = 200;
const OPEN_STATES = ['invited', 'active'];

/** The audit trail and request of a sign-in. */
export interface SignInTools {
  readonly audit: AuditTrail;
  readonly call: UnsignedRequest;
}

/** The browser in which a user signs in. */
export interface SignInBrowser {
  /** The session token already in the cookie. */
  readonly formerToken: string | undefined;
  readonly agent: string | undefined;
}

/** A completed sign-in: the answer, and the token for the cookie. */
export interface SignedIn {
  readonly token: string;
  readonly answer: Result;
}

/** Whether a user may sign in or be invited. */
export function maySignIn({ status }: Pick<UserRights, 'status'>): boolean {
  return OPEN_STATES.includes(status);
}

/**
 * A user who may sign in, locked before anything of the sign-in is consumed, in the lock order of
 * suspending a user; undefined otherwise.
 */
export async function lockSignInUser(
  transaction: Transaction,
  { orgId, userId }: { readonly orgId: string; readonly userId: string },
): Promise<UserRights | undefined> {
  const scope = { orgId, farmIds: 'all' } as const;
  await findRow(transaction, users, { id: userId, scope, forUpdate: true });
  const [user] = await findUserRights(transaction, [userId]);
  return user?.orgId === orgId && maySignIn(user) ? user : undefined;
}

/** Starts a session for a verified user; the browser's previous session ends. */
export async function startSession(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly user: UserRights;
    readonly method: SignInMethod;
    readonly tools: SignInTools;
    readonly browser: SignInBrowser;
  },
): Promise<SignedIn> {
  const { tools, browser } = input;
  const user = await activateUser(runtime, transaction, { user: input.user, call: tools.call });
  if (browser.formerToken !== undefined) await endFormer(transaction, browser.formerToken);
  const { token, session } = newSession(runtime, { ...input, user });
  await insertSession(transaction, { ...session, tokenHash: hashSecret(token) });
  const call = { ...tools.call, actor: userActor({ session, user }, {}, tools.call.at) };
  call.subject.rowId = session.id;
  await tools.audit.write(transaction, call, { status: 200, code: 'signed_in' });
  const body = await describeSession(transaction, { session, user, now: call.at });
  return { token, answer: jsonResult(body) };
}

/** Activates an invited user; stores the time of the sign-in in the user's row. */
async function activateUser(
  runtime: Runtime,
  transaction: Transaction,
  { user, call }: { readonly user: UserRights; readonly call: UnsignedRequest },
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
  const previous = await findSession(transaction, hashSecret(token));
  if (previous) await deleteSession(transaction, previous.id);
}

function newSession(
  runtime: Runtime,
  input: {
    readonly user: UserRights;
    readonly method: SignInMethod;
    readonly tools: SignInTools;
    readonly browser: SignInBrowser;
  },
): { readonly token: string; readonly session: StoredSession } {
  const { user, method, browser } = input;
  const { at, ip } = input.tools.call;
  const createdAt = formatInstant(at);
  const session = {
    id: runtime.ids.create('session'),
    orgId: user.orgId,
    userId: user.id,
    method,
    createdAt,
    usedAt: createdAt,
    ip,
    agent: browser.agent?.slice(0, LONGEST_AGENT).replaceAll(/[^\x20-\x7e]/g, '?') ?? null,
  };
  return { token: createSessionToken(runtime), session };
}

/** A session in answers, with its user and the user's roles. */
export async function describeSession(
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

/** The method and start of a session, and its end. */
export function describeTimes({ id, method, createdAt, usedAt }: StoredSession) {
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

/**
 * Records a changed sign-in method of a user in the activity feed; the user may have been deleted.
 */
export async function notifySignInChange(
  runtime: Runtime,
  transaction: Transaction,
  change: {
    readonly orgId: string;
    readonly userId: string;
    readonly actor: { readonly type: string; readonly id: string };
    readonly at: number;
    readonly rule: ActivityRule;
  },
): Promise<void> {
  const { orgId, userId: id, actor, at: now, rule } = change;
  const json = await findRow(transaction, users, { id, scope: { orgId, farmIds: 'all' } });
  if (json === undefined) return;
  const after = storedFromJson(json, orgId);
  await describeActivities(runtime, transaction, [
    { rule, change: { definition: users, after, now, actor } },
  ]);
}
