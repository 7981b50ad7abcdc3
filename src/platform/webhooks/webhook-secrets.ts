import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { StoredWebhook } from '../../storage/webhooks/webhooks.ts';
import type { FillRandom } from '../../tools/ids.ts';
import type { SigningSecrets } from '../../tools/webhook-signature.ts';
import type { OutboundPolicy } from '../outbound/check-target.ts';

/** Encrypts secrets that must be readable by the service, such as signing secrets. */
export interface SecretBox {
  /** Encrypts a secret for an owner. Throws when there is no key. */
  seal(secret: string, owner: string): string;
  /** Decrypts a secret for the same owner. Throws when the key is missing or a different one. */
  open(sealed: string, owner: string): string;
  /** Derives 32 bytes for a purpose, constant for the same key. Throws when there is no key. */
  derive(purpose: string): Uint8Array;
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DERIVED_BYTES = 32;

/**
 * Creates a box that encrypts by AES-256-GCM with a separate nonce per text. The 32-byte key is
 * requested on first use.
 */
export function createSecretBox(findKey: () => Uint8Array, fillRandom: FillRandom): SecretBox {
  let cachedKey: Uint8Array | undefined;
  const key = () => {
    cachedKey ??= findKey();
    return cachedKey;
  };
  return {
    seal(secret, owner) {
      const nonce = fillRandom(new Uint8Array(NONCE_BYTES));
      const cipher = createCipheriv(ALGORITHM, key(), nonce).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64');
      const end = bytes.length - TAG_BYTES;
      if (!sealed.startsWith(VERSION) || end < NONCE_BYTES) throw new Error('not a sealed secret');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key(), nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(end));
      return (
        decipher.update(bytes.subarray(NONCE_BYTES, end), undefined, 'utf8') +
        decipher.final('utf8')
      );
    },
    derive: (purpose) => new Uint8Array(hkdfSync('sha256', key(), '', purpose, DERIVED_BYTES)),
  };
}

/** The encrypted previous secret of a webhook while it still signs; null afterwards. */
export function previousSecretAt(webhook: StoredWebhook, now: number): string | null {
  const { previousSecret, previousSecretUntil } = webhook;
  return Date.parse(previousSecretUntil ?? '') > now ? previousSecret : null;
}

/** The current signing secrets of a webhook; throws when they cannot be decrypted. */
export function openSecrets(box: SecretBox, webhook: StoredWebhook, now: number): SigningSecrets {
  const previous = previousSecretAt(webhook, now);
  return {
    secret: box.open(webhook.secret, webhook.id),
    previous: previous === null ? undefined : box.open(previous, webhook.id),
  };
}

/** Settings of webhook management: outbound policy and encryption of secrets. */
export interface WebhookSettings {
  readonly policy: OutboundPolicy;
  readonly secrets: SecretBox;
  /** Whether the server can send e-mail; undefined when another process sends. */
  readonly hasMailServer?: boolean;
}
