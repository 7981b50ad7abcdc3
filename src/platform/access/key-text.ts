import { timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from '../../tools/base62.ts';
import { sha256Hex } from '../../tools/sha256-hex.ts';

const ID_LENGTH = 12;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** Kinds of credentials, by what their text begins with. */
const PREFIXES = { apiKey: 'fk_live', cameraToken: 'cam' } as const;

type CredentialKind = keyof typeof PREFIXES;

/** A credential taken apart. */
export interface Credential {
  readonly id: string;
  readonly secret: string;
}

/** Makes the text of a new credential; it is shown once and kept only as a hash. */
export function createCredential(
  kind: CredentialKind,
  fillRandom: (bytes: Uint8Array) => Uint8Array,
): Credential & { readonly text: string } {
  const id = randomBase62(ID_LENGTH, fillRandom);
  const secret = randomBase62(SECRET_LENGTH, fillRandom);
  return { id, secret, text: formatCredential(kind, { id, secret }) };
}

/** `fk_live_<id>_<secret><checksum>`; the checksum is the CRC-32 of all before it, in base 62. */
export function formatCredential(kind: CredentialKind, { id, secret }: Credential): string {
  const body = `${PREFIXES[kind]}_${id}_${secret}`;
  return body + toBase62(crc32(body), CHECKSUM_LENGTH);
}

/** The parts of a credential's text; undefined when it is malformed or its checksum is wrong. */
export function parseCredential(kind: CredentialKind, text: string): Credential | undefined {
  const prefix = `${PREFIXES[kind]}_`;
  const length = prefix.length + ID_LENGTH + 1 + SECRET_LENGTH + CHECKSUM_LENGTH;
  if (!text.startsWith(prefix) || text.length !== length) return undefined;
  const idEnd = prefix.length + ID_LENGTH;
  const credential = {
    id: text.slice(prefix.length, idEnd),
    secret: text.slice(idEnd + 1, -CHECKSUM_LENGTH),
  };
  return formatCredential(kind, credential) === text ? credential : undefined;
}

/** What is stored of a secret: its SHA-256 in lower-case hex. */
export function hashSecret(secret: string): string {
  return sha256Hex(secret);
}

// Compared against when the id is unknown, so that the time taken tells nothing.
const DUMMY_HASH = hashSecret('no such key');

/** Whether the secret is the one whose hash is stored, in constant time. */
export function matchesSecret(secret: string, storedHash: string | undefined): boolean {
  const given = Buffer.from(hashSecret(secret), 'hex');
  const expected = Buffer.from(storedHash ?? DUMMY_HASH, 'hex');
  return timingSafeEqual(given, expected) && storedHash !== undefined;
}
