import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { effectiveGrants, rightsOf, sharedRights } from '../../model/resources/roles.ts';
import type { Connection } from '../../storage/core/database.ts';
import {
  type CameraToken,
  findCameraToken,
  findKey,
  findKeys,
  type KnownKey,
  type StoredKey,
} from '../../storage/system/api-keys.ts';
import { findSessions, findUserRights, type UserRights } from '../../storage/system/sign-in.ts';
import { distinct, mapById } from '../../tools/collections.ts';
import type { Actor, Need } from '../core/actor.ts';
import type { KeyWithMaker } from '../core/read-caches.ts';
import type { Runtime } from '../core/runtime.ts';
import { matchesSecret, parseCredential } from './credentials.ts';
import { reachOf, scopesOnFarms } from './grants.ts';
import { findLiveSession, isInEffect, mayUse, userActor } from './sessions.ts';

const MESSAGES = {
  missing_key: 'Send the header Authorization: Bearer <API key>.',
  invalid_key: 'The API key is not known.',
  expired_key: 'The API key has expired; ask for a new one.',
  revoked_key: 'The API key has been revoked; ask for a new one.',
  inactive_maker:
    'The user who made the API key is not active; ask another administrator for a new one.',
  missing_token: 'Send the header Authorization: Bearer <camera-connection token>.',
  invalid_token: 'The camera-connection token is not one of this integration.',
  invalid_session: 'You are not signed in, or the session has ended; sign in again.',
  invalid_link:
    'The link is not valid: it may be incomplete, older than a day, or used already. Ask whoever sent it for a new one.',
  invalid_passkey:
    'The passkey was not accepted: it may have been removed, or the request has expired. Try again, or ask for a sign-in link.',
  invalid_identity:
    'The sign-in was not accepted: the account may belong to no active user here, or the request has expired. Try again, or ask for a sign-in link.',
  cross_origin:
    'Requests with a session cookie are accepted only from pages of the same origin (headers Origin and Sec-Fetch-Site); programs send an API key instead.',
  revoked_token: 'The camera-connection token has been replaced by a newer one.',
  platform_key:
    'Cameras send their camera-connection token (cam_…), not an API key; with an API key, create vision events as rows.',
  integration_off: 'The integration is paused or disabled; set its status to active to send again.',
} as const;

/** The owner of a presented credential, if it exists. */
type KnownCredential = Pick<StoredKey, 'id' | 'orgId'>;

/** Why a caller is refused, with the credential it named if that exists. */
export class Unauthorized extends FarmError {
  readonly key: KnownCredential | undefined;

  constructor(code: keyof typeof MESSAGES, key?: KnownCredential) {
    super('unauthorized', {
      code,
      message: MESSAGES[code],
      headers: { 'www-authenticate': `Bearer realm="farmctl", error="${code}"` },
    });
    this.key = key;
  }
}

/** Authenticates the actor of an Authorization header; throws `unauthorized` with its code. */
export async function authenticate(
  runtime: Runtime,
  authorization: string | undefined,
  need: () => Need = () => ({}),
): Promise<Actor> {
  const text = bearerOf(authorization);
  if (text === undefined) throw new Unauthorized('missing_key');
  const credential = parseCredential('apiKey', text);
  if (!credential) throw new Unauthorized('invalid_key');
  const { key, maker } = await runtime.caches.keys.find(credential.id, (connection) =>
    readKey(connection, credential.id),
  );
  if (!matchesSecret(credential.secret, key?.secretHash) || !key) {
    throw new Unauthorized('invalid_key');
  }
  if (key.revokedAt !== null) throw new Unauthorized('revoked_key', key);
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= runtime.clock.now()) {
    throw new Unauthorized('expired_key', key);
  }
  if (key.userId === null) return keyActorOf(key);
  if (!isActiveMaker(key, maker)) throw new Unauthorized('inactive_maker', key);
  return boundActorOf(key, { maker, need: need(), now: runtime.clock.now() });
}

async function readKey(connection: Connection, id: string): Promise<KeyWithMaker> {
  const key = await findKey(connection, id);
  const [maker] = key?.userId ? await findUserRights(connection, [key.userId]) : [];
  return { key, maker };
}

function isActiveMaker(key: KnownKey, maker: UserRights | undefined): maker is UserRights {
  return maker?.status === 'active' && maker.orgId === key.orgId;
}

/**
 * The actor of an Authorization header when its key was last read, on databases where keys are read
 * for every request. It does not authenticate: work done for it counts only after `identify` has
 * returned the same actor.
 */
export function presumedActor(
  { caches, clock }: Runtime,
  authorization: string | undefined,
): Actor | undefined {
  const text = bearerOf(authorization);
  const credential = text === undefined ? undefined : parseCredential('apiKey', text);
  const key = credential && caches.keys.last(credential.id)?.key;
  if (!key || !matchesSecret(credential.secret, key.secretHash)) return undefined;
  // The rights of a user are read for every request.
  const isFree = key.userId === null && isUsable(key, clock.now());
  return isFree ? keyActorOf(key) : undefined;
}

/** The credentials of a request. */
export interface ShownCredentials {
  readonly authorization: string | undefined;
  /** The token of the session cookie. */
  readonly sessionToken?: string | undefined;
  readonly need?: () => Need;
}

