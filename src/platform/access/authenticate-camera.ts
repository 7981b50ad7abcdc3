import { limits } from '../../model/limits.ts';
import { type CameraToken, findCameraToken } from '../../storage/system/camera-tokens.ts';
import type { Runtime } from '../runtime.ts';
import type { Actor } from './actor.ts';
import { bearerOf, Unauthorized } from './authenticate.ts';
import { matchesSecret, parseCredential } from './key-text.ts';

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
  return actorOf(token);
}

/** It may write camera events of its farm, and nothing else. */
function actorOf(token: CameraToken): CameraActor {
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
