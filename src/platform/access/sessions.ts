import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { effectiveGrants, rightsOf } from '../../model/resources/roles.ts';
import type { Connection } from '../../storage/core/database.ts';
import {
  findSession,
  findUserRights,
  type StoredSession,
  touchSession,
  type UserRights,
} from '../../storage/system/sign-in.ts';
import { DAY_MILLIS, formatInstant } from '../../tools/calendar.ts';
import type { Actor, Need } from '../core/actor.ts';
import type { KnownSession } from '../core/read-caches.ts';
import type { Runtime } from '../core/runtime.ts';
import { hashSecret } from './credentials.ts';
import { reachOf } from './grants.ts';

/** How long a session lasts. */
export const sessionMillis = {
  /** Maximum time without a request. */
  idle: limits.sessionIdleDays * DAY_MILLIS,
  /** Maximum time since the sign-in. */
  total: limits.sessionDays * DAY_MILLIS,
} as const;

/** The use of a session is recorded at most once in this period. */
const TOUCH_MILLIS = 600_000;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A valid session with its user. */
export interface LiveSession {
  readonly session: StoredSession;
  readonly user: UserRights;
}

/** Creates the random token of a new session: 256 bits, as base64url. */
export function createSessionToken({ fillRandom }: Pick<Runtime, 'fillRandom'>): string {
  return Buffer.from(fillRandom(new Uint8Array(32))).toString('base64url');
}

/**
 * The session of a token; undefined when it is unknown, expired or ended, or its user is not
 * active. Read from the database for every request, or cached until one of its rows changes, so
 * that the end of a session takes effect with the next request on every instance.
 */
export async function findLiveSession(
  runtime: Runtime,
  token: string,
): Promise<LiveSession | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const hash = hashSecret(token);
  const { session, user } = await runtime.caches.sessions.find(hash, (connection) =>
    readSession(connection, hash),
  );
  const now = runtime.clock.now();
  if (!session || !user || !isInEffect(session, now) || !mayUse(session, user)) return undefined;
  if (now - Date.parse(session.usedAt) > TOUCH_MILLIS) await recordUse(runtime, session, now);
  return { session, user };
}

async function readSession(connection: Connection, hash: string): Promise<KnownSession> {
  const session = await findSession(connection, hash);
  const [user] = session ? await findUserRights(connection, [session.userId]) : [];
  return { session, user };
}

/** Whether a session has not expired. */
export function isInEffect(
  { createdAt, usedAt }: Pick<StoredSession, 'createdAt' | 'usedAt'>,
  now: number,
): boolean {
  const isUsed = now - Date.parse(usedAt) < sessionMillis.idle;
  return isUsed && now - Date.parse(createdAt) < sessionMillis.total;
}

/** Whether a user may still use a session. */
export function mayUse(session: StoredSession, user: UserRights): boolean {
  return user.status === 'active' && user.orgId === session.orgId && user.id === session.userId;
}

async function recordUse(runtime: Runtime, { id }: StoredSession, now: number): Promise<void> {
  const at = formatInstant(now);
  try {
    await runtime.database.transaction((transaction) => touchSession(transaction, { id, at }));
  } catch (error) {
    // A signed-in user can still read while the database accepts no writes.
    if (!(error instanceof FarmError) || error.slug !== 'unavailable') throw error;
  }
}

/** The user of a session, as the actor of a request that needs a certain scope. */
export function userActor({ session, user }: LiveSession, need: Need, now: number): Actor {
  const grants = effectiveGrants(user, now);
  const effectiveRights = reachOf(rightsOf(grants), need);
  return {
    keyId: user.id,
    name: user.name ?? user.id,
    orgId: user.orgId,
    ...effectiveRights,
    userScopes: effectiveRights.scopes,
    rateLimitPerMinute: limits.requestsPerMinute,
    author: { type: 'user', id: user.id },
    user: {
      id: user.id,
      sessionId: session.id,
      need,
      isOwner: grants.some(({ farmId, role }) => farmId === null && role === 'owner'),
      rightsExpireAt: earliest(grants.map(({ expiresAt }) => expiresAt)),
    },
  };
}

function earliest(instants: readonly (string | null)[]): string | null {
  const knownInstants = instants.filter((instant) => instant !== null).sort();
  return knownInstants[0] ?? null;
}
