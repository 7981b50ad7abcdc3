import { FarmError } from '../../model/errors.ts';
import { findKey, type StoredKey } from '../../storage/system/api-keys.ts';
import type { Runtime } from '../runtime.ts';
import type { Actor } from './actor.ts';
import { matchesSecret, parseCredential } from './key-text.ts';

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
  return actorOf(key);
}

/** What an Authorization header bears; undefined when it bears nothing. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/** The actor that a stored key stands for. */
function actorOf(key: StoredKey): Actor {
  return {
    keyId: key.id,
    name: key.name,
    orgId: key.orgId,
    scopes: key.scopes,
    farmIds: key.farmIds ?? 'all',
    rateLimitPerMinute: key.rateLimitPerMinute,
  };
}
