import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';
import type { Anchor } from '../../storage/system/audit-anchors.ts';

/** Signs anchors under a key that is not in the database. */
export interface AnchorSigner {
  /** With which anyone can check the signatures; base64url. */
  readonly publicKey: string;
  sign(statement: AnchorStatement): Anchor;
}

/** What an anchor states. */
export type AnchorStatement = Omit<Anchor, 'key' | 'signature'>;

const PURPOSE = 'farmctl audit anchor v1';
const SEED_BYTES = 32;
// A PKCS #8 document of an Ed25519 private key up to the 32 bytes of its seed.
const PRIVATE_KEY_START = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Makes the signer of a service from its secret key. The Ed25519 key is derived from it by
 * HKDF-SHA256, so that the signature key is no other secret to keep, and reveals nothing of it.
 */
export function createAnchorSigner(secretKey: Uint8Array): AnchorSigner {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', PURPOSE, SEED_BYTES));
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE_KEY_START, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = String(createPublicKey(privateKey).export({ format: 'jwk' }).x);
  return {
    publicKey,
    sign(statement) {
      const signature = sign(null, signedBytes(statement), privateKey).toString('base64url');
      return { ...statement, key: publicKey, signature };
    },
  };
}

/** Whether the signature of an anchor is one of the key that it names. */
export function isSigned(anchor: Anchor): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: anchor.key },
      format: 'jwk',
    });
    return verify(null, signedBytes(anchor), key, Buffer.from(anchor.signature, 'base64url'));
  } catch {
    return false;
  }
}

function signedBytes({ number, position, hash, entries, at }: AnchorStatement): Buffer {
  return Buffer.from(`${PURPOSE}\n${JSON.stringify([number, position, hash, entries, at])}`);
}
