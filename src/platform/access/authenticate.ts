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
} as const;

/** Why a caller is not let in, with the key it named when that key exists. */
export class Unauthorized extends FarmError {
  readonly key: StoredKey | undefined;

  constructor(code: keyof typeof MESSAGES, key?: StoredKey) {
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
  const match = /^Bearer +(\S+) *$/i.exec(authorization ?? '');
  if (!match?.[1]) throw new Unauthorized('missing_key');
  const credential = parseCredential('apiKey', match[1]);
  if (!credential) throw new Unauthorized('invalid_key');
  const key = await findKey(runtime.database, credential.id);
  if (!matchesSecret(credential.secret, key?.secretHash) || !key) {
    throw new Unauthorized('invalid_key');
  }
  if (key.revokedAt !== null) throw new Unauthorized('revoked_key', key);
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= runtime.clock.now()) {
    throw new Unauthorized('expired_key', key);
  }
  return actorOf(key);
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