/**
 * Authenticates the actor by an API key or, without an Authorization header, by a session cookie.
 */
export async function identify(runtime: Runtime, credentials: ShownCredentials): Promise<Actor> {
  const { authorization, sessionToken, need = () => ({}) } = credentials;
  if (authorization !== undefined || sessionToken === undefined) {
    return authenticate(runtime, authorization, need);
  }
  const live = await findLiveSession(runtime, sessionToken);
  if (!live) throw new Unauthorized('invalid_session');
  return userActor(live, need(), runtime.clock.now());
}

/**
 * The current state of actors, in the same order; undefined for one without access. Read from the
 * database, so that changes by other instances are included.
 */
export async function currentActors(
  { database, clock }: Pick<Runtime, 'database' | 'clock'>,
  actors: readonly Actor[],
): Promise<(Actor | undefined)[]> {
  const now = clock.now();
  const keyIds = distinct(actors.map(({ keyId, user }) => (user ? null : keyId)));
  const sessionIds = distinct(actors.map(({ user }) => user?.sessionId ?? null));
  const keys = keyIds.length === 0 ? [] : await findKeys(database, keyIds);
  const sessions = sessionIds.length === 0 ? [] : await findSessions(database, sessionIds);
  const userIds = distinct([...sessions, ...keys].map(({ userId }) => userId));
  const users = mapById(await findUserRights(database, userIds));
  const [keysById, sessionsById] = [mapById(keys), mapById(sessions)];
  return actors.map((actor) => {
    if (actor.user) {
      const { sessionId, need } = actor.user;
      const session = sessionsById.get(sessionId);
      const user = users.get(session?.userId ?? '');
      const isLive = session && user && isInEffect(session, now) && mayUse(session, user);
      return isLive ? userActor({ session, user }, need, now) : undefined;
    }
    const key = keysById.get(actor.keyId);
    if (!key || !isUsable(key, now)) return undefined;
    if (key.userId === null) return keyActorOf(key);
    const maker = users.get(key.userId);
    const need = actor.maker?.need ?? {};
    return isActiveMaker(key, maker) ? boundActorOf(key, { maker, need, now }) : undefined;
  });
}

function isUsable({ revokedAt, expiresAt }: StoredKey, now: number): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);
}

/** The bearer token of an Authorization header; undefined when there is none. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

function keyActorOf(key: StoredKey): Actor {
  return {
    keyId: key.id,
    name: key.name,
    orgId: key.orgId,
    scopes: key.scopes,
    farmIds: key.farmIds ?? 'all',
    rateLimitPerMinute: key.rateLimitPerMinute,
  };
}

/** A key created by a user is limited to the user's current rights. */
function boundActorOf(
  key: KnownKey,
  { maker, need, now }: { readonly maker: UserRights; readonly need: Need; readonly now: number },
): Actor {
  const rights = rightsOf(effectiveGrants(maker, now));
  const effectiveRights = reachOf(sharedRights(key, rights), need);
  const userScopes = scopesOnFarms(rights, effectiveRights.farmIds);
  return { ...keyActorOf(key), ...effectiveRights, userScopes, maker: { userId: maker.id, need } };
}

/** The actor of a camera connection, with properties of its integration. */
export interface CameraActor extends Actor {
  readonly camera: CameraToken;
}

const OFF = ['paused', 'disabled'];

/**
 * Authenticates a camera connection by an Authorization header; throws `unauthorized` with its
 * code. The token is looked up for every call, so that a rotation takes effect immediately on every
 * instance.
 */
export async function authenticateCamera(
  runtime: Runtime,
  authorization: string | undefined,
  integrationId: string,
): Promise<CameraActor> {
  const text = bearerOf(authorization);
  if (text === undefined) throw new Unauthorized('missing_token');
  if (parseCredential('apiKey', text)) throw new Unauthorized('platform_key');
  const credential = parseCredential('cameraToken', text);
  if (!credential) throw new Unauthorized('invalid_token');
  const token = await findCameraToken(runtime.database, credential.id);
  if (!matchesSecret(credential.secret, token?.secretHash) || !token) {
    throw new Unauthorized('invalid_token');
  }
  if (token.integrationId !== integrationId) throw new Unauthorized('invalid_token', token);
  if (token.revokedAt !== null) throw new Unauthorized('revoked_token', token);
  if (OFF.includes(token.status)) throw new Unauthorized('integration_off', token);
  return cameraActorOf(token);
}

/** It may write camera events of its farm, and nothing else. */
function cameraActorOf(token: CameraToken): CameraActor {
  return {
    keyId: `cam_${token.id}`,
    name: token.name ?? token.integrationId,
    orgId: token.orgId,
    scopes: [],
    farmIds: [token.farmId],
    rateLimitPerMinute: limits.visionCallsPerMinute,
    author: { type: 'camera', id: token.integrationId },
    camera: token,
  };
}

/** The actor of a call, as the camera connection authenticated by `authenticateCamera`. */
export function cameraOf(actor: Actor): CameraActor {
  if ('camera' in actor) return actor as CameraActor;
  throw new Error('a route for cameras without a camera');
}
