import { createECDH, ECDH } from 'node:crypto';
import { sha256Hex } from '../../tools/hash.ts';
import type { SecretBox } from '../webhooks/webhook-secrets.ts';

/** The keys of a subscription, as in `PushSubscription.toJSON()`. */
export interface SubscriptionKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** The endpoint of a browser, and the keys for encrypting messages to it. */
export interface Subscription {
  readonly endpoint: string;
  readonly keys: SubscriptionKeys;
}

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const SHOWN_HASH = 16;

/** Whether the keys of a subscription are valid: a P-256 point and 16 bytes. */
export function areSubscriptionKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  if (Buffer.from(p256dh, 'base64url').length !== POINT_BYTES) return false;
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  try {
    ECDH.convertKey(p256dh, CURVE, 'base64url');
    return true;
  } catch {
    return false;
  }
}

/**
 * The displayed form of an endpoint: its host and a hash, since anyone who knows an endpoint could
 * send to it. A device recognises its own subscription by the hash.
 */
export function shownEndpoint(endpoint: string): string {
  return `${new URL(endpoint).host} ${sha256Hex(endpoint).slice(0, SHOWN_HASH)}`;
}

/** The VAPID keys of the service, as base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The VAPID keys, derived from the key of the service: identical on all instances, and the private
 * key is never stored. Throws when the service has no key.
 */
export function pushKeysOf(secrets: SecretBox): PushKeys {
  for (let attempt = 1; ; attempt++) {
    const ecdh = createECDH(CURVE);
    const scalar = secrets.derive(`web push ${attempt}`);
    try {
      ecdh.setPrivateKey(scalar);
    } catch {
      // About one scalar in 2^32 is outside the order of the curve.
      continue;
    }
    return {
      publicKey: ecdh.getPublicKey('base64url'),
      privateKey: Buffer.from(scalar).toString('base64url'),
    };
  }
}
