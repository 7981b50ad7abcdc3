import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import {
  type CameraToken,
  findCameraToken,
  findKey,
  type StoredKey,
} from '../../storage/system/api-keys.ts';
import type { Actor } from '../core/actor.ts';
import type { Runtime } from '../core/runtime.ts';
import { matchesSecret, parseCredential } from './credentials.ts';

const MESSAGES = {
  missing_key: 'Send the header Authorization: Bearer <API key>.',
  invalid_key: 'The API key is not known.',
  expired_key: 'The API key has expired; ask for a new one.',
  revoked_key: 'The API key has been revoked; ask for a new one.',
  missing_token: 'Send the header Authorization: Bearer <camera-connection token>.',
  invalid_token: 'The camera-connection token is not one of this integration.',
  revoked_token: 'The camera-connection token has been replaced by a newer one.',
  platform_key:
    'Cameras send their camera-connection token (cam_…), not an API key; with an API key, create vision events as rows.',
  integration_off: 'The integration is paused or disabled; set its status to active to send again.',
} as const;

/** Whose credential was shown, as far as it exists. */
type KnownCredential = Pick<StoredKey, 'id' | 'orgId'>;

/** Why a caller is not let in, with the credential it named when that exists. */
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

/** The actor behind an Authorization header; throws `unauthorized` with its code. */
export async function authenticate(
  runtime: Runtime,
  authorization: string | undefined,
): Promise<Actor> {
  const text = bearerOf(authorization);
  if (text === undefined) throw new Unauthorized('missing_key');
  const credential = parseCredential('apiKey', text);
  if (!credential) throw new Unauthorized('invalid_key');
  const { key } = await runtime.kept.keys.find(credential.id, async (connection) => ({
    key: await findKey(connection, credential.id),
  }));
  if (!matchesSecret(credential.secret, key?.secretHash) || !key) {
    throw new Unauthorized('invalid_key');
  }
  if (key.revokedAt !== null) throw new Unauthorized('revoked_key', key);
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= runtime.clock.now()) {
    throw new Unauthorized('expired_key', key);
  }
  return keyActorOf(key);
}

/** What an Authorization header bears; undefined when it bears nothing. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/** The actor that a stored key stands for. */
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

/** A camera connection that calls, with what its integration says. */
export interface CameraActor extends Actor {
  readonly camera: CameraToken;
}

const OFF = ['paused', 'disabled'];

/**
 * The camera connection behind an Authorization header; throws `unauthorized` with its code. The
 * token is looked up anew for every call, so that a rotation holds at once on every instance.
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

/** The actor of a call as the camera connection that `authenticateCamera` let in. */
export function cameraOf(actor: Actor): CameraActor {
  if ('camera' in actor) return actor as CameraActor;
  throw new Error('a route for cameras without a camera');
}
